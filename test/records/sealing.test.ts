import { Client } from 'pg';
import { verifyRecords, type Verification } from '../../src/application/records/verify-records';
import { sealRecords } from '../../src/application/records/seal-records';
import { Sealer } from '../../src/http/records/sealer';
import { Casino } from '../support/casino';
import { waitUntil } from '../support/child';

let casino: Casino;
let writer: Client;

beforeAll(async () => {
  casino = await Casino.open({ sealIntervalMs: 3_600_000 });
  writer = new Client({ connectionString: (casino.app.dataSource.options as { url: string }).url });
  await writer.connect();
});
afterAll(async () => {
  await writer.end();
  await casino.close();
});

/** A rule set stands for any record: it can be written by hand without contradicting the books. */
function insertRuleSet(id: string): Promise<unknown> {
  return writer.query(
    `INSERT INTO rule_sets (operator_id, rule_set_id, version, name, settings, theoretical_return, created_at)
     VALUES ($1, $2, 1, 'Late', '{}', '{}', now())`,
    [casino.operatorId, id],
  );
}

/** Waits for transactions that write for longer than a busy machine holds one up. */
function seal(patienceMs = 60_000): ReturnType<typeof sealRecords> {
  return sealRecords(casino.app.dataSource, casino.app.clock.now, { patienceMs, rowsPerPass: 4 });
}

function verified(): Promise<Verification> {
  return verifyRecords(casino.app.dataSource.manager, {
    operatorId: null,
    head: null,
    now: new Date(),
    vault: null,
  });
}

async function sealOf(ruleSetId: string): Promise<number | undefined> {
  const rows = await casino.app.dataSource.query<{ sealNo: number }[]>(
    `SELECT seal_no AS "sealNo" FROM seals WHERE covers LIKE '%"rule_sets",["' || operator_id || '","' || $1 || '"%'`,
    [ruleSetId],
  );
  return rows.at(0)?.sealNo;
}

test('a transaction that commits late is waited for, and lies in its place', async () => {
  await seal();
  await writer.query('BEGIN');
  await insertRuleSet('late-one');
  // Later positions, committed before.
  await casino.deposit('alice', 1000);
  expect(await seal(50)).toEqual({ rows: 0, seals: 0 });
  const sealing = seal();
  await casino.deposit('alice', 2000);
  await writer.query('COMMIT');
  const { rows } = await sealing;
  // The rule set and its entry in the log, and the transfer of the first deposit with its transaction.
  expect(rows).toBeGreaterThanOrEqual(4);
  expect(await sealOf('late-one')).toBeDefined();
  await seal();
  expect(await verified()).toMatchObject({ findings: [], unsealedRows: 0 });
});

test('a transaction that began after the position was read is not waited for', async () => {
  await casino.deposit('alice', 1000);
  await writer.query('BEGIN');
  // It may come first as well, and is then waited for in vain.
  const [before] = await Promise.all([seal(1000), insertRuleSet('later-one')]);
  expect(before.rows).toBeLessThanOrEqual(2);
  await writer.query('COMMIT');
  await seal();
  expect(await sealOf('later-one')).toBeDefined();
  expect(await verified()).toMatchObject({ findings: [], unsealedRows: 0 });
});

test('one that is rolled back leaves a gap, and no fault', async () => {
  await writer.query('BEGIN');
  await insertRuleSet('never');
  await writer.query('ROLLBACK');
  await casino.deposit('alice', 1000);
  await seal();
  expect(await sealOf('never')).toBeUndefined();
  expect(await verified()).toMatchObject({ findings: [], unsealedRows: 0 });
});

test('positions stay in order however many write while sealers race', async () => {
  const houses = await Promise.all([1, 2, 3].map(() => Casino.at(casino.app)));
  let isPlaying = true;
  const play = async (house: Casino): Promise<void> => {
    for (let count = 0; count < 12; count++) await house.deposit(`player-${count % 3}`, 100 + count);
  };
  const sealing = async (): Promise<number> => {
    let rows = 0;
    while (isPlaying) rows += (await seal()).rows;
    return rows;
  };
  const sealers = [sealing(), sealing(), sealing()];
  await Promise.all(houses.map(play));
  isPlaying = false;
  await Promise.all(sealers);
  await seal();
  const { findings, unsealedRows, rows } = await verified();
  expect({ findings, unsealedRows }).toEqual({ findings: [], unsealedRows: 0 });
  const [{ count }] = await casino.app.dataSource.query<[{ count: number }]>(
    `SELECT sum(row_count)::bigint AS count FROM seals`,
  );
  expect(rows).toBe(count);
});

test('the lag is told in seconds and rows', async () => {
  const sealer = casino.app.app.get(Sealer);
  const lag = async (): Promise<string[]> => {
    const { text } = await casino.get('/metrics');
    return text.split('\n').filter((line) => line.startsWith('sealing_lag_'));
  };
  await sealer.seal();
  await casino.deposit('alice', 1000);
  casino.app.clock.now = new Date(casino.app.clock.now.getTime() + 90_000);
  await sealer.seal();
  expect(await lag()).toEqual(['sealing_lag_seconds 90', 'sealing_lag_rows 2']);
  await sealer.seal();
  expect(await lag()).toEqual(['sealing_lag_seconds 0', 'sealing_lag_rows 0']);
});

test('nothing is sealed while new rows get positions that are sealed already', async () => {
  const { dataSource } = casino.app;
  await seal();
  const [{ last }] = await dataSource.query<[{ last: number }]>(
    'SELECT last_value AS last FROM record_positions',
  );
  await dataSource.query('SELECT setval($1, 1)', ['record_positions']);
  await expect(seal()).rejects.toThrow('record_positions lies behind what is sealed');
  await dataSource.query('SELECT setval($1, $2)', ['record_positions', last]);
  expect(await seal()).toEqual({ rows: 0, seals: 0 });
});

test('a server seals by itself', async () => {
  const busy = await Casino.open({ sealIntervalMs: 20 });
  await busy.deposit('alice', 1000);
  await waitUntil(async () => {
    const { body } = await busy.get<{ rows: number }>('/v1/audit/head');
    return body.rows >= 3;
  });
  await busy.close();
});
