import { randomUUID } from 'node:crypto';
import type { RoundBody } from '../../src/application/rounds/round-body';
import { Casino, type Problem } from '../support/casino';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});

afterAll(() => casino.close());

const bet = (box: unknown, stake: unknown, more: object = {}): object => ({
  boxes: [{ box, stake, ...more }],
});
const SIXTEEN = { boxes: [{ box: 1, stake: 1000 }], cards: ['9c', '6d', '7s', 'Th'] };

describe('bets that are refused with 400 and the path of the field', () => {
  test.each<[string, string, unknown, string]>([
    ['american-blackjack', 'no bets', {}, 'boxes'],
    ['american-blackjack', 'an empty list', { boxes: [] }, 'boxes'],
    ['american-blackjack', 'boxes that are null', { boxes: null }, 'boxes'],
    ['american-blackjack', 'boxes and a rebet', { ...bet(1, 100), rebet: true }, 'boxes'],
    ['american-blackjack', 'a rebet that is false', { rebet: false }, 'rebet'],
    ['american-blackjack', 'an unknown field', { ...bet(1, 100), lucky: 7 }, 'lucky'],
    ['american-blackjack', 'an unknown field of a box', bet(1, 100, { foo: 1 }), 'boxes[0].foo'],
    ['american-blackjack', 'a box that is missing', { boxes: [{ stake: 100 }] }, 'boxes[0].box'],
    ['american-blackjack', 'a stake that is missing', { boxes: [{ box: 1 }] }, 'boxes[0].stake'],
    ['american-blackjack', 'a text for a stake', bet(1, '100'), 'boxes[0].stake'],
    ['american-blackjack', 'a float', bet(1, 100.5), 'boxes[0].stake'],
    ['american-blackjack', 'a negative stake', bet(1, -100), 'boxes[0].stake'],
    ['american-blackjack', 'zero', bet(1, 0), 'boxes[0].stake'],
    ['american-blackjack', '2^53', bet(1, 2 ** 53), 'boxes[0].stake'],
    ['american-blackjack', 'off the step', bet(1, 150), 'boxes[0].stake'],
    ['american-blackjack', 'under the minimum', bet(1, 50), 'boxes[0].stake'],
    ['american-blackjack', 'over the maximum', bet(1, 20_100), 'boxes[0].stake'],
    ['american-blackjack', 'a box that the table has not', bet(5, 100), 'boxes[0].box'],
    ['american-blackjack', 'box 0', bet(0, 100), 'boxes[0].box'],
    ['american-blackjack', 'a box by half', bet(1.5, 100), 'boxes[0].box'],
    [
      'american-blackjack',
      'the same box twice',
      {
        boxes: [
          { box: 2, stake: 100 },
          { box: 2, stake: 100 },
        ],
      },
      'boxes[1].box',
    ],
    [
      'american-blackjack',
      'a side bet the game has not',
      bet(1, 100, { sideBets: { pairs: 100 } }),
      'boxes[0].sideBets.pairs',
    ],
    [
      'american-blackjack',
      'a side bet nobody has',
      bet(1, 100, { sideBets: { luck: 100 } }),
      'boxes[0].sideBets.luck',
    ],
    [
      'american-blackjack',
      'AM-14 a bonus above 20.00',
      bet(1, 100, { sideBets: { sevens: 2100 } }),
      'boxes[0].sideBets.sevens',
    ],
    [
      'american-blackjack',
      'AM-14 a bonus below the smallest chip',
      bet(1, 100, { sideBets: { sevens: 50 } }),
      'boxes[0].sideBets.sevens',
    ],
    [
      'american-blackjack',
      'a side bet without its box',
      { boxes: [{ box: 1, sideBets: { sevens: 100 } }] },
      'boxes[0].stake',
    ],
    [
      'classic-blackjack',
      'CL-01 boxes that are not adjacent',
      {
        boxes: [
          { box: 2, stake: 100 },
          { box: 4, stake: 100 },
        ],
      },
      'boxes',
    ],
    ['american-blackjack', 'a card that is none', { ...bet(1, 100), cards: ['Td', '1x'] }, 'cards[1]'],
    ['american-blackjack', 'a card that is no text', { ...bet(1, 100), cards: [7] }, 'cards'],
    [
      'american-blackjack',
      'seven equal cards of six decks',
      { ...bet(1, 100), cards: Array(7).fill('As') },
      'cards',
    ],
  ])('%s: %s', async (gameId, _, body, path) => {
    const { id } = await casino.openSession({ gameId });
    const reply = await casino.deal<Problem>(id, body);
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(reply.body.errors?.map((error) => error.path)).toContain(path);
    expect(reply.headers.get('content-type')).toContain('application/problem+json');
    expect((await casino.get<{ balance: number }>(`/v1/sessions/${id}`)).body.balance).toBe(1_000_000);
  });

  test('malformed JSON', async () => {
    const { id } = await casino.openSession({ gameId: 'american-blackjack' });
    expect(await casino.deal<Problem>(id, '{"boxes": [')).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
  });

  test('cards are chosen in test mode only', async () => {
    const { id } = await casino.openSession({ gameId: 'american-blackjack', mode: 'demo' });
    const reply = await casino.deal<Problem>(id, SIXTEEN);
    expect(reply.body.errors).toMatchObject([{ path: 'cards' }]);
  });

  test('six equal cards of six decks are fine, and so are ten of an infinite deck', async () => {
    const american = await casino.openSession({ gameId: 'american-blackjack' });
    const infinite = await casino.openSession({ gameId: 'infinite-blackjack' });
    expect((await casino.deal(american.id, { ...bet(1, 100), cards: Array(6).fill('5s') })).status).toBe(201);
    expect((await casino.deal(infinite.id, { ...bet(1, 100), cards: Array(10).fill('5s') })).status).toBe(
      201,
    );
  });
});

