import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../src/database/data-source';
import { entities } from '../../src/persistence/entities';
import type { Lease } from '../../src/persistence/tables/commit-table';
import { unavailable } from '../../src/http/unavailable';
import { Casino } from '../support/casino';
import { waitUntil } from '../support/child';
import { AS_SERVED } from '../support/patience';
import { onceWithin } from '../support/within';
import { DeluxeTable } from './deluxe-table';
import { gapsOfTables } from './numbering';
import type { Done } from './orders';

/** Two processes that both believe to drive a table: two contexts with connections of their own. */
let casino: Casino;
let others: DataSource;
/** Whose transactions are ended when they hold a table and do nothing, as soon as those of a server. */
let asServed: DataSource;

beforeAll(async () => {
  casino = await Casino.open();
  const { url } = casino.app.dataSource.options as { url: string };
  others = await createDataSource(url, 4, entities).initialize();
  asServed = await createDataSource(url, 4, entities).setOptions({ applicationName: AS_SERVED }).initialize();
});

afterAll(async () => {
  const gaps = await gapsOfTables(casino.app.dataSource);
  await others.destroy();
  await asServed.destroy();
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
    // At first one after the other, then both at once.
    const [first, second] = time % 2 === 0 ? [runOld, runNew] : [runNew, runOld];
    const done = time < 2 ? [await first(), await second()] : await Promise.all([first(), second()]);
    const [fromOld, fromNew] = time % 2 === 0 ? done : done.reverse();
    expect([time, phase, fromNew]).toEqual([time, phase, 'moved']);
    expect(['lost', 'nothing']).toContain(fromOld);
    seen[fromOld as 'lost' | 'nothing'] += 1;
    expect((await table.kept()).eventNo).toBeGreaterThan(eventNo);
  }
  expect(seen.lost).toBeGreaterThan(0);
  expect(seen.nothing).toBeGreaterThan(0);
});

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

interface Freeze {
  readonly hook: () => Promise<void>;
  /** Whether it has come to the point at which it freezes. */
  isReached: boolean;
  thaw: () => void;
}

/** What freezes when a transaction is all but through. */
function freezing(): Freeze {
  const freeze: Freeze = {
    hook: () => {
      freeze.isReached = true;
      return frozen;
    },
    isReached: false,
    thaw: () => undefined,
  };
  const frozen = new Promise<void>((resolve) => (freeze.thaw = resolve));
  return freeze;
}

test('a holder that freezes with the table in his hand is overtaken within five seconds, and writes nothing later', () =>
  onceWithin(5000, async () => {
    const table = await openTable();
    await placeBets(table);
    await table.untilDue();
    await table.leaseEnds('clock_timestamp()');
    const lease = (await table.claimFree('frozen')) as Lease;
    const freeze = freezing();
    const freezes = table.context({ dataSource: asServed, hook: freeze.hook });
    const running = table.carryOut({ do: 'time', lease }, table.asking(), freezes).catch(() => 'failed');
    await waitUntil(() => freeze.isReached);
    const since = performance.now();
    let overtaking: Lease | null = null;
    await waitUntil(async () => (overtaking = await table.claimFree('successor', others)) !== null);
    const order = { do: 'time', lease: overtaking as unknown as Lease } as const;
    await table.leaseEnds(`'infinity'`);
    expect(await table.carryOut(order, table.asking(), table.context({ dataSource: others }))).toBe('moved');
    const tookMs = performance.now() - since;
    const { eventNo } = await table.kept();
    freeze.thaw();
    expect(await running).toBe('failed');
    expect((await table.kept()).eventNo).toBe(eventNo);
    expect(await table.balanceOf('ann')).toBeLessThanOrEqual(1_001_500);
    expect(await table.balanceOf('bob')).not.toBe(1_000_000);
    return tookMs;
  }));

test('a command that freezes with the table in its hand is undone, and can be repeated under its key', () =>
  onceWithin(5000, async () => {
    const table = await openTable();
    const freeze = freezing();
    const freezes = table.context({ dataSource: asServed, hook: freeze.hook });
    const asking = table.asking(randomUUID());
    const bet = { sessionId: table.sessionOf('ann'), seat: 1, kind: 'seat', amount: 1000 } as const;
    const running = table.carryOut({ do: 'bet', bet }, asking, freezes).catch((error: unknown) => {
      // It is answered as any other trouble with the database: 503, to be tried again.
      expect([error, unavailable(error)]).toEqual([error, expect.anything()]);
      return 'failed';
    });
    const repeated = async (): Promise<Done> => {
      for (;;) {
        const done = await table.carryOut({ do: 'bet', bet }, asking, table.context({ dataSource: others }));
        if (typeof done === 'string' || !('refused' in done)) return done;
      }
    };
    await waitUntil(() => freeze.isReached);
    const since = performance.now();
    expect(await repeated()).toMatchObject({ status: 200 });
    const tookMs = performance.now() - since;
    freeze.thaw();
    expect(await running).toBe('failed');
    expect((await table.seenBy('ann')).you?.sheet).toMatchObject([{ amount: 1000 }]);
    return tookMs;
  }));
