import type { RuleSet } from '../../domain/rule-set';
import { bestStrategy } from '../../returns/best-strategy';
import { type InsuranceReturn, insuranceReturn } from '../../returns/insurance-return';
import { type SideBetReturn, sideBetDeviation } from '../../returns/side-bet-return';
import type { SimulatedReturn } from '../../returns/simulation-check';
import { type StrategyChart, strategyChart } from '../../returns/strategy-chart';
import { type MainBetReturn, theoreticalReturn } from '../../returns/theoretical-return';
import {
  comparisons,
  playedRounds,
  type PricedSwitchTable,
  pricedSwitchTable,
  type Scatter,
  scatterOf,
  type SimulationOrder,
} from './simulations';

/** Everything that is reported of one game. */
export interface GameFigures {
  readonly game: string;
  readonly version: number;
  readonly name: string;
  readonly mainBet: MainBetReturn;
  readonly scatter: Scatter;
  readonly sideBets: readonly SideBetFigures[];
  /** Null where the game has none. */
  readonly insurance: InsuranceReturn | null;
  readonly strategy: StrategyChart;
  readonly switching: RuleSet['switching'];
  /** How to choose a switch from paper; null where there is none. */
  readonly switchTable: PricedSwitchTable | null;
  /** The main bet, insurance, then the side bets; null when no simulation was asked for. */
  readonly simulated: readonly SimulatedReturn[] | null;
}

export interface SideBetFigures extends SideBetReturn {
  readonly standardDeviation: number;
}

export async function figuresOf(ruleSet: RuleSet, order: SimulationOrder): Promise<GameFigures> {
  const { mainBet, sideBets } = theoreticalReturn(ruleSet);
  const strategy = bestStrategy(ruleSet);
  const played = await playedRounds(ruleSet, strategy, order);
  return {
    game: ruleSet.id,
    version: ruleSet.version,
    name: ruleSet.name,
    mainBet,
    scatter: scatterOf(played, order),
    sideBets: sideBets.map((figures, place) => ({
      ...figures,
      standardDeviation: sideBetDeviation(ruleSet, ruleSet.sideBets[place]),
    })),
    insurance: insuranceReturn(ruleSet),
    strategy: strategyChart(ruleSet, strategy),
    switching: ruleSet.switching,
    switchTable: pricedSwitchTable(ruleSet, strategy, order),
    simulated: order.rounds === null ? null : comparisons(played, mainBet),
  };
}

/** Whether every simulated bet is where theory says, at most three standard errors away. */
export function allAgree(games: readonly GameFigures[]): boolean {
  return games.every(({ simulated: bets }) => bets?.every(({ agrees }) => agrees) ?? true);
}
