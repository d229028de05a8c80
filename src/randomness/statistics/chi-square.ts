import { gammaShares } from './gamma';
import { twoSided } from './significance';

/** A chi-square statistic, and how often a sound generator gives one at least as far out (to either side). */
export interface ChiSquare {
  readonly statistic: number;
  readonly degreesOfFreedom: number;
  readonly probability: number;
}

export function chiSquare(statistic: number, degreesOfFreedom: number): ChiSquare {
  const shares = gammaShares(degreesOfFreedom / 2, statistic / 2);
  return { statistic, degreesOfFreedom, probability: twoSided(shares) };
}

/** Compares counts with the shares that they should have; the shares add up to one. */
export function chiSquareOfShares(counts: ArrayLike<number>, shares: ArrayLike<number>): ChiSquare {
  const total = Array.from(counts).reduce((sum, count) => sum + count, 0);
  let statistic = 0;
  for (let cell = 0; cell < shares.length; cell++) {
    const expected = total * shares[cell];
    statistic += (counts[cell] - expected) ** 2 / expected;
  }
  return chiSquare(statistic, shares.length - 1);
}

/** Compares counts that should all be equal. */
export function chiSquareOfEqual(counts: ArrayLike<number>): ChiSquare {
  return chiSquareOfShares(counts, new Float64Array(counts.length).fill(1 / counts.length));
}

/** Adds results that do not depend on each other. */
export function addChiSquares(parts: readonly ChiSquare[]): ChiSquare {
  return chiSquare(
    parts.reduce((sum, { statistic }) => sum + statistic, 0),
    parts.reduce((sum, { degreesOfFreedom }) => sum + degreesOfFreedom, 0),
  );
}

/** The statistic that is exceeded with the given probability: the critical value of a one-sided test. */
export function criticalChiSquare(degreesOfFreedom: number, probability: number): number {
  let low = 0;
  let high = degreesOfFreedom + 50 * Math.sqrt(2 * degreesOfFreedom) + 100;
  while (high - low > high * 1e-12) {
    const middle = (low + high) / 2;
    if (gammaShares(degreesOfFreedom / 2, middle / 2).above > probability) low = middle;
    else high = middle;
  }
  return high;
}
