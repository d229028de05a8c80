import { STAND } from '../../src/domain/legal';
import { CLASSIC, preset, PRESETS } from '../../src/domain/presets';
import type { RuleSet } from '../../src/domain/rule-set';
import { type BestStrategy, bestStrategy } from '../../src/returns/best-strategy';
import { addTally, emptyTally, simulate, type SimulationPlan } from '../../src/returns/simulation';
import {
  checkInsurance,
  checkMainBet,
  checkSideBets,
  simulationPlans,
} from '../../src/returns/simulation-check';
import { SimulationNumbers } from '../../src/returns/simulation-numbers';
import { theoreticalReturn } from '../../src/returns/theoretical-return';

function presetOf(id: string): RuleSet {
  const ruleSet = preset(id);
  if (ruleSet === undefined) throw new Error(`there is no preset ${id}`);
  return ruleSet;
}

const AMERICAN = presetOf('american-blackjack');
const INFINITE = presetOf('infinite-blackjack');
const SWITCH = presetOf('blackjack-switch');
const SEED = 1;

const strategies = new Map<RuleSet, BestStrategy>();

function strategyOf(ruleSet: RuleSet): BestStrategy {
  const strategy = strategies.get(ruleSet) ?? bestStrategy(ruleSet);
  strategies.set(ruleSet, strategy);
  return strategy;
}

function mainOnly(ruleSet: RuleSet): SimulationPlan {
  return { ruleSet, strategy: strategyOf(ruleSet), sideBets: [], insured: false };
}

function checkedMain(plan: SimulationPlan, theoryOf: RuleSet, rounds: number) {
  const tally = simulate(plan, rounds, new SimulationNumbers(SEED, 0));
  return checkMainBet(plan, tally, theoreticalReturn(theoryOf).mainBet);
}

