import { randomUUID } from 'node:crypto';
import type { Reminder } from '../../src/application/compliance/reminders';
import { Casino, type OpenSession, type Problem } from '../support/casino';
import { HttpTable } from '../tables/http-table';
import { GAME, NATURAL, pass, sessionOf } from './house';
import { RealTable } from './real-table';

/** What reminds one person of all that he does, in however many windows, at shared tables and beside them. */
let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

interface Reminded extends Problem {
  readonly reminder?: Reminder;
}

const HOUR = 3_600_000;
const reminded = { reminderSeconds: 3600 };
const reminderOf = async (id: string): Promise<Reminder | null> =>
  (await casino.get<{ reminder: Reminder | null }>(`/v1/sessions/${id}`)).body.reminder;

/** What a player has staked and got back in the rounds of a table, by its history. */
async function historyOf(table: HttpTable, playerId: string): Promise<{ staked: number; returned: number }> {
  const path = `/v1/rounds?tableId=${table.id}&playerId=${playerId}`;
  const { body } = await casino.get<{ items: { staked: number; returned: number }[] }>(path);
  const sum = (field: 'staked' | 'returned'): number =>
    body.items.reduce((all, round) => all + round[field], 0);
  return { staked: sum('staked'), returned: sum('returned') };
}

test('at a table the next bet is held until the reminder is acknowledged; bets that were placed are dealt', async () => {
  const table = await RealTable.open(casino);
  await casino.deposit('ann', 100_000);
  const ann = await table.http.session({ mode: 'real', playerId: 'ann', ...reminded });
  const bet = { sessionId: ann.id, seat: 1, amount: 1000 };
  const openedAt = casino.app.clock.now.getTime();
  await table.http.bet(bet);
  pass(casino, HOUR);
  const key = { idempotencyKey: randomUUID(), key: ann.token };
  const held = await table.http.bet<Reminded>(bet, key);
  const due = { intervalSeconds: 3600, dueAt: new Date(openedAt + HOUR).toISOString(), elapsedSeconds: 3600 };
  const reminder = { ...due, staked: 0, returned: 0, net: 0 };
  expect(held).toMatchObject({ status: 409, body: { code: 'reminder_due', retryable: false, reminder } });
  expect(await table.betStates(ann.id)).toEqual(['placed']);
  await table.playRound();
  const played = await historyOf(table.http, 'ann');
  expect(played.staked).toBe(1000);
  const net = played.returned - played.staked;
  expect((await table.http.bet<Reminded>(bet)).body.reminder).toMatchObject({ ...played, net });
  const acknowledged = await casino.post(`/v1/sessions/${ann.id}/reminder/acknowledge`, undefined, {
    key: ann.token,
  });
  expect(acknowledged.status).toBe(200);
  expect((await table.http.bet(bet)).status).toBe(200);
  expect((await table.http.bet<Reminded>(bet, key)).text).toBe(held.text);
});

async function playAt(table: HttpTable, bets: readonly (readonly [string, number])[]): Promise<void> {
  // Ids tell the order of rounds by the millisecond.
  pass(casino, 1000);
  await table.cards('Tc', '6d', '9s', 'Th', 'Kc');
  for (const [sessionId, amount] of bets) {
    const reply = await table.bet({ sessionId, seat: 1, amount });
    if (reply.status !== 200) throw new Error(reply.text);
  }
  await table.advance();
  await table.act({ sessionId: bets[0][0], type: 'stand', hand: '1.1' });
  await table.advance();
}

test('who bets on one seat from two windows is told in both what he has won and staked in all', async () => {
  const table = await HttpTable.open(casino);
  const playerId = randomUUID();
  const one = await table.session({ playerId, ...reminded });
  const other = await table.session({ playerId, ...reminded });
  // The first one to bet pays for both: the round is of his session.
  await playAt(table, [
    [other.id, 1000],
    [one.id, 4000],
  ]);
  const won = { staked: 5000, returned: 10_000, net: 5000 };
  expect(await reminderOf(one.id)).toMatchObject(won);
  expect(await reminderOf(other.id)).toMatchObject(won);
});

/** A demo round, whose cards nobody chooses, to its end. */
async function playForNothing(playerId: string): Promise<void> {
  const session = await sessionOf(casino, playerId, { mode: 'demo', gameId: GAME });
  let { body } = await casino.deal(session, { boxes: [{ box: 1, stake: 7000 }] });
  while (body.status !== 'settled') {
    const [{ type, hand }] = body.allowed as readonly { type: string; hand?: string }[];
    const isOffer = type === 'insurance' || type === 'even-money';
    const action = isOffer ? { type, hand, accept: false } : { type: 'stand-all' };
    const reply = await casino.act(body.id, action);
    if (reply.status !== 200) throw new Error(reply.text);
    body = reply.body;
  }
}

test('the result is of the time since that session was opened, of its game and kind of money', async () => {
  const playerId = randomUUID();
  const first = await sessionOf(casino, playerId, reminded);
  await casino.deal(first, NATURAL);
  pass(casino, 1000);
  const second = await sessionOf(casino, playerId, reminded);
  expect(await reminderOf(second)).toMatchObject({ staked: 0, net: 0 });
  await casino.deal(second, NATURAL);
  for (const [who, session] of [
    [playerId, { currency: 'USD' }],
    [playerId, { gameId: 'american-blackjack-zero-edge' }],
    [randomUUID(), {}],
  ] as const) {
    const { body } = await casino.deal(await sessionOf(casino, who, session), NATURAL);
    expect([session, body.status]).toEqual([session, 'settled']);
  }
  await playForNothing(playerId);
  expect(await reminderOf(second)).toMatchObject({ staked: 1000, net: 1500 });
  expect(await reminderOf(first)).toMatchObject({ elapsedSeconds: 1, staked: 2000, net: 3000 });
});

test('the first round after a table has rested counts, although its id is from before', async () => {
  const table = await HttpTable.open(casino);
  const playerId = randomUUID();
  const session = (): Promise<OpenSession> => table.session({ playerId, ...reminded });
  const before = await session();
  await playAt(table, [[before.id, 9000]]);
  pass(casino, 5 * HOUR);
  const after = await session();
  expect(await reminderOf(after.id)).toMatchObject({ staked: 0, returned: 0 });
  for (const amount of [1000, 2000]) await playAt(table, [[after.id, amount]]);
  expect(await reminderOf(after.id)).toMatchObject({ staked: 3000, returned: 6000 });
});
