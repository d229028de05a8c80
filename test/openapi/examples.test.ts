import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Response } from '../../src/http/documentation/open-api';
import { type Documented, type Example, examplesOf, refusalOf, textTypesOf } from './operations';
import { Recorder } from './recorder';
import { scenesFor } from './scenes';
import { answerChecker, type Findings } from './schemas';
import { type Served, serve } from './served';
import { idOf, type Ids, type Visit, Visitor } from './visitor';

/**
 * Everything that the page proposes is sent to the built server; what the server answers is what the page shows as an
 * example. `UPDATE_GOLDENS=1` records the answers anew.
 */
const root = resolve(__dirname, '../..');
const RECORDED = join(root, 'src/http/documentation/recorded-answers.json');

/** Answers that are no examples: random cards, numbers of the process, how far a stream came, a whole program. */
const UNREPEATABLE = new Set([
  'deal rebet',
  'deal randomCards',
  'readMetrics answer',
  'streamTable answer',
  'readVerifier answer',
]);

const NOTHING = '019b0000-0000-7000-8000-00000000ffff';

let served: Served;
let visitor: Visitor;
let findingsOf: Findings;
const recorder = new Recorder();

beforeAll(async () => {
  served = await serve();
  visitor = new Visitor(served);
  findingsOf = answerChecker(served.document);
});

afterAll(() => served.close());

function keep({ id }: Documented, { name }: Example, visit: Visit): void {
  if (UNREPEATABLE.has(`${id} ${name}`)) return;
  const { code } = visit.mediaType === 'application/problem+json' ? (visit.body as { code: string }) : {};
  recorder.record(id, code ?? name, visit);
}

/** What differs from the document, each line with the place it belongs to. */
function wrong(operation: Documented, example: Example, visit: Visit): string[] {
  const refusal = refusalOf(example);
  const isAsSaid =
    refusal === null
      ? visit.status < 300
      : visit.status === refusal.status && (visit.body as { code: string }).code === refusal.code;
  const findings = [
    ...(isAsSaid ? [] : [`answers ${visit.status} ${JSON.stringify(visit.body)}`]),
    ...findingsOf(operation, visit),
  ];
  return findings.map((finding) => `${operation.id} ${example.name}: ${finding}`);
}

/** Of what the first examples have made. */
const ids: Ids = {};

test('the first example of every operation works on a fresh server, from the top to the bottom', async () => {
  const findings: string[] = [];
  for (const operation of visitor.operations) {
    const [first] = examplesOf(operation);
    const visit = await visitor.visit(operation, first, { ids });
    findings.push(...wrong(operation, first, visit));
    if (refusalOf(first) !== null) findings.push(`${operation.id} begins with a refusal`);
    const { id } = visit.body as { id?: string };
    if (operation.id === 'openSession' && id !== undefined) ids.sessionId = id;
    if (operation.id === 'deal' && id !== undefined) ids.roundId = id;
    if (operation.id === 'suspend' && id !== undefined) ids.suspensionId = id;
    if (operation.id === 'openTable' && id !== undefined) {
      ids.tableId = id;
      ids.tableSessionId = idOf(await visitor.again('openSession', 'testTable', ids));
    }
    // As its text says.
    if (operation.id === 'takeTableBetsBack') await visitor.again('placeTableBet', 'seat', ids);
    await keepPage(operation, first, visit);
  }
  expect(findings).toEqual([]);
});

/** A list is kept as a page of one item, which shows as much as a page of fifty. */
async function keepPage(operation: Documented, first: Example, visit: Visit): Promise<void> {
  const isList = Array.isArray((visit.body as { items?: unknown }).items);
  const query = (operation.operation.parameters ?? []).some(
    (parameter) => 'in' in parameter && parameter.name === 'limit',
  );
  const kept = isList && query ? await visitor.visit(operation, first, { ids, query: '?limit=1' }) : visit;
  keep(operation, first, kept);
}

test('answers that are text come in every media type that is promised', async () => {
  const findings: string[] = [];
  for (const operation of visitor.operations) {
    const [first] = examplesOf(operation);
    for (const accept of textTypesOf(operation)) {
      const visit = await visitor.visit(operation, first, { ids, accept });
      findings.push(...wrong(operation, first, visit));
      expect([operation.id, visit.mediaType]).toEqual([operation.id, accept]);
      keep(operation, first, visit);
    }
  }
  expect(findings).toEqual([]);
});

test('every other example does what its summary says', async () => {
  const findings: string[] = [];
  let sent = 0;
  for (const operation of visitor.operations) {
    for (const example of examplesOf(operation).slice(operation.id === 'act' ? 0 : 1)) {
      for (const ids of await scenesFor(visitor, operation, example)) {
        const visit = await visitor.again(operation.id, example.name, ids);
        findings.push(...wrong(operation, example, visit));
        keep(operation, example, visit);
        sent += 1;
      }
    }
  }
  const repeated = await visitor.again('openSession', 'allFields');
  expect(repeated.status).toBe(200);
  keep(visitor.operation('openSession'), visitor.example('openSession', 'allFields'), repeated);
  expect(findings).toEqual([]);
  expect(sent).toBeGreaterThan(40);
});

