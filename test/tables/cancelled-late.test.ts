import { playerKeyOf } from '../../src/application/ids';
import type { TableBody } from '../../src/application/tables/table-body';
import { Casino, type OpenSession } from '../support/casino';
import { HttpTable } from './http-table';

let casino: Casino;
let table: HttpTable;
let ann: OpenSession;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

/** Ann has won 1000 on seat 1 with 19 against 17: the result stands. */
beforeEach(async () => {
  table = await HttpTable.open(casino);
  ann = await table.session();
  await table.bet({ sessionId: ann.id, seat: 1, amount: 1000 });
  await table.cards('Th', '7c', '9d', 'Td');
  await table.advance();
  await table.act({ sessionId: ann.id, type: 'stand', hand: '1.1' });
});

async function cancelled(roundId: string): Promise<unknown[]> {
  const { status, body } = await casino.cancel(roundId, { reason: 'wrong_cards' });
  return [status, body.status, body.staked, body.returned];
}

async function standing(): Promise<TableBody> {
  return table.state(ann.id);
}

test('C-18: a round is cancelled while its result stands: the payout goes back, and the table goes on', async () => {
  const { roundId, status, you } = await standing();
  expect([status, you?.balance]).toEqual(['result', 1_001_000]);
  expect(await cancelled(roundId)).toEqual([200, 'cancelled', 1000, 1000]);
  const after = await standing();
  expect([after.status, after.you?.balance, after.you?.sheet]).toMatchObject([
    'result',
    1_000_000,
    [{ state: 'returned' }],
  ]);
  expect((await table.advance()).status).toBe('betting');
});

test('C-18: a round is cancelled when its table has gone on, and when it is closed', async () => {
  const { roundId } = await standing();
  await table.advance();
  await table.bet({ sessionId: ann.id, seat: 1, amount: 500 });
  expect(await cancelled(roundId)).toEqual([200, 'cancelled', 1000, 1000]);
  expect((await standing()).you).toMatchObject({
    balance: 1_000_000,
    sheet: [{ amount: 500, state: 'placed' }],
  });
});

test('C-18: the last round of a closed table is cancelled; the table stays closed since then', async () => {
  const { roundId } = await standing();
  await table.call('PATCH', '', { status: 'closed' });
  await table.advance();
  const closedAt = async (): Promise<unknown> =>
    casino.app.dataSource.query('SELECT closed_at FROM tables WHERE table_id = $1', [table.id]);
  const before = await closedAt();
  casino.app.clock.now = new Date(casino.app.clock.now.getTime() + 60_000);
  expect(await cancelled(roundId)).toEqual([200, 'cancelled', 1000, 1000]);
  expect((await standing()).status).toBe('closed');
  expect(await closedAt()).toEqual(before);
  expect((await cancelled(roundId))[0]).toBe(409);
});

test('C-18: who plays already is told what came back, and his sheet as it is now', async () => {
  const { roundId } = await standing();
  await table.advance();
  await table.bet({ sessionId: ann.id, seat: 2, amount: 500 });
  await table.bet({ sessionId: ann.id, seat: 1, amount: 500 });
  await table.cards('Th', '9h', '7c', '2d', '4h', 'Td');
  await table.advance();
  await table.act({ sessionId: ann.id, type: 'hit', hand: '2.1' });
  await cancelled(roundId);
  const [{ told }] = await casino.app.dataSource.query<[{ told: object }]>(
    'SELECT private->$2 AS told FROM table_events WHERE table_id = $1 ORDER BY event_no DESC LIMIT 1',
    [table.id, String(playerKeyOf(ann.id))],
  );
  const you = (await standing()).you;
  expect(you?.queued).toEqual([{ hand: '2.1', type: 'hit' }]);
  expect(told).toMatchObject({ refunded: 1000, reversed: 2000, queued: you?.queued, balance: you?.balance });
});

test('C-18: every answer tells the same version of a round that was cancelled', async () => {
  await cancelled((await standing()).roundId);
  expect((await table.pause()).roundVersion).toBe((await standing()).roundVersion);
  await table.resume();
  expect((await table.advance()).roundVersion).toBe(0);
});

test('C-18: a round whose cards are not dealt has nothing to give back: 409, and the bets stay', async () => {
  await table.advance();
  await table.bet({ sessionId: ann.id, seat: 1, amount: 500 });
  const { roundId } = await standing();
  for (const pausing of [false, true]) {
    if (pausing) await table.pause();
    const { status, body } = await casino.cancel<{ code: string }>(roundId, { reason: 'too_early' });
    expect([pausing, status, body.code]).toEqual([pausing, 409, 'action_not_allowed']);
  }
  expect((await standing()).you?.sheet).toMatchObject([{ amount: 500, state: 'placed' }]);
});

test('C-18: what a wallet no longer holds is not taken back; whose it is, the answer does not name', async () => {
  const limits = {
    stake: { min: 500, max: 2_000_000, step: 500 },
    sideBet: { min: 500, max: 2_000_000, step: 500 },
  };
  const { roundId } = await standing();
  await table.call('PATCH', '', { limits, reason: 'test' });
  await table.advance();
  expect((await table.bet({ sessionId: ann.id, seat: 1, amount: 1_001_000 })).status).toBe(200);
  await table.cards('Th', '7c', '9d', 'Td');
  await table.advance();
  const refused = await casino.cancel(roundId, { reason: 'wrong_cards' });
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'reversal_exceeds_balance', balance: 0, price: 1000 },
  });
  expect(refused.text).toContain('The wallet of bettor 0 holds 0');
  expect(refused.text).not.toContain(ann.playerId);
  expect((await casino.round(roundId)).body).toMatchObject({ status: 'settled' });
});