describe('bets that the state of things forbids', () => {
  test('C-15 too little money: 402 with balance and price, and nothing has moved', async () => {
    const { id } = await casino.openSession({ gameId: 'blackjack-switch', balance: 1900 });
    const reply = await casino.deal<Problem>(id, bet(1, 1000));
    expect(reply).toMatchObject({
      status: 402,
      body: { code: 'insufficient_funds', balance: 1900, price: 2000 },
    });
  });

  test('a closed and an expired session take no bets, but an open round can be finished', async () => {
    const closed = await casino.openSession({ gameId: 'american-blackjack' });
    const expired = await casino.openSession({ gameId: 'american-blackjack' });
    const rounds = [
      (await casino.deal(closed.id, SIXTEEN)).body,
      (await casino.deal(expired.id, SIXTEEN)).body,
    ];
    expect((await casino.call('DELETE', `/v1/sessions/${closed.id}`)).status).toBe(200);
    casino.app.clock.now = new Date(casino.app.clock.now.getTime() + 25 * 3_600_000);
    for (const round of rounds) {
      const done = await casino.act(round.id, { type: 'stand', hand: '1.1' });
      expect(done).toMatchObject({ status: 200, body: { status: 'settled' } });
    }
    expect(await casino.deal<Problem>(closed.id, SIXTEEN)).toMatchObject({
      status: 409,
      body: { code: 'session_closed' },
    });
    expect(await casino.deal<Problem>(expired.id, SIXTEEN)).toMatchObject({
      status: 409,
      body: { code: 'session_expired' },
    });
  });

  test('TEST_MODE=off: sessions with chosen cards deal nothing', async () => {
    const strict = await Casino.open({ testMode: false });
    const reply = await strict.post<Problem>('/v1/sessions', {
      playerId: 'a',
      gameId: 'american-blackjack',
      currency: 'EUR',
      mode: 'test',
    });
    expect(reply).toMatchObject({ status: 403, body: { code: 'test_mode_off' } });
    await strict.close();
  });

  test('a round of another operator, and of another session, does not exist', async () => {
    const other = await Casino.at(casino.app);
    const { id, playerId } = await casino.openSession({ gameId: 'american-blackjack' });
    const { body: round } = await casino.deal(id, SIXTEEN);
    const stranger = await casino.openSession({ gameId: 'american-blackjack' });
    const stand = { type: 'stand', hand: '1.1' };
    const missing = { status: 404, body: { code: 'not_found' } };
    expect(await other.act(round.id, stand)).toMatchObject(missing);
    expect(await other.deal(id, SIXTEEN)).toMatchObject(missing);
    expect(await other.round(round.id)).toMatchObject(missing);
    expect(await other.cancel(round.id, { reason: 'x' })).toMatchObject(missing);
    expect(await casino.act(round.id, stand, { key: stranger.token })).toMatchObject(missing);
    expect(await casino.round(round.id, { key: stranger.token })).toMatchObject(missing);
    expect(await casino.deal(id, SIXTEEN, { key: stranger.token })).toMatchObject(missing);
    expect((await casino.round(round.id)).body).toMatchObject({ version: 1, playerId });
  });

  test.each([
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    randomUUID(),
    'nonsense',
  ])('an unknown id, %s', async (id) => {
    const missing = { status: 404, body: { code: 'not_found' } };
    expect(await casino.deal(id, SIXTEEN)).toMatchObject(missing);
    expect(await casino.round(id)).toMatchObject(missing);
    expect(await casino.act(id, { type: 'stand', hand: '1.1' })).toMatchObject(missing);
  });
});

