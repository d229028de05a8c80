import type { RuleSet } from '../../domain/rule-set';
import type { BestStrategy } from '../../returns/best-strategy';
import { type MainBetScatter, mainBetScatter } from '../../returns/main-bet-scatter';
import type { SimulationPlan, Tally } from '../../returns/simulation';
import {
  checkInsurance,
  checkMainBet,
  checkSideBets,
  type SimulatedReturn,
  simulationPlans,
} from '../../returns/simulation-check';
import { SimulationNumbers } from '../../returns/simulation-numbers';
import { type SwitchTable, switchTable } from '../../returns/switch-table';
import { type SwitchTableCost, switchTableCost } from '../../returns/switch-table-check';
import type { MainBetReturn } from '../../returns/theoretical-return';
import { playSimulation, type Threads } from './threads';

export interface SimulationOrder {
  /** Of each simulation; null for none but the short ones that are always made. */
  readonly rounds: number | null;
  /** Of the simulations that were asked for. */
  readonly seed: number;
  readonly threads: Threads | null;
  readonly onPlayed: (game: string, rounds: number) => void;
}

/** How the main bet scatters: from the simulation that was asked for, else from a short one that is always the same. */
export interface Scatter extends MainBetScatter {
  readonly simulation: 'asked' | 'short';
  readonly seed: number;
}

export interface PricedSwitchTable extends SwitchTable {
  /** What playing by it gives away. */
  readonly cost: SwitchTableCost;
}

/** A simulation that was played. */
export interface Played {
  readonly plan: SimulationPlan;
  readonly tally: Tally;
}

const SHORT_ROUNDS = 250_000;
const SHORT_SEED = 20_260_101;
/** Boxes on which a table for switching differs from the best choice: so many in any case, and on order up to so many. */
const FEW_SWITCHES = 100_000;
const MOST_SWITCHES = 2_000_000;
/** Far beyond the streams of all chunks of a simulation, and before those of the next one. */
const STREAM_OF_SWITCHES = 2 ** 31;

/** How many rounds an order for these games comes to. */
export function roundsOf(games: readonly RuleSet[], rounds: number | null): number {
  if (rounds === null) return games.length * SHORT_ROUNDS;
  const simulations = games.map(({ sideBets }) => (sideBets.some(({ type }) => type === 'sevens') ? 2 : 1));
  return rounds * simulations.reduce((sum, times) => sum + times, 0);
}

/** The simulations of an order, the one that plays the main bet best first; the short one alone when none was asked for. */
export async function playedRounds(
  ruleSet: RuleSet,
  strategy: BestStrategy,
  { rounds, seed, threads, onPlayed }: SimulationOrder,
): Promise<Played[]> {
  const short: SimulationPlan = { ruleSet, strategy, sideBets: [], insured: false };
  const plans = rounds === null ? [short] : simulationPlans(ruleSet, strategy);
  const played: Played[] = [];
  for (const [place, plan] of plans.entries()) {
    const simulation = {
      plan,
      rounds: rounds ?? SHORT_ROUNDS,
      seed: rounds === null ? SHORT_SEED : seed,
      firstStream: firstStreamOf(ruleSet.id, place),
    };
    const tally = await playSimulation(simulation, threads, (count) => onPlayed(ruleSet.id, count));
    played.push({ plan, tally });
  }
  return played;
}

export function scatterOf(
  [{ plan, tally }]: readonly Played[],
  { rounds, seed }: Pick<SimulationOrder, 'rounds' | 'seed'>,
): Scatter {
  const scatter = mainBetScatter(plan, tally);
  return rounds === null
    ? { simulation: 'short', seed: SHORT_SEED, ...scatter }
    : { simulation: 'asked', seed, ...scatter };
}

/** Every simulated bet beside its theory. */
export function comparisons(played: readonly Played[], mainBet: MainBetReturn): SimulatedReturn[] {
  return played.flatMap(({ plan, tally }, place) => [
    // The main bet is played best in the first plan alone.
    ...(place === 0 ? [checkMainBet(plan, tally, mainBet)] : []),
    ...checkInsurance(plan, tally),
    ...checkSideBets(plan, tally),
  ]);
}

/** The table that tells people when to switch, with what it gives away; null where the rules know no switch. */
export function pricedSwitchTable(
  ruleSet: RuleSet,
  strategy: BestStrategy,
  { rounds, seed }: Pick<SimulationOrder, 'rounds' | 'seed'>,
): PricedSwitchTable | null {
  const table = switchTable(ruleSet);
  if (table === null) return null;
  const boxes = rounds === null ? FEW_SWITCHES : Math.min(rounds, MOST_SWITCHES);
  const stream = firstStreamOf(ruleSet.id, 0) + STREAM_OF_SWITCHES;
  const numbers = new SimulationNumbers(rounds === null ? SHORT_SEED : seed, stream);
  return { ...table, cost: switchTableCost(ruleSet, strategy, table, { boxes, numbers }) };
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
