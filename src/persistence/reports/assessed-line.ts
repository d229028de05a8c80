import type { SideBetType } from '../../domain/rule-set';

/** What reports tell apart: the main bet with everything that followed from it, and each side bet. */
export type ReportedBet = 'main' | SideBetType;

/**
 * What one round adds to a line of the report. Decimal texts: sums must be exact, so that a round can be taken out again,
 * and squares of stakes are larger than a number holds. Amounts are minor units.
 */
export interface AssessedLine {
  readonly bet: ReportedBet;
  /** What was staked before the first card. */
  readonly initialStake: string;
  /** With everything that was staked later: doubles, splits, insurance. */
  readonly staked: string;
  readonly returned: string;
  /** The square of the initial stake. */
  readonly squaredStakes: string;
  /** How far what is won scatters in theory, best play, squared. */
  readonly expectedVariance: string;
  /** The square of what was won beyond theory and the players' choices. */
  readonly squaredLuck: string;
  /** By the players' own choices, and by the automatic rule's, against best play; by expectation. */
  readonly givenAway: string;
  readonly givenAwayAutomatically: string;
}