describe('actions that are refused', () => {
  let round: RoundBody;

  beforeAll(async () => {
    const { id } = await casino.openSession({ gameId: 'american-blackjack', balance: 1000 });
    round = (await casino.deal(id, { boxes: [{ box: 1, stake: 1000 }], cards: ['8c', '6d', '8s', 'Th'] }))
      .body;
  });

  test.each<[string, number, string, unknown]>([
    ['an unknown type', 400, 'invalid_request', { type: 'pray', hand: '1.1' }],
    ['no hand', 400, 'invalid_request', { type: 'hit' }],
    ['a hand that is none', 400, 'invalid_request', { type: 'hit', hand: 'first' }],
    ['a field of another action', 400, 'invalid_request', { type: 'hit', hand: '1.1', amount: 100 }],
    ['an answer without yes or no', 400, 'invalid_request', { type: 'insurance' }],
    ['an unknown hand', 404, 'hand_not_found', { type: 'hit', hand: '2.1' }],
    ['an unknown box', 404, 'box_not_found', { type: 'switch', box: 3 }],
    ['a switch where there is none', 409, 'action_not_allowed', { type: 'switch', box: 1 }],
    [
      'an insurance that is not offered',
      409,
      'action_not_allowed',
      { type: 'insurance', accept: true, hand: '1.1' },
    ],
    ['a stale version', 409, 'stale_version', { type: 'hit', hand: '1.1', expectedVersion: 7 }],
    ['a double without money', 402, 'insufficient_funds', { type: 'double', hand: '1.1' }],
    ['a split without money', 402, 'insufficient_funds', { type: 'split', hand: '1.1' }],
  ])('%s', async (_, status, code, action) => {
    const reply = await casino.act<Problem>(round.id, action as Record<string, unknown>);
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status, code });
    if (status !== 400) expect(reply.body.round).toEqual(round);
    if (status === 402) expect(reply.body).toMatchObject({ balance: 0, price: 1000 });
    expect((await casino.round(round.id)).body).toEqual(round);
  });

  test('IN-05 an insurance out of its bounds or off its step, with the bounds', async () => {
    const { id } = await casino.openSession({ gameId: 'infinite-blackjack' });
    const { body } = await casino.deal(id, {
      boxes: [{ box: 1, stake: 1000 }],
      cards: ['9c', 'Td', '7s', 'Ah'],
    });
    expect(body.allowed).toEqual([{ type: 'insurance', min: 50, max: 500 }]);
    for (const amount of [undefined, 49, 501, 75, 550]) {
      const reply = await casino.act<Problem>(body.id, { type: 'insurance', accept: true, amount });
      const expected = { code: 'amount_out_of_bounds', bounds: { min: 50, max: 500, step: 50 }, round: body };
      expect(reply).toMatchObject({ status: 400, body: expected });
    }
  });

  test('C-22 a bad choice waits for a yes where the player asked for that', async () => {
    const { id, playerId } = await casino.openSession({ gameId: 'american-blackjack' });
    const eleven = { boxes: [{ box: 1, stake: 1000 }], cards: ['5c', '6d', '6s', 'Th'] };
    const { body } = await casino.deal(id, eleven);
    const bad = [{ type: 'stand', hand: '1.1' }, { type: 'surrender', hand: '1.1' }, { type: 'stand-all' }];
    expect(body.advice).toEqual(bad.map((choice) => expect.objectContaining(choice) as unknown));
    await casino.call('PATCH', `/v1/players/${playerId}/settings`, { confirm: true });
    const refused = await casino.act<Problem>(body.id, { type: 'stand', hand: '1.1' });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'confirmation_required', round: { version: 1 } },
    });
    const done = await casino.act(body.id, { type: 'stand', hand: '1.1', confirmed: true });
    expect(done).toMatchObject({ status: 200, body: { status: 'settled' } });
  });
});
