import { sealRecords } from '../../src/application/records/seal-records';
import type { RoundDocument } from '../../src/application/records/record-parts';
import { SoftwareWatch } from '../../src/http/software/software-watch';
import { Casino } from '../support/casino';
import { settledRound, type PlayedRound } from '../shared-rounds/played-round';
import { HttpTable } from '../tables/http-table';
import { Copy, verify } from './lab';

let casino: Casino;
let copy: Copy;
let played: PlayedRound;
let table: HttpTable;

const LIMITS = {
  stake: { min: 500, max: 50_000, step: 500 },
  sideBet: { min: 100, max: 1000, step: 100 },
};

beforeAll(async () => {
  casino = await Casino.open();
  const { dataSource } = casino.app;
  await casino.app.app.get(SoftwareWatch).watch();
  copy = new Copy(dataSource, (dataSource.options as { url: string }).url, () => Promise.resolve());
  played = await settledRound(casino);
  table = played.table;
});
afterAll(() => casino.close());

function change(body: object): Promise<{ status: number }> {
  return table.call('PATCH', '', { reason: 'test', ...body });
}

async function seal(): Promise<void> {
  await sealRecords(casino.app.dataSource, casino.app.clock.now);
}

async function findings(edit: string): Promise<string[]> {
  const { lines } = await copy.edited([edit], (db) => verify(db));
  return lines.filter((line) => line.startsWith('operator '));
}

const OF_TABLE = (): string => `WHERE table_id = '${table.id}'`;
const UNTOLD = (what: string, tableId = table.id): string =>
  `operator operator-1: tables ${tableId} was changed, and the log of its changes does not tell: ${what}`;

test('tables that supervisors changed are sound, while a change waits and after it', async () => {
  expect((await change({ seconds: { decision: 20 } })).status).toBe(200);
  await seal();
  expect((await verify(casino.app.dataSource.manager)).lines.at(-1)).toMatch('Nothing was changed');
  expect((await change({ limits: LIMITS })).status).toBe(200);
  expect((await change({ seconds: { betting: 30 } })).status).toBe(200);
  await seal();
  const [{ waits }] = await casino.app.dataSource.query<[{ waits: boolean }]>(
    `SELECT state->'next' <> 'null' AS waits FROM tables ${OF_TABLE()}`,
  );
  expect(waits).toBe(true);
  expect((await verify(casino.app.dataSource.manager)).lines.at(-1)).toMatch('Nothing was changed');
});

test.each([
  ['limits', `state = jsonb_set(state, '{limits,stake,max}', '9000000')`],
  ['limits', `state = jsonb_set(state, '{next,limits,stake,max}', '9000000')`],
  ['seconds', `state = jsonb_set(state, '{next,seconds,decision}', '1')`],
  ['mode', `mode = 'real'`],
  ['currency', `currency = 'USD'`],
  ['game', 'rule_set_version = 2'],
  ['operator', `operator_id = '019b0000-0000-7000-8000-000000000001'`],
])('%s of a table that nobody is on record for: %s', async (what, edit) => {
  const found = await findings(`UPDATE tables SET ${edit} ${OF_TABLE()}`);
  expect(found.map((line) => line.replace(/^operator 019b\S+:/, 'operator operator-1:'))).toEqual([
    UNTOLD(what),
  ]);
});

