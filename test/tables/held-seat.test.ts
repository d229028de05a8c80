import { playerKeyOf } from '../../src/application/ids';
import type { TableContext } from '../../src/application/tables/context';
import { runTable } from '../../src/application/tables/on-time';
import { TABLE_CONTEXT } from '../../src/http/tables/table-context';
import { Casino } from '../support/casino';
import { HttpTable } from './http-table';

let casino: Casino;
let table: HttpTable;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

/** A real table that this test drives; the phases are over when it says so. */
beforeEach(async () => {
  table = await HttpTable.open(casino, { mode: 'real' });
  await casino.app.dataSource.query(
    `INSERT INTO table_leases (table_key, table_id, holder, fence, expires_at) VALUES ($1, $2, 'test', 1, 'infinity')`,
    [playerKeyOf(table.id), table.id],
  );
});

async function pass(): Promise<void> {
  const context = casino.app.app.get<TableContext>(TABLE_CONTEXT);
  casino.app.clock.now = new Date(casino.app.clock.now.getTime() + 60_000);
  const place = { tableKey: playerKeyOf(table.id), tableId: table.id };
  expect(await runTable(context, place, { holder: 'test', fence: 1 })).toBe('moved');
}

test('DX-08: who holds a seat with real money cannot bet on it, or behind others, with play money', async () => {
  await casino.deposit('ann', 100_000);
  const real = await table.session({ mode: 'real', playerId: 'ann' });
  await table.bet({ sessionId: real.id, seat: 3, amount: 1000 });
  await pass();
  while ((await table.state()).status !== 'betting') await pass();
  expect((await table.state(real.id)).seats[2]).toMatchObject({ state: 'taken', you: true });
  const demo = await table.session({ mode: 'demo', playerId: 'ann' });
  for (const kind of ['seat', 'behind', 'pairs']) {
    const reply = await table.bet<{ code: string }>({ sessionId: demo.id, seat: 3, kind, amount: 1000 });
    expect([kind, reply.status, reply.body.code]).toEqual([kind, 409, 'session_conflict']);
  }
  const again = await table.bet({ sessionId: real.id, seat: 3, amount: 1000 });
  expect([again.status, again.body.cost]).toEqual([200, 1000]);
  expect((await table.state(demo.id)).you).toMatchObject({ sheet: [], balance: 1_000_000 });
  expect((await table.state(real.id)).you).toMatchObject({ sheet: [{ amount: 1000 }] });
});

test('DX-08: a session of play money plays nothing that its player has there for real, nor gives it up', async () => {
  await casino.deposit('eve', 100_000);
  const real = await table.session({ mode: 'real', playerId: 'eve' });
  const demo = await table.session({ mode: 'demo', playerId: 'eve' });
  await table.bet({ sessionId: real.id, seat: 2, amount: 1000 });
  const refused = { status: 409, body: { code: 'session_conflict' } };
  expect(await table.takeBack(`?sessionId=${demo.id}`)).toMatchObject(refused);
  expect(await table.leave(2, `?sessionId=${demo.id}`)).toMatchObject(refused);
  await pass();
  for (const type of ['hit', 'double', 'stand']) {
    expect(await table.act({ sessionId: demo.id, type, hand: '2.1' })).toMatchObject(refused);
  }
  expect((await table.state(real.id)).you).toMatchObject({
    sheet: [{ amount: 1000, state: 'charged' }],
    queued: [],
  });
});

test('the pace that the operator demands holds at tables: a bet that comes too soon after a round goes back', async () => {
  await casino.deposit('zoe', 100_000);
  const { id } = await table.session({ mode: 'real', playerId: 'zoe' });
  await table.bet({ sessionId: id, seat: 2, amount: 1000 });
  await pass();
  while ((await table.state()).status !== 'betting') await pass();
  const demand = (milliseconds: number): Promise<unknown> =>
    casino.app.dataSource.query('UPDATE operators SET min_round_interval_ms = $2 WHERE operator_id = $1', [
      casino.operatorId,
      milliseconds,
    ]);
  await demand(600_000);
  await table.bet({ sessionId: id, seat: 2, amount: 1000 });
  await pass();
  const { status, you } = await table.state(id);
  expect([status, you?.sheet]).toMatchObject(['betting', [{ state: 'returned' }]]);
  await demand(60_000);
  await table.bet({ sessionId: id, seat: 2, amount: 1000 });
  await pass();
  await demand(0);
  expect((await table.state(id)).you?.sheet).toMatchObject([{ state: 'charged' }]);
});
