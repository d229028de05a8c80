import { HIT } from '../domain/legal';
import { type RuleSet, SIDE_BET_TYPES, type SideBetRule, type SideBetType } from '../domain/rule-set';
import { type BestStrategy, DEALT, pairIndex, playIndex } from './best-strategy';
import { handOf } from './hand-tree';
import { insuranceReturn } from './insurance-return';
import { sideBetDeviation, sideBetReturn } from './side-bet-return';
import { type BetTally, type SimulationPlan, stakeUnits, type Tally } from './simulation';
import type { MainBetReturn } from './theoretical-return';
import { VALUES } from './value-counts';

/** What a simulation says about one bet, beside what theory says. All figures are shares of the initial stake. */
export interface SimulatedReturn {
  readonly bet: 'main' | SideBetType | 'insurance';
  /** For insurance, those in which it was offered. */
  readonly rounds: number;
  readonly return: number;
  /** Of one round. From the simulation for the main bet; exact for the others, whose rare wins a sample may miss. */
  readonly standardDeviation: number;
  readonly standardError: number;
  /** In which the true return lies with 95 % confidence. */
  readonly interval: { readonly low: number; readonly high: number };
  readonly hitFrequency: number;
  readonly pushFrequency: number;
  readonly theoreticalReturn: number;
  /** How far theory itself may be off. */
  readonly tolerance: number;
  /** The distance from theory in standard errors. */
  readonly distance: number;
  /** Whether it is three at most, the tolerance left out. */
  readonly agrees: boolean;
}

const MOST_STANDARD_ERRORS = 3;
/** Standard errors on either side that hold 95 % of a normal distribution. */
const ERRORS_95 = 1.959964;
const SEVEN = 7;

/**
 * What has to be played so that every bet of a rule set meets what its theoretical return takes for granted: the
 * main bet's best play, with the bets that no decision touches, insurance always among them unless taking it at times
 * is part of the best play; and for the sevens the same play, save that the player always draws to two sevens (AM-13).
 */
export function simulationPlans(ruleSet: RuleSet, strategy: BestStrategy): SimulationPlan[] {
  const has = (type: SideBetType): boolean => ruleSet.sideBets.some((rule) => rule.type === type);
  const untouched = SIDE_BET_TYPES.filter((type) => has(type) && type !== 'sevens');
  const insured = ruleSet.insurance !== 'none' && strategy.insuresBelowTens === 0;
  const best: SimulationPlan = { ruleSet, strategy, sideBets: untouched, insured };
  return has('sevens')
    ? [best, { ruleSet, strategy: drawingToSevens(strategy), sideBets: ['sevens'], insured: false }]
    : [best];
}

function drawingToSevens(strategy: BestStrategy): BestStrategy {
  const plays = Uint8Array.from(strategy.plays);
  const splits = Uint8Array.from(strategy.splits);
  for (const upcard of VALUES) {
    plays[playIndex(DEALT, upcard, handOf(SEVEN, SEVEN))] = HIT;
    splits[pairIndex(upcard, SEVEN)] = 0;
  }
  return { ...strategy, plays, splits };
}

/** Compares the main bet of a simulation of the best play with its theoretical return. */
export function checkMainBet(
  { ruleSet }: SimulationPlan,
  tally: Tally,
  theory: MainBetReturn,
): SimulatedReturn {
  const stake = stakeUnits(ruleSet) * ruleSet.handsPerBox;
  const net = tally.main.sum / tally.rounds / stake;
  const squares = tally.main.squares / tally.rounds / stake ** 2;
  return compared('main', tally.rounds, tally.main, {
    return: 1 + net,
    standardDeviation: Math.sqrt(squares - net ** 2),
    theoreticalReturn: theory.return,
    tolerance: theory.tolerance,
  });
}

/** Compares each side bet of a simulation with the enumeration. */
export function checkSideBets({ ruleSet, sideBets }: SimulationPlan, tally: Tally): SimulatedReturn[] {
  const stake = stakeUnits(ruleSet);
  return sideBets.map((type, place) => {
    const rule = ruleSet.sideBets.find((candidate) => candidate.type === type) as SideBetRule;
    const bet = tally.sideBets[place];
    return compared(type, tally.rounds, bet, {
      return: bet.sum / tally.rounds / stake,
      standardDeviation: sideBetDeviation(ruleSet, rule),
      theoreticalReturn: sideBetReturn(ruleSet, rule).return,
      tolerance: 0,
    });
  });
}

/** Compares insurance, where a simulation took it always, with the enumeration; nothing where it was never offered. */
export function checkInsurance({ ruleSet }: SimulationPlan, { insurance }: Tally): SimulatedReturn[] {
  const theory = insuranceReturn(ruleSet);
  const { bets, sum, wins } = insurance;
  if (theory === null || bets === 0) return [];
  // Half the stake of every hand (C-11).
  const stake = (stakeUnits(ruleSet) * ruleSet.handsPerBox) / 2;
  const figures = {
    return: sum / bets / stake,
    standardDeviation: theory.standardDeviation,
    theoreticalReturn: theory.return,
    tolerance: 0,
  };
  return [compared('insurance', bets, { wins, pushes: 0 }, figures)];
}

type Figures = Pick<SimulatedReturn, 'return' | 'standardDeviation' | 'theoreticalReturn' | 'tolerance'>;

function compared(
  bet: SimulatedReturn['bet'],
  rounds: number,
  { wins, pushes }: Pick<BetTally, 'wins' | 'pushes'>,
  figures: Figures,
): SimulatedReturn {
  const standardError = figures.standardDeviation / Math.sqrt(rounds);
  const difference = figures.return - figures.theoreticalReturn;
  return {
    bet,
    rounds,
    ...figures,
    standardError,
    interval: {
      low: figures.return - ERRORS_95 * standardError,
      high: figures.return + ERRORS_95 * standardError,
    },
    hitFrequency: wins / rounds,
    pushFrequency: pushes / rounds,
    distance: difference / standardError,
    agrees: Math.abs(difference) <= MOST_STANDARD_ERRORS * standardError + figures.tolerance,
  };
}
