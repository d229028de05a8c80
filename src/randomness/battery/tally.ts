/** Counts whole numbers; what exceeds the last cell is counted in it. */
export class Tally {
  readonly counts: Float64Array;
  private readonly last: number;

  constructor(cells: number) {
    this.counts = new Float64Array(cells);
    this.last = cells - 1;
  }

  add(number: number): void {
    this.counts[Math.min(number, this.last)] += 1;
  }
}

/**
 * Joins cells of the ends until each expects enough for the chi-square distribution to hold: the shares of a
 * distribution with thin tails.
 */
export function joinThinEnds(
  counts: ArrayLike<number>,
  shares: readonly number[],
  leastExpected = 10,
): { readonly counts: number[]; readonly shares: number[] } {
  const total = Array.from(counts).reduce((sum, count) => sum + count, 0);
  const isThin = (share: number): boolean => share * total < leastExpected;
  const joined = { counts: Array.from(counts), shares: [...shares] };
  while (joined.shares.length > 2 && isThin(joined.shares[0])) joinFirstTwo(joined);
  joined.counts.reverse();
  joined.shares.reverse();
  while (joined.shares.length > 2 && isThin(joined.shares[0])) joinFirstTwo(joined);
  return joined;
}

function joinFirstTwo({ counts, shares }: { readonly counts: number[]; readonly shares: number[] }): void {
  counts.splice(0, 2, counts[0] + counts[1]);
  shares.splice(0, 2, shares[0] + shares[1]);
}
