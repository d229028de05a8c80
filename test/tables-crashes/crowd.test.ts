import { setTimeout as sleep } from 'node:timers/promises';
import { createDataSource } from '../../src/database/data-source';
import { Casino } from '../support/casino';
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

test('a crowd at one table keeps neither its driver, nor its supervisor, nor another table from the database', async () => {
  const [crowded, quiet] = [await DeluxeTable.open(casino), await DeluxeTable.open(casino)];
  const players = await Promise.all(Array.from({ length: 30 }, () => crowded.http.session()));
  const ann = await quiet.enters('ann', {});
  const { url } = casino.app.dataSource.options as { url: string };
  const elsewhere = await createDataSource(url, 1).initialize();
  const holds = elsewhere.createQueryRunner();
  await holds.startTransaction();
  await holds.query('SELECT FROM tables WHERE table_id = $1 FOR UPDATE', [crowded.place.tableId]);
  const waiting = players.map(({ id }) =>
    crowded.http.bet({ sessionId: id, seat: 1, kind: 'seat', amount: 1000 }),
  );
  try {
    await sleep(200);
    const since = performance.now();
    expect((await quiet.http.bet({ sessionId: ann.id, seat: 1, kind: 'seat', amount: 1000 })).status).toBe(
      200,
    );
    await quiet.endsPhase();
    expect(performance.now() - since).toBeLessThan(2500);
  } finally {
    await holds.rollbackTransaction();
    await holds.release();
    await elsewhere.destroy();
  }
  const codes = (await Promise.all(waiting)).map(({ status }) => status).sort();
  expect(codes).toEqual([200, ...Array<number>(29).fill(409)]);
  while ((await quiet.kept()).phase !== 'betting') await quiet.endsPhase();
}, 30_000);

test('a supervisor does not stand in the queue of the players', async () => {
  const table = await DeluxeTable.open(casino);
  const players = await Promise.all(Array.from({ length: 30 }, () => table.http.session()));
  let placed = 0;
  const bets = players.map(async ({ id }) => {
    const { status } = await table.http.bet({ sessionId: id, seat: 1, kind: 'seat', amount: 1000 });
    if (status !== 503) placed += 1;
  });
  await sleep(20);
  await table.http.pause();
  expect(placed).toBeLessThan(players.length);
  await Promise.all(bets);
});
