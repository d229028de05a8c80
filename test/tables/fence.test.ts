import { randomUUID } from 'node:crypto';
import { playerKeyOf } from '../../src/application/ids';
import type { TableContext } from '../../src/application/tables/context';
import { runTable } from '../../src/application/tables/on-time';
import { TABLE_CONTEXT } from '../../src/http/tables/table-context';
import { claimTables } from '../../src/persistence/tables/leases';
import { Casino } from '../support/casino';
import { HttpTable } from './http-table';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

test('a process that slept while another took its table over writes nothing, not even in its own time', async () => {
  const { dataSource, app, clock } = casino.app;
  const context = app.get<TableContext>(TABLE_CONTEXT, { strict: false });
  const table = await HttpTable.open(casino);
  const { id: sessionId } = await table.session();
  await table.bet({ sessionId, seat: 1, amount: 1000 });
  const place = { tableId: table.id, tableKey: playerKeyOf(table.id) };
  const [frozen, awake] = [randomUUID(), randomUUID()];
  const [before] = await claimTables(dataSource.manager, frozen, 1);
  await dataSource.query(`UPDATE table_leases SET expires_at = clock_timestamp()`);
  clock.now = new Date(clock.now.getTime() + 60_000);
  const asItWas = await table.state();

  // Its lease is over, and nobody has taken the table yet.
  expect(await runTable(context, place, before)).toBe('lost');
  const [after] = await claimTables(dataSource.manager, awake, 1);
  await dataSource.query(`UPDATE table_leases SET expires_at = 'infinity'`);
  expect([before.fence, after.fence]).toEqual([1, 2]);
  expect(await runTable(context, place, before)).toBe('lost');
  // Somebody who borrowed the name of the new holder, or its fence, has not its lease.
  expect(await runTable(context, place, { holder: awake, fence: 1 })).toBe('lost');
  expect(await runTable(context, place, { holder: frozen, fence: 2 })).toBe('lost');
  expect(await table.state()).toEqual(asItWas);

  expect(await runTable(context, place, after)).toBe('moved');
  expect((await table.state()).eventId).toBeGreaterThan(asItWas.eventId);
});
