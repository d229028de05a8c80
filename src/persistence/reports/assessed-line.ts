import type { SideBetType } from '../../domain/rule-set';
import type { Mode } from '../entities/sessions';

/** What reports tell apart: the main bet with everything that followed from it, and each side bet. */
export type ReportedBet = 'main' | SideBetType;

/**
 * In the place of a band of stakes: what the bands of one round have in common. Such lines hold squares and no stakes;
 * they belong to sums over all bands, and to no band.
 */
export const TOGETHER = -1;

/**
 * What one round adds to a line of the report. Decimal texts: sums must be exact, so that a round can be taken out again,
 * and squares of stakes are larger than a number holds. Amounts are minor units.
 */
export interface AssessedLine {
  readonly mode: Mode;
  /** Which band the initial main stakes of a bettor in the round belong to, or `TOGETHER`. */
  readonly stakeBand: number;
  readonly bet: ReportedBet;
  /** 1, or how many bettors of a shared table had this bet: each of them has a round in his history. */
  readonly rounds: number;
  /** What was staked before the first card. */
  readonly initialStake: string;
  /** With everything that was staked later: doubles, splits, insurance. */
  readonly staked: string;
  readonly returned: string;
  /** The square of the initial stake, of all bettors together. */
  readonly squaredStakes: string;
  /** How far what is won scatters in theory, best play, squared. */
  readonly expectedVariance: string;
  /** The square of what was won beyond theory and the players' choices. */
  readonly squaredLuck: string;
  /** By the players' own choices, and by the automatic rule's, against best play; by expectation. */
  readonly givenAway: string;
  readonly givenAwayAutomatically: string;
}
