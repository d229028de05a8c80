import type { Action } from '../../src/domain/action';
import { handInTurn, type Round } from '../../src/domain/round';
import type { ReturnsLine } from '../../src/application/reports/returns-report';
import type { Minor } from '../../src/domain/money';
import { chooseBest } from '../../src/returns/best-player';
import { bestStrategy } from '../../src/returns/best-strategy';
import type { TransferToCommit } from '../../src/persistence/rounds/commit-step';
import { Casino } from '../support/casino';
import { rules } from '../support/hands';
import { embezzled, showered } from './falsified';
import { assess, houseOf, report } from './lab';
import { type Population, playPopulation } from './population';

let casino: Casino;
beforeAll(async () => {
  casino = await Casino.open();
});

// Rounds are written here without wallets and seeds: there is nothing to audit.
afterAll(() => casino.app.close());

const AMERICAN = rules('american-blackjack');
const INFINITE = rules('infinite-blackjack');
const STRATEGY = bestStrategy(AMERICAN);
const best = (round: Round): Action => chooseBest(STRATEGY, round);

/** Declines every offer and stands on everything. */
function stands(round: Round): Action {
  const turn = handInTurn(round);
  if (turn !== null) return { type: 'stand', hand: turn.hand.id };
  const [offer] = round.offers;
  return offer.kind === 'evenMoney'
    ? { type: 'even-money', hand: offer.hand, accept: false }
    : { type: 'insurance', accept: false };
}

/** The main line of a new operator whose players are these. */
async function mainLineOf(population: Population): Promise<ReturnsLine> {
  const operator = await Casino.at(casino.app);
  await playPopulation(houseOf(operator), population);
  await assess(operator);
  const [main] = await report(operator, '&mode=real');
  expect(main).toMatchObject({ bet: 'main', mode: 'real', rounds: population.rounds });
  return main;
}

const flat = (): [{ box: number; stake: Minor }] => [{ box: 1, stake: 1000 as Minor }];
const ROUNDS = 2000;

test('perfect players give nothing away, and what they get is within the tolerance', async () => {
  const line = await mainLineOf({ ruleSet: AMERICAN, rounds: ROUNDS, boxes: flat, choose: best });
  expect(line.givenAway).toBe(0);
  expect(line.skill).toBe(0);
  expect(line.outside).toBe(false);
  expect(line.initialStake).toBe(1000 * ROUNDS);
  // 3.29 standard errors of a game that scatters by 1.143 (docs/returns.md).
  expect(line.tolerance).toBeCloseTo((3.29 * 1.143) / Math.sqrt(ROUNDS), 2);
});

test('players who always stand: skill says what that policy loses, and the rest is within the tolerance', async () => {
  const line = await mainLineOf({ ruleSet: INFINITE, rounds: ROUNDS, boxes: flat, choose: stands });
  // What the policy loses, worked out card by card in test/returns/position-values.test.ts, is 0.1606 of the stake.
  expect(Math.abs(line.skill + 0.1606)).toBeLessThan(0.015);
  expect(line.actualReturn).toBeLessThan(0.9);
  expect(line.outside).toBe(false);
});

test('stakes of different size: a round counts with the square of its stake, boxes together', async () => {
  const boxes = (played: number): { box: number; stake: Minor }[] =>
    played % 2 === 0
      ? [{ box: 1, stake: 100 as Minor }]
      : [1, 2, 3].map((box) => ({ box, stake: 20_000 as Minor }));
  const line = await mainLineOf({ ruleSet: AMERICAN, rounds: ROUNDS, boxes, choose: best });
  // Three boxes scatter like 3 × 1.31 + 6 × 0.48 to a stake of 1 on each; small stakes hardly count.
  const error = Math.sqrt((ROUNDS / 2) * (20_000 ** 2 * (3 * 1.31 + 6 * 0.48) + 100 ** 2 * 1.31));
  const [{ variance }] = await casino.app.dataSource.query<[{ variance: number }]>(
    // The band of three times 200.00, where nobody else is.
    'SELECT expected_variance::float8 AS variance FROM return_totals WHERE stake_band = 4',
  );
  expect(variance / error ** 2).toBeGreaterThan(0.98);
  expect(variance / error ** 2).toBeLessThan(1.02);
  const expected = (3.29 * error) / (line.initialStake ?? NaN);
  expect((line.tolerance ?? NaN) / expected).toBeGreaterThan(0.98);
  expect((line.tolerance ?? NaN) / expected).toBeLessThan(1.1);
  expect(line.outside).toBe(false);
});

test.each([
  ['kept back', embezzled, -1],
  ['given away', showered, 1],
] as const)('falsified payouts, %s: the flag goes up', async (_, ledger, sign) => {
  const line = await mainLineOf({ ruleSet: AMERICAN, rounds: ROUNDS, boxes: flat, choose: best, ledger });
  expect(line.skill).toBe(0);
  expect(Math.sign(line.luck)).toBe(sign);
  expect(line.outside).toBe(true);
});

test('too few rounds are not judged, however they went', async () => {
  const ledger = (transfers: TransferToCommit[]): TransferToCommit[] =>
    transfers.filter(({ kind }) => kind === 'stake');
  const line = await mainLineOf({ ruleSet: AMERICAN, rounds: 99, boxes: flat, choose: best, ledger });
  expect(line.luck).toBeLessThan(-(line.tolerance ?? 0));
  expect(line.outside).toBeNull();
});
