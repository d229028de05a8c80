import { randomUUID } from 'node:crypto';
import {
  claimTables,
  forgetProcesses,
  LEASE_SECONDS,
  listDueTables,
  releaseEverything,
  renewLeases,
} from '../../src/persistence/tables/leases';
import { BareTables } from './bare-tables';

let bare: BareTables;
const [one, other] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  bare = await BareTables.open();
});
afterEach(() => bare.clear());
afterAll(() => bare.close());

const db = (): BareTables['dataSource']['manager'] => bare.dataSource.manager;

/** The tables that the process drives, and their fences. */
async function heldBy(processId: string): Promise<Record<string, number>> {
  const due = await listDueTables(db(), processId);
  return Object.fromEntries(
    due.flatMap(({ tableId, fence }) => (fence === null ? [] : [[tableId, fence] as const])),
  );
}

/** Whether a write under that fence would come through: what commit_table asks. */
async function mayWrite(tableId: string, holder: string, fence: number): Promise<boolean> {
  const rows = await bare.dataSource.query<unknown[]>(
    `SELECT FROM table_leases WHERE table_id = $1 AND holder = $2 AND fence = $3 AND expires_at > clock_timestamp()`,
    [tableId, holder, fence],
  );
  return rows.length === 1;
}

test('a table has one holder; another process neither finds it free nor takes it', async () => {
  const { tableId } = await bare.add(5000);
  expect(await claimTables(db(), one, 10)).toMatchObject([{ tableId, holder: one, fence: 1 }]);
  expect(await claimTables(db(), other, 10)).toEqual([]);
  expect(await heldBy(one)).toEqual({ [tableId]: 1 });
  expect(await listDueTables(db(), other)).toEqual([]);
});

test('of processes that claim at once each gets tables of its own, and none is left', async () => {
  for (let n = 0; n < 40; n++) await bare.add(5000);
  const processes = Array.from({ length: 4 }, () => randomUUID());
  const claims = await Promise.all(processes.map((id) => claimTables(db(), id, 40)));
  const taken = claims.flat().map(({ tableId }) => tableId);
  expect(new Set(taken).size).toBe(40);
  expect(taken).toHaveLength(40);
});

test('a lease that is not renewed is taken over with a greater fence, and its holder of before writes no more', async () => {
  const { tableId } = await bare.add(5000);
  await claimTables(db(), one, 10);
  await bare.letLeasesEnd(one);
  expect(await mayWrite(tableId, one, 1)).toBe(false);
  expect(await claimTables(db(), other, 10)).toMatchObject([{ tableId, fence: 2 }]);
  // The frozen process wakes up and goes on as if nothing had happened.
  await renewLeases(db(), one);
  expect(await heldBy(one)).toEqual({});
  expect(await mayWrite(tableId, one, 1)).toBe(false);
  expect(await mayWrite(tableId, other, 2)).toBe(true);
});

test('the same holder who comes back has a greater fence, too', async () => {
  const { tableId } = await bare.add(5000);
  await claimTables(db(), one, 10);
  await bare.letLeasesEnd(one);
  expect(await claimTables(db(), one, 10)).toMatchObject([{ tableId, fence: 2 }]);
});

test('a lease lasts its seconds by the clock of the database, and a beat renews it', async () => {
  await bare.add(60_000);
  const time = async (what: string): Promise<number> => {
    const [{ ms }] = await bare.dataSource.query<[{ ms: number }]>(
      `SELECT (extract(epoch FROM ${what}) * 1000)::float8 AS ms FROM table_leases RIGHT JOIN (SELECT) AS one ON fence = 1`,
    );
    return ms;
  };
  /** By the clock of the database before and after, for the machine may be slow in between. */
  const givenBy = async (work: () => Promise<unknown>): Promise<void> => {
    const before = await time('clock_timestamp()');
    await work();
    const after = await time('clock_timestamp()');
    const endsAt = await time('expires_at');
    expect(endsAt).toBeGreaterThanOrEqual(before + LEASE_SECONDS * 1000);
    expect(endsAt).toBeLessThanOrEqual(after + LEASE_SECONDS * 1000);
  };
  await bare.inTime(async () => {
    await givenBy(() => claimTables(db(), one, 10));
    await bare.dataSource.query(`UPDATE table_leases SET expires_at = expires_at - interval '2 seconds'`);
    await givenBy(() => renewLeases(db(), one));
  });
});

test('a beat waits for no table that a transaction holds', async () => {
  const [busy, idle] = [await bare.add(5000), await bare.add(5000)];
  await claimTables(db(), one, 10);
  await bare.letLeasesEnd(one);
  const held = await bare.dataSource.transaction(async (tx) => {
    await tx.query('SELECT FROM table_leases WHERE table_id = $1 FOR SHARE', [busy.tableId]);
    await renewLeases(db(), one);
    return bare.dataSource.query<{ tableId: string }[]>(
      `SELECT table_id AS "tableId" FROM table_leases WHERE table_key <> 0 AND expires_at > clock_timestamp()`,
    );
  });
  expect(held).toEqual([{ tableId: idle.tableId }]);
});

test('a beat counts the processes that live and the tables whose time runs', async () => {
  await bare.add(5000);
  await bare.add(null);
  expect(await renewLeases(db(), one)).toEqual({ processes: 1, tables: 1 });
  expect(await renewLeases(db(), other)).toEqual({ processes: 2, tables: 1 });
  await bare.letLeasesEnd(one);
  expect(await renewLeases(db(), other)).toEqual({ processes: 1, tables: 1 });
});

test('what is released is free at once, and a table that waits for nothing is nobody’s', async () => {
  const { tableId } = await bare.add(5000);
  const resting = await bare.add(null);
  await claimTables(db(), one, 10);
  await renewLeases(db(), one);
  await releaseEverything(db(), one);
  expect(await claimTables(db(), other, 10)).toMatchObject([{ tableId, fence: 2 }]);
  expect(await renewLeases(db(), other)).toEqual({ processes: 1, tables: 1 });
  await bare.setDue(resting, 5000);
  expect(await claimTables(db(), other, 10)).toMatchObject([{ tableId: resting.tableId, fence: 1 }]);
});

test('processes that are gone are forgotten, fences of tables are not', async () => {
  await bare.add(5000);
  await claimTables(db(), one, 10);
  await renewLeases(db(), one);
  await bare.letLeasesEnd(one);
  await forgetProcesses(db(), new Date(Date.now() + 60_000));
  const left = await bare.dataSource.query<{ fence: number }[]>('SELECT fence FROM table_leases');
  expect(left).toEqual([{ fence: 1 }]);
});
