import { chiSquareOfEqual, criticalChiSquare } from '../../src/randomness/statistics/chi-square';
import { gammaShares, logGamma } from '../../src/randomness/statistics/gamma';
import { countRepeats } from '../../src/randomness/statistics/repeats';
import { Shoe } from '../../src/domain/shoe';
import { CardPositions } from '../../src/randomness/statistics/card-positions';
import {
  allRanksShares,
  ascendingRunShares,
  choose,
  collectionShares,
} from '../../src/randomness/battery/combinatorics';
import { seeded } from '../support/random';
import { normalTails } from '../../src/randomness/battery/sequence-tests';

const sum = (shares: readonly number[]): number => shares.reduce((total, share) => total + share, 0);

test.each([
  // Critical values as tables of the distribution give them.
  [1, 0.05, 3.8415],
  [1, 0.001, 10.8276],
  [5, 0.01, 15.0863],
  [10, 0.95, 3.9403],
  [51, 0.05, 68.6693],
  [100, 0.001, 149.449],
])(
  'chi-square with %i degrees of freedom is exceeded with probability %f at %f',
  (degrees, share, critical) => {
    expect(criticalChiSquare(degrees, share)).toBeCloseTo(critical, 3);
  },
);

test.each([51, 2601, 21_165])(
  'chi-square with %i degrees agrees with the Wilson–Hilferty approximation far out',
  (degrees) => {
    // 4.4172 standard deviations are exceeded with probability 0.000005.
    const ninth = 2 / (9 * degrees);
    const approximate = degrees * (1 - ninth + 4.417173 * Math.sqrt(ninth)) ** 3;
    expect(Math.abs(criticalChiSquare(degrees, 5e-6) / approximate - 1)).toBeLessThan(5e-3);
  },
);

test('the gamma function and its shares have their known values', () => {
  expect(Math.exp(logGamma(5))).toBeCloseTo(24, 10);
  expect(Math.exp(logGamma(0.5))).toBeCloseTo(Math.sqrt(Math.PI), 12);
  // Shape 1 is the exponential distribution.
  for (const x of [0.01, 0.5, 1.9, 2.1, 30]) {
    expect(gammaShares(1, x).above / Math.exp(-x)).toBeCloseTo(1, 12);
    expect(gammaShares(1, x).below / -Math.expm1(-x)).toBeCloseTo(1, 12);
  }
  expect(normalTails(1.959964)).toBeCloseTo(0.05, 6);
});

test('counts that are too even are as suspicious as uneven ones', () => {
  expect(chiSquareOfEqual(new Array<number>(256).fill(1000)).probability).toBeLessThan(1e-12);
  expect(chiSquareOfEqual([1200, 1000, 800]).probability).toBeLessThan(1e-12);
  expect(chiSquareOfEqual([1020, 1000, 980]).probability).toBeGreaterThan(0.5);
});

test('pairs of equal values are counted, and both too many and too few are rare', () => {
  expect(countRepeats(Uint32Array.of(7, 3, 7, 9, 7, 3), 1000).pairs).toBe(4);
  const inTurn = Uint32Array.from({ length: 10_000 }, (_, number) => number);
  expect(countRepeats(inTurn, 1e6)).toMatchObject({ pairs: 0, expected: 49.995 });
  expect(countRepeats(inTurn, 1e6).probability).toBeLessThan(1e-20);
  expect(countRepeats(inTurn, 1e12).probability).toBe(1);
});

test('the distributions add up to one and agree with values known otherwise', () => {
  // Orders of four by ascending runs: 1, 11, 11 and 1 of 24.
  expect(ascendingRunShares(4).map((share) => Math.round(share * 24))).toEqual([1, 11, 11, 1]);
  expect(sum(ascendingRunShares(52))).toBeCloseTo(1, 12);
  // A coin shows both sides with the second toss in a half of all cases, with the third in a quarter.
  expect(collectionShares(2, 4)).toEqual([0.5, 0.25, 0.125, 0.125]);
  expect(sum(allRanksShares())).toBeCloseTo(1, 12);
  expect(allRanksShares()[0]).toBeCloseTo(4 ** 13 / choose(52, 13), 12);
});

test('the chi-square of cards by position has the mean that its degrees of freedom promise', () => {
  // Without the correction for cards that exclude each other one deck would be off by 51, seven standard deviations.
  const random = seeded(1);
  const statistics = Array.from({ length: 100 }, () => {
    const positions = new CardPositions(1);
    for (let shuffle = 0; shuffle < 400; shuffle++) positions.countShoe(new Shoe(1, random));
    return positions.chiSquare().statistic;
  });
  const mean = sum(statistics) / statistics.length;
  expect(Math.abs(mean - 2601)).toBeLessThan(4 * Math.sqrt((2 * 2601) / statistics.length));
});
