import type { HistoryBet } from '../../src/application/history/bets';
import { Casino, type Problem } from '../support/casino';
import { allPages, pageOf } from './lists';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open({ sweepIntervalMs: 3_600_000 });
});

afterAll(() => casino.close());

/** `1.1 main 1 1000 win 2000 1000` */
const line = ({ bet, type, box, stake, outcome, returned, net }: HistoryBet): string =>
  [bet, type, box, stake, outcome, returned, net].map(String).join(' ');

test('every bet of a round is listed: hands, side bets, insurance', async () => {
  const session = await casino.openSession({ gameId: 'american-blackjack', playerId: 'alice' });
  const { body: round } = await casino.deal(session.id, {
    boxes: [
      { box: 1, stake: 1000, sideBets: { blackjack: 100, sevens: 200 } },
      { box: 2, stake: 400 },
    ],
    cards: ['8c', 'Tc', '6d', '8s', '9s', 'Th', '3c', '5h', '9d', 'Kc'],
  });
  await casino.act(round.id, { type: 'split', hand: '1.1' });
  await casino.act(round.id, { type: 'double', hand: '1.1' });
  const open = await pageOf<HistoryBet>(casino, '/v1/bets?playerId=alice');
  expect(open.items.map(line)).toEqual([
    '1.1 main 1 2000 null null null',
    '1.2 main 1 1000 null null null',
    '1:blackjack blackjack 1 100 lose 0 -100',
    '1:sevens sevens 1 200 lose 0 -200',
    '2.1 main 2 400 null null null',
  ]);
  expect(open.items[0]).toMatchObject({ status: 'playing', endedAt: null });
  const { body: settled } = await casino.act(round.id, { type: 'stand-all' });
  const { items, nextCursor } = await pageOf<HistoryBet>(casino, '/v1/bets?playerId=alice&status=settled');
  expect(nextCursor).toBeNull();
  expect(items[0]).toEqual({
    roundId: round.id,
    bet: '1.1',
    type: 'main',
    box: 1,
    stake: 2000,
    outcome: settled.boxes[0].hands[0].outcome,
    returned: settled.boxes[0].hands[0].returned,
    net: (settled.boxes[0].hands[0].returned ?? 0) - 2000,
    playerId: 'alice',
    sessionId: session.id,
    tableId: null,
    gameId: 'american-blackjack',
    ruleSet: 'american-blackjack@1',
    mode: 'test',
    currency: 'EUR',
    status: 'settled',
    dealtAt: settled.dealtAt,
    endedAt: settled.endedAt,
  });
  const sum = (of: (bet: HistoryBet) => number | null): number =>
    items.reduce((total, bet) => total + (of(bet) ?? 0), 0);
  expect([sum(({ stake }) => stake), sum(({ returned }) => returned), sum(({ net }) => net)]).toEqual([
    settled.staked,
    settled.returned,
    settled.net,
  ]);
});

test('insurance stands beside its hand, or alone where one covers all boxes', async () => {
  const perHand = await casino.openSession({ gameId: 'classic-blackjack', playerId: 'insured' });
  const { body: round } = await casino.deal(perHand.id, {
    boxes: [{ box: 1, stake: 1000 }],
    cards: ['9c', 'Ad', '7s', 'Th'],
  });
  await casino.act(round.id, { type: 'insurance', hand: '1.1', accept: true });
  expect((await pageOf<HistoryBet>(casino, '/v1/bets?playerId=insured')).items.map(line)).toEqual([
    '1.1 main 1 1000 lose 0 -1000',
    '1.1:insurance insurance 1 500 win 1500 1000',
  ]);
  const table = await casino.openSession({ gameId: 'infinite-blackjack', playerId: 'covered' });
  const { body: other } = await casino.deal(table.id, {
    boxes: [{ box: 1, stake: 1000 }],
    cards: ['9c', 'Th', '7s', 'Ad'],
  });
  await casino.act(other.id, { type: 'insurance', accept: true, amount: 300 });
  const { items } = await pageOf<HistoryBet>(casino, '/v1/bets?playerId=covered');
  expect(items.map(line)).toContain('insurance insurance null 300 null null null');
});

test('a cancelled bet came back', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack', playerId: 'cancelled' });
  const { body: round } = await casino.deal(id, {
    boxes: [{ box: 1, stake: 1000 }],
    cards: ['Kd', '7h', 'Ac', 'Jc'],
  });
  await casino.cancel(round.id, { reason: 'fault' });
  const { items } = await pageOf<HistoryBet>(casino, '/v1/bets?playerId=cancelled');
  expect(items.map(line)).toEqual(['1.1 main 1 1000 cancelled 1000 0']);
});

