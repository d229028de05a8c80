import type { Action } from '../../src/domain/action';
import type { Minor } from '../../src/domain/money';
import { handInTurn, type Round } from '../../src/domain/round';
import type { ReturnsLine } from '../../src/application/reports/returns-report';
import { chooseBest } from '../../src/returns/best-player';
import { bestStrategy } from '../../src/returns/best-strategy';
import { Casino } from '../support/casino';
import { bets, LIMITS, rules } from '../support/hands';
import { embezzled, showered } from './falsified';
import { assess, houseOf, report } from './lab';
import { playTablePopulation, type TablePopulation } from './table-population';

let casino: Casino;
beforeAll(async () => {
  casino = await Casino.open();
});

// Rounds are written here without wallets and seeds: there is nothing to audit.
afterAll(() => casino.app.close());

const DELUXE = rules('blackjack-deluxe');
const STRATEGY = bestStrategy(DELUXE);
const EVERYBODY = Array.from({ length: 40 }, (_, bettor) => bettor);

/** Best play, and everybody behind goes along. */
function best(round: Round): Action {
  const action = chooseBest(STRATEGY, round);
  const follows = action.type === 'double' || action.type === 'split';
  return follows ? { ...action, followers: EVERYBODY } : action;
}

const ROUNDS = 1500;

/** The report of a new operator at whose table these people sit. */
async function reportOf(
  population: Partial<TablePopulation> & Pick<TablePopulation, 'bets'>,
): Promise<{ operator: Casino; main: ReturnsLine; lines: readonly ReturnsLine[] }> {
  const operator = await Casino.at(casino.app);
  const play = { ruleSet: DELUXE, limits: LIMITS, rounds: ROUNDS, choose: best };
  await playTablePopulation(houseOf(operator), { ...play, ...population });
  await assess(operator);
  const lines = await report(operator);
  return { operator, main: lines[0], lines };
}

/** Of real money in main bets: the sums that judgements are made of, over all bands. */
async function squaresOf({ operatorId, app }: Casino): Promise<Record<string, number>> {
  const [sums] = await app.dataSource.query<[Record<string, number>]>(
    `SELECT sum(squared_stakes)::float8 AS stakes, sum(expected_variance)::float8 AS variance,
       sum(squared_luck)::float8 AS luck
     FROM return_totals WHERE operator_id = $1 AND bet = 'main' AND mode = 'real'`,
    [operatorId],
  );
  return sums;
}

const SEATS = '1:1000 2@1:1000 3@2:1000';

test.each([
  ['three seats', SEATS, 3 * 1.312 + 6 * 0.48],
  ['all money on one hand', '1:1000 1<1:1000 1<2:1000', 9 * 1.312],
  [
    'seats and money behind them, in several bands',
    `${SEATS} 1<3:2000 1<4:20000 2<4:6000`,
    23 ** 2 * 1.312 + 7 ** 2 * 1.312 + 1.312 + 2 * 0.48 * (23 * 7 + 23 + 7),
  ],
])('a table scatters as one: %s', async (_, text, variance) => {
  const { operator, main } = await reportOf({ bets: bets(text) });
  const { bettors, seats, behind } = bets(text);
  const stake = [...seats, ...behind].reduce((sum, bet) => sum + bet.stake, 0);
  const squares = await squaresOf(operator);
  expect(main).toMatchObject({
    bet: 'main',
    mode: 'real',
    rounds: bettors * ROUNDS,
    skill: 0,
    outside: false,
  });
  expect(main.initialStake).toBe(stake * ROUNDS);
  expect(squares['stakes']).toBe(stake ** 2 * ROUNDS);
  expect(squares['variance'] / (variance * 1e6 * ROUNDS)).toBeCloseTo(1, 2);
  // And so they did: without what hands and bettors have in common this would be far off.
  expect(squares['luck'] / squares['variance']).toBeGreaterThan(0.85);
  expect(squares['luck'] / squares['variance']).toBeLessThan(1.15);
  const error = Math.sqrt(Math.max(squares['luck'], squares['variance'])) / (stake * ROUNDS);
  expect(main.tolerance).toBeCloseTo(3.290527 * error, 4);
});

