import type { Action } from '../../src/domain/action';
import { soloBets } from '../../src/domain/bets';
import { deal } from '../../src/domain/deal';
import { legalActions } from '../../src/domain/legal';
import type { Minor } from '../../src/domain/money';
import { play } from '../../src/domain/play';
import type { Round } from '../../src/domain/round';
import type { RuleSet } from '../../src/domain/rule-set';
import { type CardSource, InfiniteDeck, Shoe } from '../../src/domain/shoe';
import { CardRecorder, type Step } from '../../src/domain/step';
import { assessChoices } from '../../src/returns/assess-choices';
import { chooseBest } from '../../src/returns/best-player';
import { bestStrategy } from '../../src/returns/best-strategy';
import { PositionValues } from '../../src/returns/position-values';
import { stakeUnits } from '../../src/returns/simulation';
import { SimulationNumbers } from '../../src/returns/simulation-numbers';
import { theoreticalReturn } from '../../src/returns/theoretical-return';
import { classic, rules } from '../support/hands';

type Choose = (round: Round) => Action;

interface Population {
  /** Per unit of the initial stake: what was won beyond theory, with what choices gave away added, and its error. */
  readonly luck: number;
  readonly error: number;
  readonly givenAway: number;
}

/** Plays one box a round from a fresh shoe, and has every round assessed from its record. */
function populationOf(ruleSet: RuleSet, choose: Choose, rounds: number): Population {
  const values = new PositionValues(ruleSet);
  const stake = stakeUnits(ruleSet) as Minor;
  const range = { min: stake, max: stake, step: 2 as Minor };
  const limits = { stake: range, sideBet: range };
  const bets = soloBets([{ box: 1, stake }]);
  const numbers = new SimulationNumbers(7, 1);
  const source = ruleSet.decks === 'infinite' ? new InfiniteDeck(numbers) : new Shoe(ruleSet.decks, numbers);
  const unit = stake * ruleSet.handsPerBox;
  const expected = theoreticalReturn(ruleSet).mainBet.return - 1;
  let [sum, squares, given] = [0, 0, 0];
  for (let played = 0; played < rounds; played += 1) {
    if (source instanceof Shoe) source.shuffle();
    const steps: Step[] = [];
    const recorded = <T>(work: (cards: CardSource) => T, step: (cards: string[]) => Step): T => {
      const recorder = new CardRecorder(source);
      const result = work(recorder);
      steps.push(step(recorder.texts));
      return result;
    };
    const round = recorded(
      (cards) => deal(ruleSet, limits, bets, cards),
      (cards) => ({ type: 'deal', bets, cards }),
    );
    while (round.status !== 'settled') {
      const action = choose(round);
      recorded(
        (cards) => {
          const refusal = play({ round, cards, journal: null }, 0, action);
          if (refusal !== null) throw new Error(refusal.code);
        },
        (cards) => ({ type: 'action', bettor: 0, action, cards }),
      );
    }
    const [{ player }] = assessChoices(values, limits, steps);
    const [{ staked, returned }] = round.bettors;
    const luck = (returned - staked + player.main) / unit - expected;
    sum += luck;
    squares += luck * luck;
    given += player.main / unit;
  }
  const luck = sum / rounds;
  return {
    luck,
    error: Math.sqrt(squares / rounds - luck ** 2) / Math.sqrt(rounds),
    givenAway: given / rounds,
  };
}

/** Any legal action, each as likely as any other: doubles on twenty, splits tens, insures, takes even money. */
function anyAction(seed: number): Choose {
  const numbers = new SimulationNumbers(seed, 2);
  return (round) => {
    const legal = legalActions(round, 0);
    const chosen = legal[numbers.below(legal.length)];
    switch (chosen.type) {
      case 'insurance':
        if ('min' in chosen) return { type: 'insurance', accept: true, amount: chosen.min };
        return { type: 'insurance', accept: numbers.below(2) === 1 };
      case 'even-money':
        return { type: 'even-money', hand: chosen.hand, accept: numbers.below(2) === 1 };
      default:
        return chosen;
    }
  };
}

const ROUNDS = Number(process.env['ASSESSED_ROUNDS'] ?? '4000');

const GAMES: [string, RuleSet][] = [
  ['american', rules('american-blackjack')],
  ['infinite', rules('infinite-blackjack')],
  [
    'two decks, soft 17 hit, aces split again',
    classic({ boxes: 1, decks: 2, softSeventeen: 'hit', resplitAces: true }),
  ],
  [
    'one card, doubles on 9 to 11, even money',
    classic({ dealer: 'oneCard', surrender: 'early', doubleOn: '9-11', evenMoney: true }),
  ],
  ['switch', rules('blackjack-switch')],
];

describe.each(GAMES)('luck and skill of a population: %s', (_, ruleSet) => {
  test('who plays the best strategy gives next to nothing away', () => {
    const strategy = bestStrategy(ruleSet);
    const { givenAway, luck, error } = populationOf(ruleSet, (round) => chooseBest(strategy, round), ROUNDS);
    expect(givenAway).toBeGreaterThanOrEqual(0);
    expect(givenAway).toBeLessThan(1e-5);
    expect(Math.abs(luck)).toBeLessThan(3.5 * error);
  });

  test('who plays anything loses by expectation what his choices give away, and no more', () => {
    const { givenAway, luck, error } = populationOf(ruleSet, anyAction(3), ROUNDS);
    expect(givenAway).toBeGreaterThan(0.2);
    expect(Math.abs(luck)).toBeLessThan(3.5 * error);
  });
});
