/**
 * A result is a failure when a sound generator gives one as extreme, to either side, less often than this. It is so
 * small because many results are read at once, and because defects that matter are far beyond it anyway.
 */
export const SIGNIFICANCE = 1e-5;

/**
 * How often a sound generator gives a result at least as far out, to whichever side: both are defects, since numbers
 * that are too even are as predictable as uneven ones.
 */
export function twoSided({ below, above }: { readonly below: number; readonly above: number }): number {
  return Math.min(1, 2 * Math.min(below, above));
}
