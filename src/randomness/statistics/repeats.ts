import { gammaShares } from './gamma';
import { twoSided } from './significance';

/** How many pairs of equal values came, how many a sound generator gives on the average, and how rare that is. */
export interface Repeats {
  readonly pairs: number;
  readonly expected: number;
  readonly probability: number;
}

/**
 * Birthday test. Among m values of n equally likely ones about m²/2n pairs are equal; a generator with fewer states
 * than it seems to have gives more, one that runs through its values in turn gives none. Sorts the values in place.
 */
export function countRepeats(values: Uint32Array | Float64Array, possible: number): Repeats {
  values.sort();
  let pairs = 0;
  let equalBefore = 0;
  for (let place = 1; place < values.length; place++) {
    equalBefore = values[place] === values[place - 1] ? equalBefore + 1 : 0;
    pairs += equalBefore;
  }
  const expected = (values.length * (values.length - 1)) / 2 / possible;
  return { pairs, expected, probability: twoSided(poissonShares(pairs, expected)) };
}

/** How often a Poisson number of a mean is at most, and at least, the one that came. */
function poissonShares(count: number, mean: number): { readonly below: number; readonly above: number } {
  return {
    below: gammaShares(count + 1, mean).above,
    above: count === 0 ? 1 : gammaShares(count, mean).below,
  };
}
