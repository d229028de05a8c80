import type { ReturnsLine } from '../../src/application/reports/returns-report';
import type { RoundBody } from '../../src/application/rounds/round-body';
import { Sweeper } from '../../src/http/rounds/sweeper';
import { allPages } from '../history/lists';
import { Casino, type Problem } from '../support/casino';
import { maintain } from '../records/lab';
import { assess, report } from './lab';

let casino: Casino;
beforeEach(async () => {
  casino = await Casino.at(app.app);
});

/** The house that all operators of this file share; it is audited when it closes. */
let app: Casino;
beforeAll(async () => {
  app = await Casino.open(
    {},
    {
      // A database whose own days begin nine hours earlier.
      reachedAt: async (url) => {
        await maintain(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET timezone TO 'Asia/Tokyo'`);
        return url;
      },
    },
  );
});
afterAll(() => app.close());

const SIXTEEN = ['9c', '6d', '7s', 'Th', '2c'];
const FREE_TWENTY = { boxes: [{ box: 1, stake: 1000 }], cards: ['Ts', '6d', 'Kd', '9c', '5h'] };

interface Played {
  readonly mode?: string;
  readonly currency?: string;
  readonly gameId?: string;
  readonly boxes?: object[];
  readonly cards?: string[];
}

/** Deals once and stands on everything. */
async function played({ boxes, cards, ...session }: Played = {}): Promise<RoundBody> {
  const { id } = await casino.openSession({ gameId: 'american-blackjack', mode: 'test', ...session });
  const { body } = await casino.deal(id, {
    boxes: boxes ?? [{ box: 1, stake: 1000 }],
    ...(cards === undefined ? {} : { cards }),
  });
  if (body.status === 'insurance') await casino.act(body.id, { type: 'insurance', accept: false });
  return body.status === 'settled' ? body : (await casino.act(body.id, { type: 'stand-all' })).body;
}

function summary({ bet, rounds, initialStake, staked, returned, actualReturn }: ReturnsLine): unknown[] {
  return [bet, rounds, initialStake, staked, returned, actualReturn];
}

test('main bet and side bets have lines of their own, doubles and all; returns are by the initial stake', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  // Eleven is doubled against a six and wins with 21; one seven pays 8:1.
  const { body } = await casino.deal(id, {
    boxes: [{ box: 1, stake: 1000, sideBets: { sevens: 100 } }],
    cards: ['7c', '6d', '4s', 'Th', 'Tc', '9s'],
  });
  await casino.act(body.id, { type: 'double', hand: '1.1' });
  await assess(casino);
  const [main, sevens, ...others] = await report(casino);
  expect(others).toEqual([]);
  expect(summary(main)).toEqual(['main', 1, 1000, 2000, 4000, 3]);
  expect(summary(sevens)).toEqual(['sevens', 1, 100, 100, 900, 9]);
  expect(main).toMatchObject({
    gameId: 'american-blackjack',
    ruleSet: 'american-blackjack@1',
    currency: 'EUR',
    mode: 'test',
    day: null,
    stakeFrom: null,
    stakeTo: null,
    skill: 0,
    givenAway: 0,
  });
  const { body: game } = await casino.get<{
    theoreticalReturn: { mainBet: number; sideBets: { sevens: number } };
  }>('/v1/games/american-blackjack');
  expect(main.theoreticalReturn).toBe(game.theoreticalReturn.mainBet);
  expect(sevens.theoreticalReturn).toBe(game.theoreticalReturn.sideBets.sevens);
  expect(main.luck).toBeCloseTo(2 - (main.theoreticalReturn - 1), 12);
});

test('an insurance belongs to the main bet, and so does what it gives away', async () => {
  const { id } = await casino.openSession({ gameId: 'classic-blackjack' });
  const { body } = await casino.deal(id, {
    boxes: [{ box: 1, stake: 1000 }],
    cards: ['Tc', 'Ad', '9s', 'Th'],
  });
  await casino.act(body.id, { type: 'insurance', accept: true });
  await assess(casino);
  const [main] = await report(casino);
  expect(summary(main)).toEqual(['main', 1, 1000, 1500, 1500, 1]);
  // Half the stake at 2:1, with 95 tens among the 309 cards that the player does not see.
  expect(main.givenAway).toBeCloseTo(500 * (1 - (3 * 95) / 309), 5);
});

test('what the player gave away is told apart from what the automatic rule did (C-19)', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  const { body } = await casino.deal(id, FREE_TWENTY);
  await casino.act(body.id, { type: 'hit', hand: '1.1' });
  const left = await casino.openSession({ gameId: 'american-blackjack' });
  // Eleven against a six: the automatic rule hits, where a double is worth more.
  await casino.deal(left.id, {
    boxes: [{ box: 1, stake: 1000 }],
    cards: ['6c', '6d', '5s', 'Th', '9c', 'Ts'],
  });
  const { clock } = app.app;
  const then = clock.now;
  clock.now = new Date(then.getTime() + 2 * 86_400_000);
  await app.app.app.get(Sweeper).sweep();
  await assess(casino);
  clock.now = then;
  const [main] = await report(casino);
  expect(main.rounds).toBe(2);
  expect(main.givenAway).toBeGreaterThan(1500);
  expect(main.givenAwayAutomatically).toBeGreaterThan(100);
  expect(main.skill).toBeCloseTo(-(main.givenAway + main.givenAwayAutomatically) / 2000, 12);
});

test('real and play money, currencies, games and rule sets never mix', async () => {
  await casino.post('/v1/rule-sets', { id: 'house-game', settings: { surrender: 'none' } });
  await casino.post('/v1/rule-sets', { id: 'house-game', settings: { doubleOn: '9-11' } });
  await casino.deposit('alice', 100_000);
  const real = await casino.openSession({ gameId: 'house-game', mode: 'real', playerId: 'alice' });
  const { body } = await casino.deal(real.id, { boxes: [{ box: 1, stake: 300 }] });
  if (body.status !== 'settled') {
    if (body.status === 'insurance') await casino.act(body.id, { type: 'insurance', accept: false });
    await casino.act(body.id, { type: 'stand-all' });
  }
  await played({ cards: SIXTEEN });
  await played({ cards: SIXTEEN, currency: 'JPY' });
  await played({ mode: 'demo' });
  await played({ gameId: 'blackjack-switch' });
  await assess(casino);
  const lines = await report(casino);
  expect(lines.map(({ ruleSet, currency, mode, rounds }) => [ruleSet, currency, mode, rounds])).toEqual([
    ['american-blackjack@1', 'EUR', 'demo', 1],
    ['american-blackjack@1', 'EUR', 'test', 1],
    ['american-blackjack@1', 'JPY', 'test', 1],
    ['blackjack-switch@1', 'EUR', 'test', 1],
    ['house-game@2', 'EUR', 'real', 1],
  ]);
  expect((await report(casino, '&mode=real')).map(({ initialStake }) => initialStake)).toEqual([300]);
  expect((await report(casino, '&currency=JPY')).map(({ currency }) => currency)).toEqual(['JPY']);
  expect((await report(casino, '&gameId=house-game')).map(({ gameId }) => gameId)).toEqual(['house-game']);
  const [switched] = await report(casino, '&gameId=blackjack-switch');
  expect(switched.initialStake).toBe(2000);
  expect(lines.map(({ mode, tolerance }) => [mode, tolerance !== null])).toEqual([
    ['demo', true],
    ['test', false],
    ['test', false],
    ['test', false],
    ['real', true],
  ]);
});

test('bands of stakes are of the currency, and of all boxes of a round together', async () => {
  for (const stake of [100, 400, 500, 2400]) await played({ boxes: [{ box: 1, stake }], cards: SIXTEEN });
  await played({ boxes: [1, 2].map((box) => ({ box, stake: 1300 })) });
  await played({ boxes: [{ box: 1, stake: 500 }], currency: 'JPY', cards: SIXTEEN });
  await assess(casino);
  const lines = await report(casino, '&groupBy=stakeBand');
  const bands = lines.map(({ currency, stakeFrom, stakeTo, rounds }) => [
    currency,
    stakeFrom,
    stakeTo,
    rounds,
  ]);
  expect(bands).toEqual([
    ['EUR', 0, 500, 2],
    ['EUR', 500, 2500, 2],
    ['EUR', 2500, 10_000, 1],
    ['JPY', 500, 2500, 1],
  ]);
  await played({ boxes: [{ box: 1, stake: 20_000 }], cards: SIXTEEN });
  await assess(casino);
  const highest = (await report(casino, '&groupBy=stakeBand&currency=EUR')).at(-1);
  expect([highest?.stakeFrom, highest?.stakeTo]).toEqual([10_000, 50_000]);
});

test('days are days in UTC, of the deal', async () => {
  const { clock } = app.app;
  const then = clock.now;
  // The session is opened within a day of its last deal.
  for (const at of [
    '2027-03-01T23:59:59.999Z',
    '2027-03-02T00:00:00.000Z',
    '2027-03-03T12:00:00.000+02:00',
  ]) {
    clock.now = new Date(at);
    await played({ cards: SIXTEEN });
  }
  await assess(casino);
  clock.now = then;
  const days = async (query: string): Promise<unknown[]> =>
    (await report(casino, `&groupBy=day${query}`)).map(({ day, rounds }) => [day, rounds]);
  expect(await days('')).toEqual([
    ['2027-03-01', 1],
    ['2027-03-02', 1],
    ['2027-03-03', 1],
  ]);
  expect(await days('&from=2027-03-02')).toEqual([
    ['2027-03-02', 1],
    ['2027-03-03', 1],
  ]);
  expect(await days('&from=2027-03-02&to=2027-03-03')).toEqual([['2027-03-02', 1]]);
  const [all] = await report(casino, '&from=2027-03-01&to=2027-03-03');
  expect(all.rounds).toBe(2);
});

test('cancelled rounds count for nothing, before they are assessed and after', async () => {
  const before = await played({ cards: SIXTEEN });
  await casino.cancel(before.id, { reason: 'fault' });
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  const open = await casino.deal(id, { ...FREE_TWENTY, boxes: [{ box: 1, stake: 700 }] });
  await casino.cancel(open.body.id, { reason: 'fault' });
  const after = await played({ cards: SIXTEEN, boxes: [{ box: 1, stake: 1000, sideBets: { sevens: 100 } }] });
  const kept = await played({ cards: SIXTEEN });
  await assess(casino);
  expect((await report(casino)).map(({ rounds }) => rounds)).toEqual([2, 1]);
  await casino.cancel(after.id, { reason: 'fault' });
  await assess(casino);
  const [main, ...others] = await report(casino);
  expect(others).toEqual([]);
  expect(summary(main).slice(0, 5)).toEqual(['main', 1, 1000, 1000, kept.returned]);
  await casino.cancel(kept.id, { reason: 'fault' });
  await assess(casino);
  expect(await report(casino)).toEqual([]);
  const sums = await app.app.dataSource.query<Record<string, number>[]>(
    `SELECT rounds, initial_stake::float8, staked::float8, returned::float8, squared_stakes::float8,
       expected_variance::float8, squared_luck::float8, given_away::float8
     FROM return_totals WHERE operator_id = $1`,
    [casino.operatorId],
  );
  expect(sums.flatMap((row) => Object.values(row))).toEqual(new Array<number>(16).fill(0));
});

test('pages and CSV hold the same lines', async () => {
  for (const stake of [100, 500, 2500]) {
    await played({ cards: SIXTEEN, boxes: [{ box: 1, stake, sideBets: { sevens: 100, blackjack: 100 } }] });
    await played({ currency: 'JPY', boxes: [{ box: 1, stake }] });
  }
  await assess(casino);
  const path = '/v1/reports/returns?groupBy=day,stakeBand';
  const all = await report(casino, '&groupBy=day,stakeBand');
  expect(all.length).toBeGreaterThan(8);
  expect(all.slice(0, 3).map(({ bet }) => bet)).toEqual(['main', 'blackjack', 'sevens']);
  expect(await allPages(casino, `${path}&limit=2`)).toEqual(all);
  const { text, headers } = await casino.get(path, { headers: { accept: 'text/csv' } });
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [header, ...rows] = text.trimEnd().split('\r\n');
  expect(header).toBe(
    'gameId,ruleSet,currency,mode,day,stakeFrom,stakeTo,bet,rounds,initialStake,staked,returned,actualReturn,' +
      'theoreticalReturn,skill,luck,givenAway,givenAwayAutomatically,standardDeviation,tolerance,outside',
  );
  const cells = (line: ReturnsLine): string =>
    header
      .split(',')
      .map((name) => String(line[name as keyof ReturnsLine] ?? ''))
      .join(',');
  expect(rows).toEqual(all.map(cells));
  const lines = await casino.get(path, { headers: { accept: 'application/x-ndjson' } });
  expect(
    lines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(all);
});

test('money above 2^53 is not told rather than rounded', async () => {
  await played({ cards: SIXTEEN });
  await assess(casino);
  await app.app.dataSource.query(
    `UPDATE return_totals SET staked = 9007199254740993, initial_stake = 9007199254740991 WHERE operator_id = $1`,
    [casino.operatorId],
  );
  const [main] = await report(casino);
  expect([main.initialStake, main.staked]).toEqual([9007199254740991, null]);
});

test('every operator sees his own', async () => {
  await played({ cards: SIXTEEN });
  await assess(casino);
  const stranger = await Casino.at(app.app);
  expect(await report(stranger)).toEqual([]);
  expect(await report(stranger, '&groupBy=day')).toEqual([]);
  expect(await report(casino)).toHaveLength(1);
});

test('the key needs the scope history, and a session token is no key', async () => {
  const { key } = await app.app.addKey(casino.operatorId, ['play', 'wallet', 'admin']);
  expect((await casino.get('/v1/reports/returns', { key })).status).toBe(403);
  const { token } = await casino.openSession({ gameId: 'american-blackjack' });
  expect((await casino.get('/v1/reports/returns', { key: token })).status).toBe(403);
});

test.each([
  ['from=2026-02-30', 'query.from'],
  ['from=2026-01-01T00:00:00Z', 'query.from'],
  ['to=yesterday', 'query.to'],
  ['from=2026-12-01&to=2026-11-01', 'query.to'],
  ['from=2026-12-01&to=2026-12-01', 'query.to'],
  ['from=2026-12-41&to=2026-11-01', 'query.from'],
  ['groupBy=player', 'query.groupBy'],
  ['mode=play', 'query.mode'],
  ['currency=XXX', 'query.currency'],
  ['cursor=e30', 'query.cursor'],
])('%s is refused by its path', async (query, path) => {
  const { status, body } = await casino.get<Problem>(`/v1/reports/returns?${query}`);
  expect(status).toBe(400);
  expect(body.errors?.map((error) => error.path)).toEqual([path]);
});
