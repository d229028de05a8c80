import { CLASSIC, preset } from '../../src/domain/presets';
import type { RuleSet } from '../../src/domain/rule-set';
import { bestStrategy } from '../../src/returns/best-strategy';
import { mainBetScatter } from '../../src/returns/main-bet-scatter';
import { emptyTally, simulate, type SimulationPlan, stakeUnits } from '../../src/returns/simulation';
import { SimulationNumbers } from '../../src/returns/simulation-numbers';

const PLAN: SimulationPlan = {
  ruleSet: CLASSIC,
  strategy: bestStrategy(CLASSIC),
  sideBets: [],
  insured: false,
};

/** A tally of rounds that won so many initial stakes. */
function tallyOf(nets: readonly number[], stake: number) {
  const tally = emptyTally(0);
  for (const net of nets.map((share) => share * stake)) {
    tally.rounds += 1;
    tally.main.sum += net;
    tally.main.squares += net ** 2;
    tally.main.fourths += net ** 4;
    if (net > 0) tally.main.wins += 1;
    if (net === 0) tally.main.pushes += 1;
  }
  return tally;
}

describe('how the main bet scatters', () => {
  it('is told in initial stakes, with the errors that so many rounds leave', () => {
    const nets = [1, 1, 1, 1.5, 0, -1, -1, -1, -2, 2];
    const scatter = mainBetScatter(PLAN, tallyOf(nets, stakeUnits(CLASSIC)));
    const mean = 0.15;
    const deviation = Math.sqrt(nets.reduce((sum, net) => sum + (net - mean) ** 2, 0) / 10);
    expect(scatter.rounds).toBe(10);
    expect(scatter.standardDeviation.value).toBeCloseTo(deviation, 12);
    expect(scatter.hitFrequency.value).toBe(0.5);
    expect(scatter.hitFrequency.standardError).toBeCloseTo(Math.sqrt(0.025), 12);
    expect(scatter.pushFrequency.value).toBe(0.1);
    expect(scatter.pushFrequency.standardError).toBeCloseTo(Math.sqrt(0.009), 12);
  });

  it('is told to the stake of both hands where a box has two', () => {
    const ruleSet = preset('blackjack-switch') as RuleSet;
    const scatter = mainBetScatter({ ...PLAN, ruleSet }, tallyOf([2, -2], stakeUnits(ruleSet)));
    expect(scatter.standardDeviation.value).toBeCloseTo(1, 12);
  });

  it('has errors as large as the differences between simulations', () => {
    const all = Array.from({ length: 60 }, (_, stream) =>
      mainBetScatter(PLAN, simulate(PLAN, 3000, new SimulationNumbers(1, stream))),
    );
    for (const figure of ['standardDeviation', 'hitFrequency', 'pushFrequency'] as const) {
      const values = all.map((scatter) => scatter[figure].value);
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
      // Sixty simulations tell their own spread to about a tenth.
      expect(spread / all[0][figure].standardError).toBeGreaterThan(0.65);
      expect(spread / all[0][figure].standardError).toBeLessThan(1.35);
    }
  });
});
