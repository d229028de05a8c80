import { randomUUID } from 'node:crypto';
import { Casino, type Problem } from '../support/casino';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});

afterAll(() => casino.close());

interface Movement {
  readonly kind: string;
  readonly bet: string;
  readonly amount: number;
}

const movementsOf = (roundId: string): Promise<Movement[]> =>
  casino.app.dataSource.query(
    `SELECT kind, bet, amount FROM transfers WHERE round_id = $1 ORDER BY entry_no`,
    [roundId],
  );

test('C-18 an open round: every stake goes back, side bet, split and double included', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  const { body: round } = await casino.deal(id, {
    boxes: [{ box: 1, stake: 1000, sideBets: { sevens: 100 } }],
    cards: ['8c', '6d', '8s', 'Th', '3c', '9d', '2c'],
  });
  await casino.act(round.id, { type: 'split', hand: '1.1' });
  await casino.act(round.id, { type: 'double', hand: '1.1' });
  const headers = { 'x-actor-name': 'Ada L.' };
  const note = 'The table froze.';
  const { status, body } = await casino.cancel(round.id, { reason: 'fault', note }, { headers });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'cancelled',
    staked: 3100,
    returned: 3100,
    net: 0,
    balance: 1_000_000,
  });
  expect(body).toMatchObject({ allowed: [], deadline: null, dealer: { cards: ['6d', 'Th'] } });
  expect((await movementsOf(round.id)).filter(({ kind }) => kind === 'refund')).toEqual([
    { kind: 'refund', bet: '1.1', amount: 1000 },
    { kind: 'refund', bet: '1:sevens', amount: 100 },
    { kind: 'refund', bet: '1.2', amount: 1000 },
    { kind: 'refund', bet: '1.1', amount: 1000 },
  ]);
  const [audit] = await casino.app.dataSource.query<Record<string, unknown>[]>(
    'SELECT * FROM cancellations WHERE round_id = $1',
    [round.id],
  );
  expect(audit).toMatchObject({
    reason: 'fault',
    note,
    actor_name: 'Ada L.',
    actor_key_id: casino.keyId,
    status_before: 'playing',
    amounts: [{ currency: 'EUR', refunded: 3100, reversed: 0 }],
    round_before: {
      version: 3,
      status: 'playing',
      dealer: { cards: ['6d', '??'] },
      dealerCards: ['6d', 'Th'],
    },
  });
});

test('C-18 an insurance goes back too, and offers that were open are closed', async () => {
  const { id } = await casino.openSession({ gameId: 'classic-blackjack' });
  const { body: round } = await casino.deal(id, {
    boxes: [
      { box: 1, stake: 1000 },
      { box: 2, stake: 400 },
    ],
    cards: ['9c', 'Tc', 'Ad', '9s', '8c', 'Kh'],
  });
  await casino.act(round.id, { type: 'insurance', accept: true, hand: '1.1' });
  const { body } = await casino.cancel(round.id, { reason: 'fault' });
  expect(body).toMatchObject({
    status: 'cancelled',
    staked: 1900,
    returned: 1900,
    allowed: [],
    balance: 1_000_000,
  });
});

test('C-18 a settled round: payouts are taken back as well', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  const { body: round } = await casino.deal(id, {
    boxes: [{ box: 1, stake: 2000 }],
    cards: ['Kd', '7h', 'Ac', 'Jc'],
  });
  expect(round).toMatchObject({ status: 'settled', balance: 1_003_000 });
  const { body } = await casino.cancel(round.id, { reason: 'wrong_payout' });
  expect(body).toMatchObject({ status: 'cancelled', version: 2, returned: 2000, net: 0, balance: 1_000_000 });
  expect(await movementsOf(round.id)).toEqual([
    { kind: 'stake', bet: '1.1', amount: 2000 },
    { kind: 'payout', bet: '1.1', amount: 5000 },
    { kind: 'refund', bet: '1.1', amount: 2000 },
    { kind: 'reversal', bet: '1.1', amount: 5000 },
  ]);
});

test('payouts that are gone cannot be taken back', async () => {
  const playerId = `player-${randomUUID()}`;
  await casino.deposit(playerId, 2000);
  // A win cannot be chosen for real money: a play session has its own balance and is emptied by the next bet.
  const { id } = await casino.openSession({ gameId: 'american-blackjack', playerId, balance: 2000 });
  const won = await casino.deal(id, { boxes: [{ box: 1, stake: 2000 }], cards: ['Kd', '7h', 'Ac', 'Jc'] });
  expect(won.body.balance).toBe(5000);
  await casino.deal(id, { boxes: [{ box: 1, stake: 4000 }], cards: ['9c', 'Kd', '7s', 'Ah'] });
  const reply = await casino.cancel<Problem>(won.body.id, { reason: 'late' });
  expect(reply).toMatchObject({
    status: 409,
    body: { code: 'reversal_exceeds_balance', balance: 1000, price: 3000, round: { status: 'settled' } },
  });
});

test('a cancelled round takes no actions and is not cancelled again; the session can go on', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  const sixteen = { boxes: [{ box: 1, stake: 1000 }], cards: ['9c', '6d', '7s', 'Th'] };
  const { body: round } = await casino.deal(id, sixteen);
  await casino.cancel(round.id, { reason: 'fault' });
  const stand = await casino.act<Problem>(round.id, { type: 'stand', hand: '1.1' });
  expect(stand).toMatchObject({
    status: 409,
    body: { code: 'action_not_allowed', round: { status: 'cancelled' } },
  });
  const again = await casino.cancel<Problem>(round.id, { reason: 'other' });
  expect(again).toMatchObject({ status: 409, body: { code: 'round_already_cancelled' } });
  expect((await casino.deal(id, sixteen)).status).toBe(201);
});

test('cancelling needs the scope admin', async () => {
  const { id, token } = await casino.openSession({ gameId: 'american-blackjack' });
  const { body: round } = await casino.deal(id, { boxes: [{ box: 1, stake: 100 }] });
  const { key } = await casino.app.addKey(casino.operatorId, ['play', 'wallet', 'history']);
  for (const other of [key, token]) {
    expect(await casino.cancel(round.id, { reason: 'x' }, { key: other })).toMatchObject({ status: 403 });
  }
});