test('every band has what it scatters by itself', async () => {
  const { operator, main } = await reportOf({ bets: bets('1:1000 1<1:2000 1<2:6000') });
  const bands = await report(operator, '&groupBy=stakeBand');
  expect(bands.map(({ stakeFrom, rounds, initialStake }) => [stakeFrom, rounds, initialStake])).toEqual([
    [500, 2 * ROUNDS, 3000 * ROUNDS],
    [2500, ROUNDS, 6000 * ROUNDS],
  ]);
  // Money on one hand: the same luck in each band, and in all of them.
  for (const { luck, standardDeviation, tolerance } of bands) {
    expect(luck).toBeCloseTo(main.luck, 9);
    expect(standardDeviation).toBeCloseTo(main.standardDeviation, 9);
    expect(tolerance).toBeCloseTo(main.tolerance ?? NaN, 9);
  }
});

test('real and play money behind one hand are lines of their own', async () => {
  const { lines } = await reportOf({
    bets: bets('1:1000+pairs:500 1<1:2000 1<2:300'),
    modes: ['real', 'demo', 'demo'],
  });
  expect(lines.map(({ mode, bet, rounds, initialStake }) => [mode, bet, rounds, initialStake])).toEqual([
    ['demo', 'main', 2 * ROUNDS, 2300 * ROUNDS],
    ['real', 'main', ROUNDS, 1000 * ROUNDS],
    ['real', 'pairs', ROUNDS, 500 * ROUNDS],
  ]);
  const [demo, real, pairs] = lines;
  expect(demo.luck).toBeCloseTo(real.luck, 9);
  expect(demo.tolerance).toBeCloseTo(real.tolerance ?? NaN, 9);
  expect([demo.outside, real.outside]).toEqual([false, false]);
  // Suited trips come once in some four thousand rounds: too few to say.
  expect(pairs).toMatchObject({ skill: 0, outside: null });
});

test('many bettors of few rounds are few rounds', async () => {
  const stake = 1000 as Minor;
  const [seat, ...behind] = EVERYBODY.map((bettor) => ({ box: 1, bettor, stake }));
  const crowd = { bettors: EVERYBODY.length, seats: [seat], behind, sideBets: [] };
  const { main } = await reportOf({ bets: crowd, rounds: 99 });
  expect(main.rounds).toBe(99 * 40);
  expect(main.outside).toBeNull();
  // 3.29 standard errors of 99 rounds, not of four thousand.
  expect(main.tolerance).toBeGreaterThan(0.3);
});

test('who never follows and whose player always stands: skill says what it loses, luck stays within', async () => {
  const choose = (round: Round): Action => ({ type: 'stand', hand: handInTurn(round)?.hand.id ?? '' });
  const { main } = await reportOf({ bets: bets('1:1000 1<1:1000'), choose });
  expect(main.skill).toBeLessThan(-0.13);
  expect(main.skill).toBeGreaterThan(-0.19);
  expect(main.givenAwayAutomatically).toBe(0);
  expect(main.outside).toBe(false);
});

test.each([
  ['kept back', embezzled, -1],
  ['given away', showered, 1],
] as const)('falsified payouts, %s: the flag goes up', async (_, ledger, sign) => {
  const { main } = await reportOf({ bets: bets('1:1000 1<1:3000 1<2:8000'), ledger });
  expect(main.skill).toBe(0);
  expect(Math.sign(main.luck)).toBe(sign);
  expect(main.outside).toBe(true);
});

test('a cancelled round is taken out again, with all that its bands have in common', async () => {
  const { operator } = await reportOf({
    bets: bets('1:1000+pairs:500 1<1:3000 2@2:8000+pairs:100'),
    modes: ['real', 'real', 'demo'],
    rounds: 20,
  });
  const { dataSource } = casino.app;
  const all = await dataSource.query<object[]>(
    'SELECT bet FROM return_totals WHERE operator_id = $1 AND stake_band = -1',
    [operator.operatorId],
  );
  expect(all.length).toBeGreaterThan(0);
  await dataSource.query(`UPDATE table_rounds SET status = 'cancelled' WHERE operator_id = $1`, [
    operator.operatorId,
  ]);
  await assess(operator);
  expect(await report(operator)).toEqual([]);
  const sums = await dataSource.query<Record<string, number>[]>(
    `SELECT rounds, initial_stake::float8, staked::float8, returned::float8, squared_stakes::float8,
       expected_variance::float8, squared_luck::float8, given_away::float8, given_away_automatically::float8
     FROM return_totals WHERE operator_id = $1`,
    [operator.operatorId],
  );
  expect(new Set(sums.flatMap((row) => Object.values(row)))).toEqual(new Set([0]));
});
