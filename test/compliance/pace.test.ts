import { randomUUID } from 'node:crypto';
import { holdPost } from '../http/held-request';
import { Casino, type Problem } from '../support/casino';
import { command, NATURAL, pass, sessionOf } from './house';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
  await command(casino, ['set', 'operator-1', '--min-round-interval', '2.5']);
});
afterAll(() => casino.close());

interface TooSoon extends Problem {
  readonly availableAt?: string;
  readonly retryable?: boolean;
}

test('rounds begin so far apart; one that comes too early is told when', async () => {
  const id = await sessionOf(casino);
  const dealtAt = casino.app.clock.now;
  expect((await casino.deal(id, NATURAL)).status).toBe(201);
  pass(casino, 600);
  const key = { idempotencyKey: randomUUID() };
  const early = await casino.deal<TooSoon>(id, NATURAL, key);
  const availableAt = new Date(dealtAt.getTime() + 2500);
  expect(early).toMatchObject({
    status: 409,
    body: { code: 'round_too_soon', retryable: true, availableAt: availableAt.toISOString() },
  });
  expect(early.headers.get('retry-after')).toBe('2');
  casino.app.clock.now = new Date(availableAt.getTime() - 1);
  expect((await casino.deal<TooSoon>(id, NATURAL)).body.code).toBe('round_too_soon');
  casino.app.clock.now = availableAt;
  expect((await casino.deal(id, NATURAL)).status).toBe(201);
  // What was refused under a key stays refused under it.
  pass(casino, 10_000);
  const again = await casino.deal<TooSoon>(id, NATURAL, key);
  expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([early.text, 'true']);
});

test('it counts over the sessions and modes of a player in a game, and for nobody else', async () => {
  const playerId = randomUUID();
  const [first, second] = [await sessionOf(casino, playerId), await sessionOf(casino, playerId)];
  const demo = await sessionOf(casino, playerId, { mode: 'demo' });
  const otherGame = await sessionOf(casino, playerId, { gameId: 'infinite-blackjack' });
  const bets = { boxes: [{ box: 1, stake: 1000 }] };
  expect((await casino.deal(first, NATURAL)).status).toBe(201);
  expect((await casino.deal<Problem>(second, NATURAL)).body.code).toBe('round_too_soon');
  expect((await casino.deal<Problem>(demo, bets)).body.code).toBe('round_too_soon');
  expect((await casino.deal(otherGame, bets)).status).toBe(201);
  expect((await casino.deal(await sessionOf(casino), NATURAL)).status).toBe(201);
  const neighbour = await Casino.at(casino.app);
  const nextDoor = await sessionOf(neighbour, playerId);
  for (let count = 0; count < 2; count++) expect((await neighbour.deal(nextDoor, NATURAL)).status).toBe(201);
});

test('deals that were begun in time and whose ends came together are one deal too many', async () => {
  const id = await sessionOf(casino);
  const held = [];
  for (let count = 0; count < 3; count++) {
    held.push(
      await holdPost(`${casino.app.baseUrl}/v1/sessions/${id}/rounds`, NATURAL, {
        authorization: `Bearer ${casino.key}`,
        'idempotency-key': randomUUID(),
      }),
    );
    pass(casino, 3000);
  }
  const [first, ...others] = [await held[0].finish(), await held[1].finish(), await held[2].finish()];
  expect(first).toMatchObject({ status: 201, body: { dealtAt: casino.app.clock.now.toISOString() } });
  expect(others.map(({ body }) => body['code'])).toEqual(['round_too_soon', 'round_too_soon']);
});

test('actions and the reading of a session are not held', async () => {
  const id = await sessionOf(casino);
  const { body } = await casino.deal(id, {
    boxes: [{ box: 1, stake: 1000 }],
    cards: ['9c', '6d', '7s', 'Th', '2c'],
  });
  expect((await casino.act(body.id, { type: 'hit', hand: '1.1' })).status).toBe(200);
  expect((await casino.get(`/v1/sessions/${id}`)).status).toBe(200);
});

test('of deals of one player at the same instant, in several sessions, one comes through', async () => {
  for (let repeat = 0; repeat < 6; repeat++) {
    const playerId = randomUUID();
    const sessions = await Promise.all(Array.from({ length: 6 }, () => sessionOf(casino, playerId)));
    const replies = await Promise.all(sessions.map((id) => casino.deal<Problem>(id, NATURAL)));
    const codes = replies.map(({ status, body }) => (status === 201 ? 'dealt' : body.code)).sort();
    expect(codes).toEqual(['dealt', ...Array<string>(5).fill('round_too_soon')]);
  }
});

test('no pace, no wait: 0 switches it off at once', async () => {
  const id = await sessionOf(casino);
  await casino.deal(id, NATURAL);
  await command(casino, ['set', 'operator-1', '--min-round-interval', '0']);
  expect((await casino.deal(id, NATURAL)).status).toBe(201);
});
