import { randomUUID } from 'node:crypto';
import { Casino, type Problem, type Reply } from '../support/casino';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});

afterAll(() => casino.close());

const statuses = (replies: readonly Reply<unknown>[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const SIXTEEN = { boxes: [{ box: 1, stake: 1000 }], cards: ['9c', '6d', '7s', 'Th'] };

test('200 parallel bets against money for 50: exactly 50 are accepted', async () => {
  const playerId = `player-${randomUUID()}`;
  // In this game nothing is paid before the end and every deal asks the player: no payout makes room for another bet.
  const session = { gameId: 'blackjack-switch-push22', playerId, mode: 'real' };
  const price = 200;
  await casino.deposit(playerId, 50 * price);
  const sessions = await Promise.all(Array.from({ length: 200 }, () => casino.openSession(session)));
  const replies = await Promise.all(
    sessions.map(({ id }) => casino.deal<Problem>(id, { boxes: [{ box: 1, stake: price / 2 }] })),
  );
  expect(statuses(replies)).toEqual({ 201: 50, 402: 150 });
  const wallets = await casino.get<{ items: unknown[] }>(`/v1/players/${playerId}/wallets`);
  expect(wallets.body.items).toMatchObject([{ currency: 'EUR', balance: 0, inPlay: 50 * price }]);
});

test('of two actions that saw the same version one is carried out', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  const { body: round } = await casino.deal(id, {
    ...SIXTEEN,
    cards: ['2c', '6d', '3s', 'Th', '2d', '2h', '2s', '2c'],
  });
  const hit = { type: 'hit', hand: '1.1', expectedVersion: 1 };
  const replies = await Promise.all(Array.from({ length: 8 }, () => casino.act<Problem>(round.id, hit)));
  expect(statuses(replies)).toEqual({ 200: 1, 409: 7 });
  for (const { status, body } of replies) if (status === 409) expect(body.code).toBe('stale_version');
  expect((await casino.round(round.id)).body).toMatchObject({ version: 2 });
});

test('hits that name no version are carried out one after the other', async () => {
  const { id } = await casino.openSession({ gameId: 'infinite-blackjack' });
  const cards = ['2c', '6d', '2s', '6h', ...Array.from({ length: 8 }, () => 'Ah')];
  const { body: round } = await casino.deal(id, { boxes: [{ box: 1, stake: 1000 }], cards });
  const hit = { type: 'hit', hand: '1.1' };
  // Four and seven aces are 21: the eighth hit finds a hand that stands.
  const replies = await Promise.all(Array.from({ length: 8 }, () => casino.act<Problem>(round.id, hit)));
  expect(statuses(replies)).toEqual({ 200: 7, 409: 1 });
});

test('two rounds are never open in one session', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  const replies = await Promise.all(Array.from({ length: 10 }, () => casino.deal<Problem>(id, SIXTEEN)));
  expect(statuses(replies)).toEqual({ 201: 1, 409: 9 });
  const [refused] = replies.filter(({ status }) => status === 409);
  expect(refused.body).toMatchObject({ code: 'round_open', round: { status: 'playing', sessionId: id } });
  expect((await casino.get<{ balance: number }>(`/v1/sessions/${id}`)).body.balance).toBe(999_000);
});

test('C-25 bets at once on a kept shoe: no card of it is dealt twice, though rounds settle with the deal', async () => {
  const settings = { shuffle: 'cutCard', boxes: 1, decks: 8, insurance: 'none', dealer: 'holeCardChecked' };
  expect((await casino.post('/v1/rule-sets', { id: 'kept', settings })).status).toBe(201);
  const { id } = await casino.openSession({ gameId: 'kept', balance: 1_000_000_000 });
  for (let repeat = 0; repeat < 40; repeat++) {
    const bets = Array.from({ length: 4 }, () =>
      casino.deal<Problem>(id, { boxes: [{ box: 1, stake: 100 }] }),
    );
    for (const { status, body } of await Promise.all(bets)) {
      expect([201, 409]).toContain(status);
      if (body.round?.status === 'playing') await casino.act(body.round.id, { type: 'stand-all' });
    }
    const session = await casino.get<{ openRound: { id: string } | null }>(`/v1/sessions/${id}`);
    if (session.body.openRound !== null) await casino.act(session.body.openRound.id, { type: 'stand-all' });
  }
  // That the rounds of the shoe follow each other without a gap and without an overlap, the audit at the end sees.
});

test('a bet that races the closing of its session: one comes first, and after it nothing is dealt', async () => {
  for (let repeat = 0; repeat < 8; repeat++) {
    const { id } = await casino.openSession({ gameId: 'american-blackjack' });
    const [, dealt] = await Promise.all([
      casino.call('DELETE', `/v1/sessions/${id}`),
      casino.deal(id, SIXTEEN),
    ]);
    expect([201, 409]).toContain(dealt.status);
    const [{ late }] = await casino.app.dataSource.query<[{ late: boolean }]>(
      `SELECT count(*) > 0 AS late FROM rounds JOIN sessions USING (player_key, session_id)
       WHERE session_id = $1 AND rounds.xmin::text::bigint > sessions.xmin::text::bigint AND closed_at IS NOT NULL`,
      [id],
    );
    if (dealt.status === 409) expect(late).toBe(false);
    expect(await casino.deal(id, SIXTEEN)).toMatchObject({ status: 409 });
  }
});

test('C-18 a cancellation that races the settlement: all stakes are back, whoever comes first', async () => {
  for (let repeat = 0; repeat < 10; repeat++) {
    const { id } = await casino.openSession({ gameId: 'american-blackjack' });
    const { body: round } = await casino.deal(id, SIXTEEN);
    const [stand, cancel] = await Promise.all([
      casino.act<Problem>(round.id, { type: 'stand', hand: '1.1' }),
      casino.cancel(round.id, { reason: 'race' }),
    ]);
    expect([200, 409]).toContain(stand.status);
    expect(cancel.status).toBe(200);
    const after = (await casino.round(round.id)).body;
    expect(after).toMatchObject({ status: 'cancelled', net: 0, balance: 1_000_000 });
    expect(after.version).toBe(stand.status === 200 ? 3 : 2);
  }
});

test('of many cancellations at once one wins', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  const { body: round } = await casino.deal(id, SIXTEEN);
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => casino.cancel<Problem>(round.id, { reason: 'twice' })),
  );
  expect(statuses(replies)).toEqual({ 200: 1, 409: 7 });
  for (const { status, body } of replies)
    if (status === 409) expect(body.code).toBe('round_already_cancelled');
});
