import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Response } from '../../src/http/documentation/open-api';
import { type Documented, type Example, examplesOf, refusalOf, textTypesOf } from './operations';
import { Recorder } from './recorder';
import { answerChecker, type Findings } from './schemas';
import { type Served, serve } from './served';
import { type Ids, type Visit, Visitor } from './visitor';

/**
 * Everything that the page proposes is sent to the built server; what the server answers is what the page shows as an
 * example. `UPDATE_GOLDENS=1` records the answers anew.
 */
const root = resolve(__dirname, '../..');
const RECORDED = join(root, 'src/http/documentation/recorded-answers.json');

/** Answers that no two runs have in common: random cards, and the numbers of the process. */
const UNREPEATABLE = new Set(['deal rebet', 'deal randomCards', 'readMetrics answer']);

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

test('the first example of every operation works on a fresh server, from the top to the bottom', async () => {
  const ids: Ids = {};
  const findings: string[] = [];
  for (const operation of visitor.operations) {
    const [first] = examplesOf(operation);
    const visit = await visitor.visit(operation, first, { ids });
    findings.push(...wrong(operation, first, visit));
    if (refusalOf(first) !== null) findings.push(`${operation.id} begins with a refusal`);
    const { id } = visit.body as { id?: string };
    if (operation.id === 'openSession' && id !== undefined) ids.sessionId = id;
    if (operation.id === 'deal' && id !== undefined) ids.roundId = id;
    await keepPage(operation, first, visit, ids);
  }
  expect(findings).toEqual([]);
});

/** A list is kept as a page of one item, which shows as much as a page of fifty. */
async function keepPage(operation: Documented, first: Example, visit: Visit, ids: Ids): Promise<void> {
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
      const visit = await visitor.visit(operation, first, { accept });
      findings.push(...wrong(operation, first, visit));
      expect([operation.id, visit.mediaType]).toEqual([operation.id, accept]);
      keep(operation, first, visit);
    }
  }
  expect(findings).toEqual([]);
});

/** The names of other examples that a text mentions in backticks. */
function mentioned(text: string, operationId: string): string[] {
  const names = examplesOf(visitor.operation(operationId)).map(({ name }) => name);
  return [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name).filter((name) => names.includes(name));
}

function descriptionOf(operationId: string, name: string): string {
  const { requestBody } = visitor.operation(operationId).operation;
  const examples =
    requestBody && 'content' in requestBody ? requestBody.content['application/json'].examples : {};
  const example = examples?.[name];
  return example !== undefined && 'description' in example ? (example.description ?? '') : '';
}

function sessionFor(deal: string): string {
  return mentioned(visitor.example('deal', deal).summary, 'openSession')[0] ?? 'test';
}

/** Where an example may be sent: the sessions and rounds that its texts name, made anew for it. */
async function scenesFor({ id }: Documented, { name }: Example): Promise<Ids[]> {
  if (id === 'deal') {
    const ids = await visitor.scene(sessionFor(name), name === 'rebet' ? 'eights' : undefined);
    if (name === 'rebet') await visitor.again('act', 'standAll', ids);
    return [ids];
  }
  if (id === 'act') {
    const deals = mentioned(descriptionOf(id, name), 'deal');
    if (deals.length === 0) throw new Error(`act ${name} names no deal`);
    return Promise.all(deals.map((deal) => visitor.scene(sessionFor(deal), deal)));
  }
  return id === 'cancelRound' ? [await visitor.scene('test', 'eights')] : [{}];
}

test('every other example does what its summary says', async () => {
  const findings: string[] = [];
  let sent = 0;
  for (const operation of visitor.operations) {
    for (const example of examplesOf(operation).slice(operation.id === 'act' ? 0 : 1)) {
      for (const ids of await scenesFor(operation, example)) {
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

test('requests with nothing right in them get the problems that are documented', async () => {
  const findings: string[] = [];
  const stranger = new Visitor({ ...served, key: 'hc_nobody' });
  for (const operation of visitor.operations) {
    const [first] = examplesOf(operation);
    const isOpen = operation.operation.security?.length === 0;
    const unknown = await stranger.visit(operation, first);
    if (!isOpen && unknown.status !== 401) findings.push(`${operation.id} lets a stranger in`);
    findings.push(...findingsOf(operation, unknown));
    if (first.body === undefined) continue;
    const odd = await visitor.visit(operation, { ...first, body: { odd: true } }, { keySuffix: '-odd' });
    if (odd.status !== 400) findings.push(`${operation.id} takes an unknown field`);
    findings.push(...findingsOf(operation, odd).map((finding) => `${operation.id}: ${finding}`));
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
