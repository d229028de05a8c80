import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TableContext } from '../../src/application/tables/context';
import { createDataSource } from '../../src/database/data-source';
import { entities } from '../../src/persistence/entities';
import { claimTables } from '../../src/persistence/tables/leases';
import { isDatabaseGone } from '../../src/http/unavailable';
import { Casino } from '../support/casino';
import { waitUntil } from '../support/child';
import { DeluxeTable } from './deluxe-table';
import { gapsOfTables } from './numbering';
import type { Done } from './orders';

/** Two processes that both believe to drive a table: two contexts with connections of their own. */
let casino: Casino;
let others: TableContext['dataSource'];

beforeAll(async () => {
  casino = await Casino.open();
  const { url } = casino.app.dataSource.options as { url: string };
  others = await createDataSource(url, 4, entities).initialize();
});

afterAll(async () => {
  const gaps = await gapsOfTables(casino.app.dataSource);
  await others.destroy();
  await casino.close();
  expect(gaps).toEqual([]);
});

async function openTable(): Promise<DeluxeTable> {
  const table = await DeluxeTable.open(casino);
  for (const playerId of ['ann', 'bob']) await table.enters(playerId, {});
  return table;
}

async function placeBets(table: DeluxeTable): Promise<void> {
  const [ann, bob] = ['ann', 'bob'].map((playerId) => table.sessionOf(playerId));
  await table.does({ do: 'bet', bet: { sessionId: ann, seat: 1, kind: 'seat', amount: 1000 } });
  await table.does({ do: 'bet', bet: { sessionId: bob, seat: 1, kind: 'behind', amount: 500 } });
}

test('one of two drivers moves a table, every time: the one of the newer fence, however they meet', async () => {
  const table = await openTable();
  const seen = { lost: 0, nothing: 0 };
  for (let time = 0; time < 100; time++) {
    if (time % 7 === 0 && (await table.kept()).phase === 'betting') await placeBets(table);
    await table.untilDue();
    const { phase, eventNo } = await table.kept();
    const old = await table.claim('one');
    const lease = await table.claim('other');
    expect(lease.fence).toBe(old.fence + 1);
    const runOld = (): Promise<Done> => table.carryOut({ do: 'time', lease: old });
    const runNew = (): Promise<Done> =>
      table.carryOut({ do: 'time', lease }, table.asking(), table.context({ dataSource: others }));
    const [fromOld, fromNew] =
      time % 2 === 0
        ? await Promise.all([runOld(), runNew()])
        : (await Promise.all([runNew(), runOld()])).reverse();
    expect([time, phase, fromNew]).toEqual([time, phase, 'moved']);
    expect(['lost', 'nothing']).toContain(fromOld);
    seen[fromOld as 'lost' | 'nothing'] += 1;
    expect((await table.kept()).eventNo).toBeGreaterThan(eventNo);
  }
  expect(seen.lost).toBeGreaterThan(0);
  expect(seen.nothing).toBeGreaterThan(0);
}, 60_000);

test('a driver that runs the same phase twice at once ends it once', async () => {
  const table = await openTable();
  for (let time = 0; time < 10; time++) {
    if (time === 2) await placeBets(table);
    await table.untilDue();
    const lease = await table.claim('one');
    const done = await Promise.all(Array.from({ length: 3 }, () => table.carryOut({ do: 'time', lease })));
    expect(done.sort()).toEqual(['moved', 'nothing', 'nothing']);
  }
});

test('a holder that freezes with the table in his hand is overtaken within five seconds, and writes nothing later', async () => {
  const table = await openTable();
  await placeBets(table);
  await table.untilDue();
  const lease = await table.claim('frozen');
  let thaw: () => void = () => undefined;
  const frozen = new Promise<void>((resolve) => (thaw = resolve));
  let reached = false;
  const freezes = table.context({
    hook: () => {
      reached = true;
      return frozen;
    },
  });
  const running = table.carryOut({ do: 'time', lease }, table.asking(), freezes).catch(() => 'failed');
  await waitUntil(() => reached);
  const since = performance.now();
  let fence: number | null = null;
  while (fence === null) {
    await sleep(100);
    const claimed = await claimTables(others.manager, 'successor', 1_000_000);
    fence = claimed.find(({ tableId }) => tableId === table.place.tableId)?.fence ?? null;
    expect(performance.now() - since).toBeLessThan(5000);
  }
  const successor = table.context({ dataSource: others });
  const order = { do: 'time', lease: { holder: 'successor', fence } } as const;
  expect(await table.carryOut(order, table.asking(), successor)).toBe('moved');
  expect(performance.now() - since).toBeLessThan(5000);
  const { eventNo } = await table.kept();
  thaw();
  expect(await running).toBe('failed');
  expect((await table.kept()).eventNo).toBe(eventNo);
  expect(await table.balanceOf('ann')).toBeLessThanOrEqual(1_001_500);
  expect(await table.balanceOf('bob')).not.toBe(1_000_000);
}, 20_000);

test('a command that freezes with the table in its hand is undone, and can be repeated under its key', async () => {
  const table = await openTable();
  let thaw: () => void = () => undefined;
  const frozen = new Promise<void>((resolve) => (thaw = resolve));
  let reached = false;
  const freezes = table.context({
    hook: () => {
      reached = true;
      return frozen;
    },
  });
  const asking = table.asking(randomUUID());
  const bet = { sessionId: table.sessionOf('ann'), seat: 1, kind: 'seat', amount: 1000 } as const;
  const running = table.carryOut({ do: 'bet', bet }, asking, freezes).catch((error: unknown) => {
    // It is answered as any other trouble with the database: 503, to be tried again.
    expect([error, isDatabaseGone(error)]).toEqual([error, true]);
    return 'failed';
  });
  const repeated = async (): Promise<Done> => {
    for (;;) {
      const done = await table.carryOut({ do: 'bet', bet }, asking, table.context({ dataSource: others }));
      if (typeof done === 'string' || !('refused' in done)) return done;
    }
  };
  await waitUntil(() => reached);
  const since = performance.now();
  expect(await repeated()).toMatchObject({ status: 200 });
  expect(performance.now() - since).toBeLessThan(5000);
  thaw();
  expect(await running).toBe('failed');
  expect((await table.seenBy('ann')).you?.sheet).toMatchObject([{ amount: 1000 }]);
}, 20_000);
