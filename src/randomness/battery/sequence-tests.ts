import { chiSquareOfEqual, chiSquareOfShares } from '../statistics/chi-square';
import { gammaShares } from '../statistics/gamma';
import { collectionShares, withRest } from './combinatorics';
import { joinThinEnds, Tally } from './tally';

// Knuth, The Art of Computer Programming, volume 2, 3.3.2. Each gives how often a sound generator is as far out.

/** Which of equally likely kinds something is, by its place in a sequence. */
export type Kinds = (place: number) => number;

/** Equidistribution: every kind comes equally often. */
export function testFrequency(length: number, kinds: number, kindAt: Kinds): number {
  const tally = new Tally(kinds);
  for (let place = 0; place < length; place++) tally.add(kindAt(place));
  return chiSquareOfEqual(tally.counts).probability;
}

/** Serial test: every pair of neighbours comes equally often. The pairs do not overlap, so they are independent. */
export function testPairs(length: number, kinds: number, kindAt: Kinds): number {
  const tally = new Tally(kinds * kinds);
  for (let place = 0; place + 1 < length; place += 2) tally.add(kindAt(place) * kinds + kindAt(place + 1));
  return chiSquareOfEqual(tally.counts).probability;
}

/** Gap test: how many others come between two of kind 0. */
export function testGaps(length: number, kinds: number, kindAt: Kinds): number {
  const cells = kinds * 5;
  const tally = new Tally(cells);
  let gap = 0;
  for (let place = 0; place < length; place++) {
    if (kindAt(place) === 0) {
      tally.add(gap);
      gap = 0;
    } else gap += 1;
  }
  const shares = withRest(cells, (others) => (1 / kinds) * (1 - 1 / kinds) ** others);
  return testShares(tally, shares);
}

/** Coupon collector: how many it takes until every kind has come. */
export function testCollections(length: number, kinds: number, kindAt: Kinds): number {
  const cells = kinds * 6;
  const tally = new Tally(cells);
  let had = new Set<number>();
  let taken = 0;
  for (let place = 0; place < length; place++) {
    taken += 1;
    had.add(kindAt(place));
    if (had.size < kinds) continue;
    tally.add(taken - kinds);
    had = new Set();
    taken = 0;
  }
  return testShares(tally, collectionShares(kinds, cells));
}

/** Runs up: how many come in ascending order; the one that ends a run is left out, so that runs are independent. */
export function testRunsUp(values: ArrayLike<number>): number {
  const tally = new Tally(6);
  let length = 1;
  for (let place = 1; place < values.length; place++) {
    if (values[place] > values[place - 1]) {
      length += 1;
    } else {
      tally.add(length - 1);
      length = 1;
      place += 1;
    }
  }
  return testShares(
    tally,
    withRest(6, (cell) => (cell + 1) / factorial(cell + 2)),
  );
}

/** Runs of two kinds: how many of one kind come in a row. */
export function testRunsOfTwo(length: number, kindAt: Kinds): number {
  const tally = new Tally(24);
  let start = 0;
  for (let place = 1; place < length; place++) {
    if (kindAt(place) === kindAt(start)) continue;
    tally.add(place - start - 1);
    start = place;
  }
  return testShares(
    tally,
    withRest(24, (cell) => 0.5 ** (cell + 1)),
  );
}

/** Compares a tally with shares, thin cells joined. */
export function testShares(tally: Tally, shares: readonly number[]): number {
  const joined = joinThinEnds(tally.counts, shares);
  return chiSquareOfShares(joined.counts, joined.shares).probability;
}

/** How often a standard normal number is at least so far from zero, to either side. */
export function normalTails(deviations: number): number {
  return gammaShares(0.5, deviations ** 2 / 2).above;
}

function factorial(n: number): number {
  return n < 2 ? 1 : n * factorial(n - 1);
}