describe('what a table is, which its opening tells before anything is dealt', () => {
  const EDITS = [
    ['mode', `mode = 'real'`],
    ['currency', `currency = 'USD'`],
    ['game', 'rule_set_version = 2'],
    ['game', `game_id = 'american-blackjack'`],
  ] as const;
  let fresh: HttpTable;
  beforeAll(async () => {
    fresh = await HttpTable.open(casino);
    await seal();
  });

  test.each(EDITS)('%s: %s', async (what, edit) => {
    const found = await findings(`UPDATE tables SET ${edit} WHERE table_id = '${fresh.id}'`);
    expect(found).toEqual([UNTOLD(what, fresh.id)]);
  });

  test('is not compared where the opening did not tell it yet', async () => {
    const old = await HttpTable.open(casino);
    const { manager } = casino.app.dataSource;
    await manager.transaction(async (tx) => {
      await tx.query('ALTER TABLE table_changes DISABLE TRIGGER ALL');
      const untold = `details - '{gameId,ruleSetVersion,mode,currency}'::text[]`;
      await tx.query(`UPDATE table_changes SET details = ${untold} WHERE table_id = '${old.id}'`);
      await tx.query('ALTER TABLE table_changes ENABLE TRIGGER ALL');
    });
    await seal();
    expect((await verify(manager)).lines.at(-1)).toMatch('Nothing was changed');
  });
});

test('limits that apply already', async () => {
  await table.advance();
  await table.advance().catch(() => undefined);
  const [{ waits }] = await casino.app.dataSource.query<[{ waits: boolean }]>(
    `SELECT state->'next' <> 'null' AS waits FROM tables ${OF_TABLE()}`,
  );
  expect(waits).toBe(false);
  expect(
    await findings(
      `UPDATE tables SET state = jsonb_set(state, '{limits,stake,max}', '9000000') ${OF_TABLE()}`,
    ),
  ).toEqual([UNTOLD('limits')]);
});

test('the record of a table’s round has its proof with everybody’s bets, and the programs that served', async () => {
  const path = `/v1/rounds/${played.roundId}`;
  const { body: record } = await casino.get<RoundDocument>(`${path}/record`);
  const { body: proof } = await casino.get(`${path}/proof`);
  expect(record.proof).toEqual(proof);
  expect(record.proof?.bettors).toHaveLength(3);
  const { version } = record.round;
  expect(record.software).toEqual([
    { fromVersion: 1, toVersion: version, software: record.generatedBy, since: expect.any(String) as string },
  ]);
});

describe('what the rows of a table’s round say has to follow from its steps', () => {
  const roundOf = (): string => `WHERE round_id = '${played.roundId}'`;

  test.each([
    ['table_rounds', `status = 'cancelled'`, 'status'],
    ['table_rounds', 'version = version + 1', 'version'],
    ['rounds', `status = 'cancelled'`, 'status'],
    ['rounds', 'returned = returned + 1', 'returned'],
    ['rounds', `bets = '[]'`, 'bets'],
  ])('%s: %s', async (name, edit, what) => {
    const found = await findings(`UPDATE ${name} SET ${edit} ${roundOf()}`);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(
      new RegExp(`table_rounds \\d+/${played.roundId} was changed: its steps make another ${what}$`),
    );
  });
});

const PART = (): string => `WHERE round_id = '${played.roundId}' AND bettor = 1`;

test.each([
  ['a part that leads to another table', () => `UPDATE rounds SET table_key = table_key + 1 ${PART()}`],
  [
    'a part in a round that nobody dealt',
    () => `INSERT INTO rounds SELECT (jsonb_populate_record(r, '{"round_id": "019b0000-0000-7000-8000-000000000001"}')).*
      FROM rounds r ${PART()}`,
  ],
  [
    'a part under a key below all others',
    () => `INSERT INTO rounds SELECT (jsonb_populate_record(r, '{"player_key": -1, "table_key": -1}')).*
      FROM rounds r ${PART()}`,
  ],
])('%s is named', async (_, edit) => {
  const found = await findings(edit());
  expect(found.join('\n')).toMatch(/rounds \S+ is a part in a round that its table does not have/);
});

test('a private round under a key below all others is looked at', async () => {
  const found = await findings(
    `INSERT INTO rounds SELECT (jsonb_populate_record(r, '{"player_key": -1, "table_key": null, "table_id": null,
       "bettor": null, "balance_after": null}')).* FROM rounds r ${PART()}`,
  );
  expect(found.join('\n')).toMatch(/rounds -1\/\S+ has no steps/);
});
