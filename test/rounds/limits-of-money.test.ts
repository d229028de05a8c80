import { randomUUID } from 'node:crypto';
import { BALANCE_CEILING } from '../../src/domain/money';
import { Casino, type Problem } from '../support/casino';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});

afterAll(() => casino.close());

const bet = (stake: number, cards?: string[]): object => ({
  boxes: [{ box: 1, stake }],
  ...(cards && { cards }),
});

describe('a wallet at its ceiling', () => {
  test('is paid what it wins, and takes no more bets until something is withdrawn', async () => {
    const { id } = await casino.openSession({ gameId: 'american-blackjack', balance: BALANCE_CEILING });
    const won = await casino.deal(id, bet(20_000, ['Ah', '6s', 'Kh', 'Td']));
    expect(won).toMatchObject({
      status: 201,
      body: { status: 'settled', balance: BALANCE_CEILING + 30_000 },
    });
    const refused = await casino.deal<Problem>(id, bet(20_000));
    expect(refused).toMatchObject({ status: 409, body: { code: 'balance_limit_exceeded' } });
  });

  test('C-18 a round can be cancelled though the wallet was filled to the ceiling meanwhile', async () => {
    const playerId = `player-${randomUUID()}`;
    await casino.deposit(playerId, 1000);
    const { id } = await casino.openSession({ gameId: 'blackjack-switch-push22', playerId, mode: 'real' });
    const { body: round } = await casino.deal(id, bet(500));
    await casino.deposit(playerId, BALANCE_CEILING);
    const { status, body } = await casino.cancel(round.id, { reason: 'fault' });
    expect([status, body.balance]).toEqual([200, BALANCE_CEILING + 1000]);
    const path = `/v1/players/${playerId}/wallets/EUR/withdrawals`;
    const withdrawn = await casino.post(path, { transactionId: randomUUID(), amount: 1 });
    expect(withdrawn).toMatchObject({ status: 201, body: { balanceAfter: BALANCE_CEILING + 999 } });
  });

  test('is not filled above it by a session either', async () => {
    const session = { playerId: 'x', gameId: 'american-blackjack', currency: 'EUR', mode: 'demo' };
    const reply = await casino.post<Problem>('/v1/sessions', { ...session, balance: BALANCE_CEILING + 1 });
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ path: 'balance' }] } });
  });
});

describe('what is charged is what was asked for', () => {
  test('CL-06 another amount than the price of an insurance is refused with the price for bounds', async () => {
    const { id } = await casino.openSession({ gameId: 'classic-blackjack' });
    const { body: round } = await casino.deal(id, bet(1000, ['9c', 'As', '7h', '6d']));
    const insurance = { type: 'insurance', hand: '1.1', accept: true };
    const other = await casino.act<Problem>(round.id, { ...insurance, amount: 499 });
    expect(other).toMatchObject({
      status: 400,
      body: { code: 'amount_out_of_bounds', bounds: { min: 500, max: 500 } },
    });
    expect(await casino.act(round.id, { ...insurance, amount: 500 })).toMatchObject({
      status: 200,
      body: { staked: 1500 },
    });
  });

  test('one key for two players at the same instant: each is answered again with his own round', async () => {
    const sessions = await Promise.all(
      [1, 2].map(() => casino.openSession({ gameId: 'american-blackjack' })),
    );
    for (let repeat = 0; repeat < 6; repeat++) {
      const idempotencyKey = randomUUID();
      const deal = ({ id }: { id: string }) =>
        casino.deal(id, bet(100, ['9c', '6d', '7s', 'Th']), { idempotencyKey });
      const first = await Promise.all(sessions.map(deal));
      for (const [index, reply] of first.entries()) {
        const again = await deal(sessions[index]);
        if (reply.status === 201) expect(again.text).toBe(reply.text);
        else expect(reply.status).toBe(422);
      }
      for (const { body, status } of first)
        if (status === 201) await casino.cancel(body.id, { reason: 'test' });
    }
  });
});

describe('a cancelled round agrees with itself', () => {
  test('C-18 every stake stands as given back, no outcome, nobody in turn', async () => {
    const { id } = await casino.openSession({ gameId: 'american-blackjack' });
    const cards = ['Ad', '9c', '6d', 'Kh', '7s', 'Th'];
    const boxes = [
      { box: 1, stake: 1000 },
      { box: 2, stake: 400, sideBets: { sevens: 100 } },
    ];
    const { body: round } = await casino.deal(id, { boxes, cards });
    expect(round.boxes[0].hands[0].outcome).toBe('blackjack');
    const { body } = await casino.cancel(round.id, { reason: 'fault' });
    const hands = body.boxes.flatMap((box) => box.hands);
    const bets = [...hands, ...body.boxes.flatMap((box) => box.sideBets)];
    expect(bets.map(({ outcome, stake, returned }) => [outcome, returned === stake])).toEqual(
      bets.map(() => [null, true]),
    );
    expect(hands.map(({ state }) => state)).toEqual(['blackjack', 'waiting']);
    expect(bets.reduce((sum, { returned }) => sum + (returned ?? 0), 0)).toBe(body.returned);
    expect(await casino.act(body.id, { type: 'hit', hand: '7.1' })).toMatchObject({ status: 404 });
  });
});

describe('texts that the database cannot hold', () => {
  test.each(['a\0b', '\ud800', 'half \udc00 a pair'])(
    '%j in a note is refused with its path',
    async (note) => {
      const { id } = await casino.openSession({ gameId: 'american-blackjack' });
      const { body: round } = await casino.deal(id, bet(100));
      const reply = await casino.cancel<Problem>(round.id, { reason: 'x', note });
      expect(reply.status).toBe(400);
      expect(new Set(reply.body.errors?.map(({ path }) => path))).toEqual(new Set(['note']));
      expect((await casino.cancel(round.id, { reason: 'x', note: 'whole 🂡 cards' })).status).toBe(200);
    },
  );

  test('in a cursor, too', async () => {
    const cursor = Buffer.from(JSON.stringify({ at: 1, id: '\0' })).toString('base64url');
    const reply = await casino.get<Problem>(`/v1/rule-sets?cursor=${cursor}`);
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ path: 'query.cursor' }] } });
  });
});

test.each([[[]], [[[]]], [[[{ box: 1, stake: 100 }]]], ['box'], [null]])(
  'boxes of %j are refused',
  async (...boxes) => {
    const { id } = await casino.openSession({ gameId: 'american-blackjack' });
    expect(await casino.deal<Problem>(id, { boxes })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
    const sideBets = { boxes: [{ box: 1, stake: 100, sideBets: boxes }] };
    expect(await casino.deal<Problem>(id, sideBets)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
  },
);
