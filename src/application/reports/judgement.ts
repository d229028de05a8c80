import { present } from '../../domain/assert';
import type { RuleSet } from '../../domain/rule-set';
import type { Totals } from '../../persistence/reports/totals';
import { sideBetChances } from '../../returns/side-bet-return';
import type { TheoreticalReturn } from '../../returns/theoretical-return';

/** What theory says of a line's bet. */
export interface BetTheory {
  readonly theoreticalReturn: number;
  /** How far the theoretical return itself may be off. */
  readonly tolerance: number;
  /** So many rounds of equal stakes it takes at least until the sum of them is near enough to a normal distribution. */
  readonly fewestRounds: number;
}

/** How a line's bet turned out. All figures are shares of the initial stakes. */
export interface Judgement {
  readonly actualReturn: number;
  /** What the choices gave away, at most 0. */
  readonly skill: number;
  /** Everything that is neither theory nor skill. */
  readonly luck: number;
  /** Of one round, to an initial stake of 1. */
  readonly standardDeviation: number;
  /** How far luck may be from 0; null where cards may have been chosen. */
  readonly tolerance: number | null;
  /** Whether it is farther; null where there is no tolerance, or too little was played to say. */
  readonly outside: boolean | null;
}

/** Standard errors on either side that hold 99.9 % of a normal distribution. */
const ERRORS_999 = 3.290527;
const FEWEST_ROUNDS = 100;
/** How often the rarest win is to be expected before a side bet is judged. */
const FEWEST_RARE_WINS = 5;

export function betTheory(ruleSet: RuleSet, returns: TheoreticalReturn, bet: Totals['bet']): BetTheory {
  if (bet === 'main') {
    const { return: theoreticalReturn, tolerance } = returns.mainBet;
    return { theoreticalReturn, tolerance, fewestRounds: FEWEST_ROUNDS };
  }
  const rule = present(
    ruleSet.sideBets.find(({ type }) => type === bet),
    `a rule for ${bet}`,
  );
  const figures = present(
    returns.sideBets.find(({ type }) => type === bet),
    `a return of ${bet}`,
  );
  const rarest = sideBetChances(ruleSet, rule).reduce(
    (least, { probability }) => Math.min(least, probability),
    1,
  );
  return {
    theoreticalReturn: figures.return,
    tolerance: 0,
    fewestRounds: Math.max(FEWEST_ROUNDS, FEWEST_RARE_WINS / rarest),
  };
}

/**
 * Compares what came back with theory. The tolerance is 3.29 standard errors (99.9 %), and what theory may be off. The
 * standard error is the square root of the sum over rounds of what each can scatter, so that a round counts with the
 * square of its stake; where the rounds themselves scattered more than best play would, because people play otherwise,
 * theirs is taken.
 */
export function judge(totals: Totals, theory: BetTheory): Judgement {
  const stake = Number(totals.initialStake);
  const actualReturn = 1 + (Number(totals.returned) - Number(totals.staked)) / stake;
  // Of stakes of different size, as many count as equal ones would scatter alike; all bettors of a table are one stake.
  const equalRounds = stake ** 2 / totals.squaredStakes;
  const isEnough = equalRounds >= theory.fewestRounds;
  const variance = isEnough ? Math.max(totals.expectedVariance, totals.squaredLuck) : totals.expectedVariance;
  const standardDeviation = Math.sqrt(variance / totals.squaredStakes);
  const skill = 0 - (totals.givenAway + totals.givenAwayAutomatically) / stake;
  const luck = actualReturn - theory.theoreticalReturn - skill;
  const played = { actualReturn, skill, luck, standardDeviation };
  if (totals.mode === 'test') return { ...played, tolerance: null, outside: null };
  const tolerance = (ERRORS_999 * Math.sqrt(variance)) / stake + theory.tolerance;
  const outside = isEnough ? Math.abs(luck) > tolerance : null;
  return { ...played, tolerance, outside };
}
