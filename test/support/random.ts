/** A small repeatable generator (mulberry32) for tests: the same seed, the same numbers. */
export function seeded(seed: number): { readonly below: (n: number) => number } {
  let state = seed | 0;
  return {
    below: (n) => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * n);
    },
  };
}
