import type { QueryRunner } from 'typeorm';
import { createDataSource } from '../../src/database/data-source';
import { Casino } from '../support/casino';
import { waitUntil } from '../support/child';
import { somebodyWaits } from '../tables/waiting';
import { DeluxeTable } from './deluxe-table';
import { gapsOfTables } from './numbering';

/** More players at one table than the process has connections: nobody else waits for them. */
let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});

afterAll(async () => {
  const gaps = await gapsOfTables(casino.app.dataSource);
  await casino.close();
  expect(gaps).toEqual([]);
});

/** Does something while somebody elsewhere holds the table, so that everybody else waits for it. */
async function whileHeld(
  { place }: DeluxeTable,
  work: (holder: QueryRunner) => Promise<void>,
): Promise<void> {
  const { url } = casino.app.dataSource.options as { url: string };
  const elsewhere = await createDataSource(url, 1).initialize();
  const holder = elsewhere.createQueryRunner();
  await holder.startTransaction();
  await holder.query('SELECT FROM tables WHERE table_id = $1 FOR UPDATE', [place.tableId]);
  try {
    await work(holder);
  } finally {
    if (holder.isTransactionActive) await holder.rollbackTransaction();
    await holder.release();
    await elsewhere.destroy();
  }
}

interface Crowd {
  /** How many of the thirty have been answered. */
  answered: number;
  readonly statuses: Promise<number[]>;
}

/** Thirty players, all of whom want one seat at the same time. */
async function crowdAt({ http }: DeluxeTable): Promise<() => Crowd> {
  const players = await Promise.all(Array.from({ length: 30 }, () => http.session()));
  return () => {
    const bets = players.map(async ({ id }) => {
      const { status } = await http.bet({ sessionId: id, seat: 1, kind: 'seat', amount: 1000 });
      crowd.answered += 1;
      return status;
    });
    const crowd: Crowd = { answered: 0, statuses: Promise.all(bets) };
    return crowd;
  };
}

const ONE_HAS_IT = [200, ...Array<number>(29).fill(409)];

test('a crowd at one table keeps neither its driver, nor its supervisor, nor another table from the database', async () => {
  const [crowded, quiet] = [await DeluxeTable.open(casino), await DeluxeTable.open(casino)];
  const comes = await crowdAt(crowded);
  const ann = await quiet.enters('ann', {});
  const crowds: Crowd[] = [];
  await whileHeld(crowded, async () => {
    crowds.push(comes());
    await somebodyWaits(casino);
    const bet = { sessionId: ann.id, seat: 1, kind: 'seat', amount: 1000 };
    expect((await quiet.http.bet(bet)).status).toBe(200);
    await quiet.endsPhase();
    // Had it waited for a connection, some of them would have been sent away for the lock before.
    expect(crowds[0].answered).toBe(0);
  });
  expect((await crowds[0].statuses).sort()).toEqual(ONE_HAS_IT);
  while ((await quiet.kept()).phase !== 'betting') await quiet.endsPhase();
});

test('a supervisor does not stand in the queue of the players', async () => {
  const table = await DeluxeTable.open(casino);
  const comes = await crowdAt(table);
  const waiting = async (): Promise<number> => {
    const [{ count }] = await table.dataSource.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return count;
  };
  const crowds: Crowd[] = [];
  await whileHeld(table, async (holder) => {
    crowds.push(comes());
    // Two of the crowd are let through to the table's lock; the supervisor waits for it beside them.
    await waitUntil(async () => (await waiting()) === 2);
    const paused = table.http.pause();
    await waitUntil(async () => (await waiting()) === 3);
    await holder.rollbackTransaction();
    await paused;
    expect(crowds[0].answered).toBeLessThan(10);
  });
  const statuses = await crowds[0].statuses;
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(new Set(statuses)).toEqual(new Set([200, 409]));
});
