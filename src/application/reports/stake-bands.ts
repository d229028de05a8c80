import type { Currency } from '../../domain/currency';

/**
 * Where bands of stakes begin, in units of the currency: about a euro's worth, the least that may be staked unless an
 * operator says otherwise. Sums are kept by the number of the band: none of these may ever change.
 */
const EDGES = [0, 5, 25, 100, 500, 2500] as const;

/** A band in minor units: from this stake on, to below that one; null where it has no end. */
export interface StakeBand {
  readonly from: number;
  readonly to: number | null;
}

/** The number of the band that the initial main stakes of a round, taken together, belong to. */
export function bandOf({ unit }: Currency, initialStake: number): number {
  return EDGES.findLastIndex((edge) => initialStake >= edge * unit);
}

export function stakeBand({ unit }: Currency, band: number): StakeBand {
  const end = band + 1 < EDGES.length ? EDGES[band + 1] * unit : null;
  return { from: EDGES[band] * unit, to: end };
}
