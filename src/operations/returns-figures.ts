import type { RuleSet } from '../domain/rule-set';
import { type BestStrategy, bestStrategy } from '../returns/best-strategy';
import { type SideBetReturn, sideBetDeviation } from '../returns/side-bet-return';
import {
  checkMainBet,
  checkSideBets,
  type SimulatedReturn,
  simulationPlans,
} from '../returns/simulation-check';
import { type StrategyChart, strategyChart } from '../returns/strategy-chart';
import { type MainBetReturn, theoreticalReturn } from '../returns/theoretical-return';
import { playSimulation, type Threads } from './returns-threads';

/** Everything that is reported of one game. */
export interface GameFigures {
  readonly game: string;
  readonly version: number;
  readonly name: string;
  readonly mainBet: MainBetReturn;
  readonly sideBets: readonly SideBetFigures[];
  readonly strategy: StrategyChart;
  readonly switching: RuleSet['switching'];
  /** The main bet, then the side bets; null when nothing was simulated. */
  readonly simulated: readonly SimulatedReturn[] | null;
}

export interface SideBetFigures extends SideBetReturn {
  readonly standardDeviation: number;
}

export interface SimulationOrder {
  readonly rounds: number;
  readonly seed: number;
  readonly threads: Threads | null;
  readonly onPlayed: (game: string, rounds: number) => void;
}

/** How many times the rounds of an order these games are played. */
export function simulationsOf(games: readonly RuleSet[]): number {
  return games.reduce(
    (sum, { sideBets }) => sum + (sideBets.some(({ type }) => type === 'sevens') ? 2 : 1),
    0,
  );
}

export async function figuresOf(ruleSet: RuleSet, order: SimulationOrder | null): Promise<GameFigures> {
  const { mainBet, sideBets } = theoreticalReturn(ruleSet);
  const strategy = bestStrategy(ruleSet);
  return {
    game: ruleSet.id,
    version: ruleSet.version,
    name: ruleSet.name,
    mainBet,
    sideBets: sideBets.map((figures, place) => ({
      ...figures,
      standardDeviation: sideBetDeviation(ruleSet, ruleSet.sideBets[place]),
    })),
    strategy: strategyChart(ruleSet, strategy),
    switching: ruleSet.switching,
    simulated: order === null ? null : await simulated(ruleSet, strategy, mainBet, order),
  };
}

async function simulated(
  ruleSet: RuleSet,
  strategy: BestStrategy,
  mainBet: MainBetReturn,
  { rounds, seed, threads, onPlayed }: SimulationOrder,
): Promise<SimulatedReturn[]> {
  const results: SimulatedReturn[] = [];
  for (const [place, plan] of simulationPlans(ruleSet, strategy).entries()) {
    const report = (played: number): void => onPlayed(ruleSet.id, played);
    const simulation = { plan, rounds, seed, firstStream: firstStreamOf(ruleSet.id, place) };
    const tally = await playSimulation(simulation, threads, report);
    // The main bet is played best in the first plan alone.
    if (place === 0) results.push(checkMainBet(plan, tally, mainBet));
    results.push(...checkSideBets(plan, tally));
  }
  return results;
}

/**
 * Streams of random numbers apart from those of every other game and plan: were the same shoes dealt to all of them,
 * they would all err in the same direction.
 */
function firstStreamOf(game: string, place: number): number {
  let hash = 0;
  for (const letter of game) hash = (hash * 31 + letter.charCodeAt(0)) % 2 ** 20;
  return (2 * hash + place) * 2 ** 32;
}

/** Whether every simulated bet is where theory says, at most three standard errors away. */
export function allAgree(games: readonly GameFigures[]): boolean {
  return games.every(({ simulated: bets }) => bets?.every(({ agrees }) => agrees) ?? true);
}
