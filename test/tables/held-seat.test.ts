import { playerKeyOf } from '../../src/application/ids';
import type { TableContext } from '../../src/application/tables/context';
import { runTable } from '../../src/application/tables/on-time';
import { TABLE_CONTEXT } from '../../src/http/tables/table-context';
import { Casino, type OpenSession } from '../support/casino';
import { HttpTable } from './http-table';
import { somebodyWaits } from './waiting';

let casino: Casino;
let table: HttpTable;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

beforeEach(async () => {
  table = await drivenTable();
});

async function pass(): Promise<void> {
  casino.app.clock.now = new Date(casino.app.clock.now.getTime() + 60_000);
  expect(await run(table.id)).toBe('moved');
}

/** What time has brought to one of the tables; `hook` is called before it is committed. */
function run(tableId: string, hook?: () => Promise<void>): ReturnType<typeof runTable> {
  const context = casino.app.app.get<TableContext>(TABLE_CONTEXT);
  const place = { tableKey: playerKeyOf(tableId), tableId };
  return runTable(hook === undefined ? context : { ...context, hook }, place, { holder: 'test', fence: 1 });
}

/** A real table that this test drives; the phases are over when it says so. */
async function drivenTable(): Promise<HttpTable> {
  const opened = await HttpTable.open(casino, { mode: 'real' });
  await casino.app.dataSource.query(
    `INSERT INTO table_leases (table_key, table_id, holder, fence, expires_at) VALUES ($1, $2, 'test', 1, 'infinity')`,
    [playerKeyOf(opened.id), opened.id],
  );
  return opened;
}

function demandPace(milliseconds: number): Promise<unknown> {
  return casino.app.dataSource.query(
    'UPDATE operators SET min_round_interval_ms = $2 WHERE operator_id = $1',
    [casino.operatorId, milliseconds],
  );
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
  await demandPace(600_000);
  await table.bet({ sessionId: id, seat: 2, amount: 1000 });
  await pass();
  const { status, you } = await table.state(id);
  expect([status, you?.sheet]).toMatchObject(['betting', [{ state: 'returned' }]]);
  await demandPace(60_000);
  await table.bet({ sessionId: id, seat: 2, amount: 1000 });
  await pass();
  await demandPace(0);
  expect((await table.state(id)).you?.sheet).toMatchObject([{ state: 'charged' }]);
});

test('two tables that deal to one player at the same instant take turns: the later one gives his bet back', async () => {
  const [here, there] = [table, await drivenTable()];
  const demos: OpenSession[] = [];
  for (const [at, host] of [
    [here, 'ina'],
    [there, 'jon'],
  ] as const) {
    await casino.deposit(host, 100_000);
    const { id } = await at.session({ mode: 'real', playerId: host });
    const demo = await at.session({ mode: 'demo', playerId: 'yan' });
    expect((await at.bet({ sessionId: id, seat: 2, amount: 1000 })).status).toBe(200);
    const behind = { sessionId: demo.id, seat: 2, kind: 'behind', amount: 1000 };
    expect((await at.bet(behind)).status).toBe(200);
    demos.push(demo);
  }
  await demandPace(5000);
  casino.app.clock.now = new Date(casino.app.clock.now.getTime() + 60_000);
  const dealtThere: ReturnType<typeof runTable>[] = [];
  await run(here.id, async () => {
    if (dealtThere.length > 0) return;
    dealtThere.push(run(there.id));
    await somebodyWaits(casino);
  });
  await Promise.all(dealtThere);
  await demandPace(0);
  expect((await here.state(demos[0].id)).you?.sheet).toMatchObject([{ state: 'charged' }]);
  expect((await there.state(demos[1].id)).you?.sheet).toMatchObject([{ state: 'returned' }]);
});

test('however many rounds he has played elsewhere since a table took the id of its next one', async () => {
  const [waits, busy] = [table, await drivenTable()];
  await casino.deposit('xia', 1_000_000);
  const there = await waits.session({ mode: 'real', playerId: 'xia' });
  const here = await busy.session({ mode: 'real', playerId: 'xia' });
  const end = async (at: HttpTable): Promise<void> => {
    casino.app.clock.now = new Date(casino.app.clock.now.getTime() + 60_000);
    await run(at.id);
  };
  for (let round = 0; round < 9; round++) {
    expect((await busy.bet({ sessionId: here.id, seat: 2, amount: 1000 })).status).toBe(200);
    do await end(busy);
    while ((await busy.state()).status !== 'betting');
  }
  // The countdown here began when his session came, before those nine rounds.
  await waits.bet({ sessionId: there.id, seat: 2, amount: 1000 });
  await busy.bet({ sessionId: here.id, seat: 2, amount: 1000 });
  await demandPace(5000);
  await end(waits);
  casino.app.clock.now = new Date(casino.app.clock.now.getTime() + 1000);
  await run(busy.id);
  await demandPace(0);
  expect((await waits.state(there.id)).you?.sheet).toMatchObject([{ state: 'charged' }]);
  expect((await busy.state(here.id)).you?.sheet).toMatchObject([{ state: 'returned' }]);
});
