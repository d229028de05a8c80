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

test('DX-08: a bettor who plays for nothing meanwhile is told as a real session what a cancelled round gave back', async () => {
  for (const playerId of ['una', 'host']) await casino.deposit(playerId, 100_000);
  const host = await table.session({ mode: 'real', playerId: 'host' });
  const una = await table.session({ mode: 'real', playerId: 'una' });
  await table.bet({ sessionId: host.id, seat: 1, amount: 1000 });
  await table.bet({ sessionId: una.id, seat: 1, kind: 'behind', amount: 700 });
  const { roundId } = await table.state();
  await pass();
  while ((await table.state()).status !== 'betting') await pass();
  const demo = await table.session({ mode: 'demo', playerId: 'una' });
  await table.bet({ sessionId: host.id, seat: 1, amount: 1000 });
  expect((await table.bet({ sessionId: demo.id, seat: 1, kind: 'behind', amount: 900 })).status).toBe(200);
  expect((await casino.cancel(roundId, { reason: 'wrong_cards' })).status).toBe(200);
  const [{ told }] = await casino.app.dataSource.query<[{ told: object }]>(
    'SELECT private->$2 AS told FROM table_events WHERE table_id = $1 ORDER BY event_no DESC LIMIT 1',
    [table.id, String(playerKeyOf(una.id))],
  );
  expect(told).toMatchObject({ mode: 'real', refunded: 700, balance: 100_000 });
  expect(told).not.toHaveProperty('sheet');
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
