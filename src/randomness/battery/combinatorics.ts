/** n over k, as a floating-point number; 0 where there is nothing to choose from. */
export function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i;
  return ways;
}

/** Shares of 0, 1, 2 … up to a last cell, which holds all that is left. */
export function withRest(cells: number, share: (cell: number) => number): number[] {
  const shares = Array.from({ length: cells - 1 }, (_, cell) => share(cell));
  return [...shares, 1 - shares.reduce((sum, one) => sum + one, 0)];
}

/** How often n things come in an order of so many ascending runs (1 … n): the Eulerian numbers, as shares. */
export function ascendingRunShares(n: number): number[] {
  let shares = [1];
  for (let size = 2; size <= n; size++) {
    const before = shares;
    shares = Array.from(
      { length: size },
      (_, runs) => ((runs + 1) * (before[runs] ?? 0) + (size - runs) * (before[runs - 1] ?? 0)) / size,
    );
  }
  return shares;
}

/** How often `kinds` equally likely kinds are complete with draw number kinds, kinds + 1, …; the last cell is the rest. */
export function collectionShares(kinds: number, cells: number): number[] {
  let having = [1];
  const complete: number[] = [];
  for (let draw = 1; draw < kinds + cells - 1; draw++) {
    const before = having;
    having = Array.from(
      { length: kinds },
      (_, had) => ((before[had] ?? 0) * had + (before[had - 1] ?? 0) * (kinds - had + 1)) / kinds,
    );
    complete.push((before[kinds - 1] ?? 0) / kinds);
  }
  const [...shares] = complete.slice(kinds - 1);
  return withRest(cells, (cell) => shares[cell]);
}

/** How often the cards of a deck hold every rank for the first time with card number 13, 14 … 52 − 3. */
export function allRanksShares(): number[] {
  const held = (cards: number): number => {
    let share = 0;
    for (let missing = 0; missing <= 12; missing++) {
      const ways = choose(13, missing) * (choose(52 - 4 * missing, cards) / choose(52, cards));
      share += missing % 2 === 0 ? ways : -ways;
    }
    return share;
  };
  return Array.from({ length: 37 }, (_, cell) => held(13 + cell) - held(12 + cell));
}
