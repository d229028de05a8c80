import type { Minor } from './money';

/** What may be staked at a table, in minor units of its currency, bounds included (C-14). */
export interface TableLimits {
  /** Per hand; a stake is a whole multiple of the step. */
  readonly stake: StakeRange;
  readonly sideBet: StakeRange;
}

export interface StakeRange {
  readonly min: Minor;
  readonly max: Minor;
  readonly step: Minor;
}