describe('the simulation agrees with theory', () => {
  const sixToFive: RuleSet = { ...INFINITE, id: 'six-to-five', blackjackPays: { num: 6, den: 5 } };
  const oneDeckSwitch: RuleSet = { ...SWITCH, decks: 1, shuffle: { kind: 'everyDeal' } };

  it.each([
    ...PRESETS.map((ruleSet): [string, RuleSet] => [ruleSet.id, ruleSet]),
    ['even money at 6:5', sixToFive],
    ['insured switch of one deck', oneDeckSwitch],
    ['splits by rank, soft 17 hit', { ...AMERICAN, splitBy: 'rank', softSeventeen: 'hit' }],
  ] as [string, RuleSet][])('on the main bet: %s', (_, ruleSet) => {
    const checked = checkedMain(mainOnly(ruleSet), ruleSet, 100_000);
    expect(checked).toMatchObject({ bet: 'main', rounds: 100_000, agrees: true });
    expect(checked.standardError).toBeLessThan(0.004);
    expect(checked.interval.high - checked.return).toBeCloseTo(1.96 * checked.standardError, 6);
  });

  it.each(['blackjack-deluxe', 'american-blackjack', 'blackjack-switch'])('on the side bets: %s', (id) => {
    const ruleSet = presetOf(id);
    const checked = simulationPlans(ruleSet, strategyOf(ruleSet)).flatMap((plan) =>
      checkSideBets(plan, simulate(plan, 60_000, new SimulationNumbers(SEED, 1))),
    );
    expect(checked.map(({ bet }) => bet).sort()).toEqual(ruleSet.sideBets.map(({ type }) => type).sort());
    expect(checked.filter(({ agrees }) => !agrees)).toEqual([]);
  });

  it.each([
    ['per hand', presetOf('blackjack-deluxe'), 1 / 13],
    // None where the box is a blackjack (IN-05).
    ['one amount', INFINITE, (1 / 13) * (1 - 8 / 169)],
    ['both hands of a box', SWITCH, 1 / 13],
    ['closed cards (CL-06)', { ...CLASSIC, insuranceCards: 'closed' }, 1 / 13],
    ['all boxes together (CL-06)', { ...CLASSIC, insurance: 'allBoxes' }, 1 / 13],
  ] as [string, RuleSet, number][])(
    'on insurance, and without it on the main bet: %s',
    (_, ruleSet, share) => {
      const [plan] = simulationPlans(ruleSet, strategyOf(ruleSet));
      const tally = simulate(plan, 50_000, new SimulationNumbers(SEED, 2));
      const [insurance, ...others] = checkInsurance(plan, tally);
      expect(others).toEqual([]);
      expect(insurance).toMatchObject({ bet: 'insurance', agrees: true, pushFrequency: 0 });
      expect(insurance.return).toBeCloseTo(3 * insurance.hitFrequency, 12);
      expect(Math.abs(insurance.rounds - share * 50_000)).toBeLessThan(4 * Math.sqrt(share * 50_000));
      expect(checkMainBet(plan, tally, theoreticalReturn(ruleSet).mainBet).agrees).toBe(true);
    },
  );

  it('on the main bet round by round, insured or not, where the dealer has his hole card at the deal (C-11)', () => {
    const plan = mainOnly(CLASSIC);
    const play = (insured: boolean) => simulate({ ...plan, insured }, 20_000, new SimulationNumbers(SEED, 3));
    const [insured, bare] = [play(true), play(false)];
    expect(insured.main).toEqual(bare.main);
    expect(insured.insurance.bets).toBeGreaterThan(1400);
    expect(bare.insurance).toEqual({ bets: 0, sum: 0, wins: 0 });
  });

  it('and takes no insurance where there is none, or where best play takes it at times', () => {
    const [american] = simulationPlans(AMERICAN, strategyOf(AMERICAN));
    expect(american.insured).toBe(false);
    const tally = simulate(american, 1000, new SimulationNumbers(SEED, 2));
    expect([tally.insurance.bets, checkInsurance(american, tally)]).toEqual([0, []]);
    expect(simulationPlans(oneDeckSwitch, strategyOf(oneDeckSwitch))[0].insured).toBe(false);
  });

  it('and has the variance of the usual game: 1.14 to 1.16 stakes a round', () => {
    const { standardDeviation, hitFrequency, pushFrequency } = checkedMain(
      mainOnly(AMERICAN),
      AMERICAN,
      200_000,
    );
    expect(standardDeviation).toBeGreaterThan(1.135);
    expect(standardDeviation).toBeLessThan(1.16);
    expect(hitFrequency).toBeCloseTo(0.425, 2);
    expect(pushFrequency).toBeCloseTo(0.085, 2);
  });
});

describe('the simulation notices', () => {
  it('a strategy that is not the best', () => {
    const stands = {
      ...strategyOf(AMERICAN),
      plays: new Uint8Array(strategyOf(AMERICAN).plays.length).fill(STAND),
    };
    const checked = checkedMain({ ...mainOnly(AMERICAN), strategy: stands }, AMERICAN, 50_000);
    expect(checked.agrees).toBe(false);
    expect(checked.distance).toBeLessThan(-10);
  });

  it('a switch that is never made', () => {
    const unswitched = { ...strategyOf(SWITCH), switches: new Uint8Array(0) };
    expect(checkedMain({ ...mainOnly(SWITCH), strategy: unswitched }, SWITCH, 50_000).agrees).toBe(false);
  });

  it('a pay table of the main bet that theory does not know', () => {
    const sixToFive: RuleSet = { ...AMERICAN, blackjackPays: { num: 6, den: 5 } };
    const checked = checkedMain({ ...mainOnly(AMERICAN), ruleSet: sixToFive }, AMERICAN, 200_000);
    expect(checked.agrees).toBe(false);
  });

  it('a pay table of a side bet that theory does not know', () => {
    const [, sevens] = simulationPlans(AMERICAN, strategyOf(AMERICAN));
    const tally = simulate(sevens, 60_000, new SimulationNumbers(SEED, 1));
    const dearer: RuleSet = {
      ...AMERICAN,
      sideBets: [{ type: 'sevens', pays: { seven: 10, twoSevens: 40, threeSevens: 250 }, maxUnits: 20 }],
    };
    expect(checkSideBets(sevens, tally)[0].agrees).toBe(true);
    expect(checkSideBets({ ...sevens, ruleSet: dearer }, tally)[0].agrees).toBe(false);
  });

  it('a decision that the gate refuses', () => {
    const hesitant = { ...strategyOf(AMERICAN), plays: new Uint8Array(strategyOf(AMERICAN).plays.length) };
    const plan = { ...mainOnly(AMERICAN), strategy: hesitant };
    expect(() => simulate(plan, 100, new SimulationNumbers(SEED, 0))).toThrow(/an action for every option/);
    const early: SimulationPlan = { ...mainOnly(AMERICAN), strategy: strategyOf(INFINITE) };
    const withoutSurrender = { ...early, ruleSet: { ...AMERICAN, surrender: 'none' } as RuleSet };
    expect(() => simulate(withoutSurrender, 10_000, new SimulationNumbers(SEED, 0))).toThrow(
      /chose surrender, which is refused: action_not_allowed/,
    );
  });
});

