import { PRESETS } from '../src/domain/presets';
import type { RuleSet } from '../src/domain/rule-set';
import { type BestStrategy, bestStrategy } from '../src/returns/best-strategy';
import { simulate, stakeUnits } from '../src/returns/simulation';
import { SimulationNumbers } from '../src/returns/simulation-numbers';
import { line, type Played, playFor } from './timed-play';

const BATCH = 10_000;

/** How many rounds a second the simulation of `npm run returns` plays on one core, every decision looked up. */
export function measureBestPlay(seconds: number): string[] {
  return PRESETS.map((ruleSet) => {
    const strategy = bestStrategy(ruleSet);
    playBest(ruleSet, strategy, seconds / 4);
    return line(`best play, ${ruleSet.id}`, playBest(ruleSet, strategy, seconds));
  });
}

export function playBest(ruleSet: RuleSet, strategy: BestStrategy, seconds: number): Played {
  const numbers = new SimulationNumbers(1, 0);
  const stakes = stakeUnits(ruleSet) * ruleSet.handsPerBox;
  const plan = { ruleSet, strategy, sideBets: [], insured: false };
  return playFor(seconds, BATCH, () => simulate(plan, BATCH, numbers).main.sum / stakes);
}