/** What is sent, and the code of the problem that comes. */
type Refusal = readonly [id: string, name: string, ids: Ids, code: string, body?: object];

test('requests that come too late, or too early, get the problems that are documented', async () => {
  const settled = await visitor.scene('test', 'eights');
  await visitor.again('act', 'hit', settled);
  const open = await visitor.scene('test', 'eights');
  const cancelled = await visitor.scene('test', 'eights');
  await visitor.again('cancelRound', 'reasonOnly', cancelled);
  const closed = await visitor.scene('test');
  await visitor.again('closeSession', 'answer', closed);
  const insured = await visitor.scene('testInfinite', 'tableInsurance');
  const poor = await visitor.again('openSession', 'demo', {}, { balance: 900 });
  const newcomer = await visitor.again('openSession', 'test', {}, { playerId: 'bob' });
  const nowhere = { sessionId: NOTHING, roundId: NOTHING };

  const refusals: Refusal[] = [
    ['act', 'hit', settled, 'action_not_allowed'],
    ['act', 'switch', open, 'action_not_allowed'],
    ['act', 'insureAmount', insured, 'amount_out_of_bounds', { amount: 5_000_000 }],
    ['act', 'hit', nowhere, 'not_found'],
    ['deal', 'eights', open, 'round_open'],
    ['deal', 'eights', closed, 'session_closed'],
    ['deal', 'eights', nowhere, 'not_found'],
    ['deal', 'rebet', { sessionId: idOf(newcomer) }, 'nothing_to_rebet'],
    ['deal', 'randomCards', { sessionId: idOf(poor) }, 'insufficient_funds'],
    ['cancelRound', 'reasonOnly', cancelled, 'round_already_cancelled'],
    ['readRound', 'answer', nowhere, 'not_found'],
    ['readSession', 'answer', nowhere, 'not_found'],
    ['readCancellation', 'answer', open, 'not_found'],
    ['openSession', 'testClassic', {}, 'session_conflict', { externalSessionId: 'lobby-000042' }],
  ];
  for (const [id, name, ids, code, body] of refusals) {
    const [operation, visit] = [visitor.operation(id), await visitor.again(id, name, ids, body)];
    expect([id, name, (visit.body as { code?: string }).code]).toEqual([id, name, code]);
    expect(findingsOf(operation, visit)).toEqual([]);
    keep(operation, visitor.example(id, name), visit);
  }
});

test('requests with nothing right in them get the problems that are documented', async () => {
  const findings: string[] = [];
  const stranger = new Visitor({ ...served, key: 'hc_nobody' });
  for (const operation of visitor.operations) {
    const [first] = examplesOf(operation);
    const isOpen = operation.operation.security?.length === 0;
    const unknown = await stranger.visit(operation, first);
    if (!isOpen && unknown.status !== 401) findings.push(`${operation.id} lets a stranger in`);
    findings.push(...findingsOf(operation, unknown).map((finding) => `${operation.id}: ${finding}`));
    if (!isOpen) keep(operation, first, unknown);
    if (first.body === undefined) continue;
    const odd = await visitor.visit(operation, { ...first, body: { odd: true } }, { keySuffix: '-odd' });
    if (odd.status !== 400) findings.push(`${operation.id} takes an unknown field`);
    findings.push(...findingsOf(operation, odd).map((finding) => `${operation.id}: ${finding}`));
    keep(operation, first, odd);
  }
  expect(findings).toEqual([]);
});

test('the examples of answers in the document are what was answered', () => {
  if (process.env['UPDATE_GOLDENS'] === '1') {
    writeFileSync(RECORDED, JSON.stringify(recorder.recorded, null, 2));
    spawnSync(process.execPath, [join(root, 'node_modules/prettier/bin/prettier.cjs'), '--write', RECORDED]);
  }
  expect(recorder.recorded).toEqual(JSON.parse(readFileSync(RECORDED, 'utf8')));
});

test('every successful answer has an example, and every body an answer of its own', () => {
  const bare = visitor.operations
    .filter(({ id }) => id !== 'readMetrics')
    .flatMap(({ id, operation }) =>
      Object.entries(operation.responses as Record<string, Response>)
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([status, { content = {} }]) =>
          Object.entries(content)
            .filter(([, { examples }]) => Object.keys(examples ?? {}).length === 0)
            .map(([type]) => `${id} ${status} ${type}`),
        ),
    );
  expect(bare).toEqual([]);
});