describe('the numbers of a simulation', () => {
  it('are the same for the same seed and stream, and others for another', () => {
    const first = (seed: number, stream: number): number[] => {
      const numbers = new SimulationNumbers(seed, stream);
      return Array.from({ length: 20 }, () => numbers.below(416));
    };
    expect(first(1, 2)).toEqual(first(1, 2));
    expect(first(1, 2)).not.toEqual(first(1, 3));
    expect(first(1, 2)).not.toEqual(first(2, 2));
    expect(first(1, 2)).not.toEqual(first(1 + 2 ** 40, 2));
  });

  it.each([2, 13, 52, 311, 416])('below %d are even', (n) => {
    const numbers = new SimulationNumbers(7, 0);
    const draws = 1000 * n;
    const counts = new Float64Array(n);
    for (let draw = 0; draw < draws; draw += 1) counts[numbers.below(n)] += 1;
    const chiSquare = counts.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    // Five standard deviations of a chi-square of n - 1 degrees of freedom.
    expect(Math.abs(chiSquare - (n - 1))).toBeLessThan(5 * Math.sqrt(2 * (n - 1)) + 5);
  });

  it('make the same rounds again', () => {
    const play = (seed: number) => simulate(mainOnly(AMERICAN), 20_000, new SimulationNumbers(seed, 0));
    expect(play(5)).toEqual(play(5));
    expect(play(5)).not.toEqual(play(6));
  });
});

describe('a tally', () => {
  it('is the sum of its parts', () => {
    const plan = simulationPlans(AMERICAN, strategyOf(AMERICAN))[0];
    const numbers = new SimulationNumbers(SEED, 0);
    const parts = [simulate(plan, 3000, numbers), simulate(plan, 2000, numbers)];
    const total = emptyTally(1);
    for (const part of parts) addTally(total, part);
    expect(total.rounds).toBe(5000);
    expect(total.main.sum).toBe(parts[0].main.sum + parts[1].main.sum);
    expect(total.main.fourths).toBe(parts[0].main.fourths + parts[1].main.fourths);
    expect(total.sideBets[0].wins).toBe(parts[0].sideBets[0].wins + parts[1].sideBets[0].wins);
    expect(total.sideBets[0].wins).toBeGreaterThan(150);
  });

  it('is the sum of its insurance', () => {
    const numbers = new SimulationNumbers(SEED, 0);
    const plan = { ...mainOnly(CLASSIC), insured: true };
    const parts = [simulate(plan, 3000, numbers), simulate(plan, 2000, numbers)];
    const total = emptyTally(0);
    for (const part of parts) addTally(total, part);
    const [one, other] = parts.map(({ insurance }) => insurance);
    expect(total.insurance).toEqual({
      bets: one.bets + other.bets,
      sum: one.sum + other.sum,
      wins: one.wins + other.wins,
    });
    expect(total.insurance.wins).toBeGreaterThan(80);
  });
});