test('pages give every bet once, also when a split adds one between two pages', async () => {
  const older = await casino.openSession({ gameId: 'american-blackjack', playerId: 'pager' });
  const boxes = [1, 2, 3].map((box) => ({ box, stake: 100, sideBets: { sevens: 100 } }));
  await casino.deal(older.id, { boxes, cards: ['9c', '9d', '9h', '6d', '7s', '7h', '7c', 'Th'] });
  casino.app.clock.now = new Date(casino.app.clock.now.getTime() + 1);
  const newer = await casino.openSession({ gameId: 'american-blackjack', playerId: 'pager' });
  const two = [1, 2].map((box) => ({ box, stake: 100 }));
  const { body: round } = await casino.deal(newer.id, {
    boxes: two,
    cards: ['8c', '9d', '6d', '8s', '7h', 'Th', '3c'],
  });
  let pages = 0;
  const items = await allPages<HistoryBet>(casino, '/v1/bets?playerId=pager&limit=1', async () => {
    if (++pages === 1) await casino.act(round.id, { type: 'split', hand: '1.1' });
  });
  expect(items.map(({ bet }) => bet)).toEqual([
    '1.1',
    '1.2',
    '2.1',
    '1.1',
    '1:sevens',
    '2.1',
    '2:sevens',
    '3.1',
    '3:sevens',
  ]);
  expect(await allPages<HistoryBet>(casino, '/v1/bets?playerId=pager&limit=4')).toHaveLength(9);
});

test('the filters are those of rounds, and another operator sees nothing', async () => {
  const stranger = await Casino.at(casino.app);
  expect((await pageOf<HistoryBet>(stranger, '/v1/bets')).items).toEqual([]);
  const { id } = await casino.openSession({ gameId: 'american-blackjack', mode: 'demo', currency: 'GBP' });
  await casino.deal(id, { boxes: [{ box: 1, stake: 100 }] });
  for (const query of ['mode=demo', 'currency=GBP', `sessionId=${id}`]) {
    const { items } = await pageOf<HistoryBet>(casino, `/v1/bets?${query}`);
    expect(new Set(items.map(({ sessionId }) => sessionId))).toEqual(new Set([id]));
  }
  const now = casino.app.clock.now.toISOString();
  expect((await pageOf<HistoryBet>(casino, `/v1/bets?to=${now}&sessionId=${id}`)).items).toEqual([]);
});

test('the filter `roundId` gives the bets of one round, and the list of rounds has no such filter', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack', playerId: 'by-round' });
  const rounds: string[] = [];
  for (let count = 0; count < 2; count++) {
    const boxes = [1, 2].map((box) => ({ box, stake: 1000 }));
    const { body } = await casino.deal(id, { boxes, cards: ['Kd', 'Kh', '7h', 'Ac', 'Ah', 'Jc'] });
    rounds.push(body.id);
  }
  for (const roundId of rounds) {
    const { items } = await pageOf<HistoryBet>(casino, `/v1/bets?roundId=${roundId}`);
    expect(items.map((bet) => [bet.roundId, bet.bet])).toEqual([
      [roundId, '1.1'],
      [roundId, '2.1'],
    ]);
    expect(await allPages<HistoryBet>(casino, `/v1/bets?roundId=${roundId}&limit=1`)).toEqual(items);
  }
  const stranger = await Casino.at(casino.app);
  expect((await pageOf<HistoryBet>(stranger, `/v1/bets?roundId=${rounds[0]}`)).items).toEqual([]);
  expect((await pageOf<HistoryBet>(casino, `/v1/bets?roundId=${id}`)).items).toEqual([]);
  for (const [path, where] of [
    ['/v1/bets?roundId=x', 'query.roundId'],
    [`/v1/rounds?roundId=${rounds[0]}`, 'query.roundId'],
  ] as const) {
    const { status, body } = await casino.get<Problem>(path);
    expect([path, status, body.errors?.[0]?.path]).toEqual([path, 400, where]);
  }
});

test('a cursor of the list of rounds is none of this list', async () => {
  const cursor = Buffer.from(JSON.stringify({ roundId: '019b0000-0000-7000-8000-000000000001' })).toString(
    'base64url',
  );
  const { status, body } = await casino.get<Problem>(`/v1/bets?cursor=${cursor}`);
  expect([status, body.errors?.[0]?.path]).toEqual([400, 'query.cursor']);
});
