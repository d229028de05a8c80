import { DOUBLE, HIT, SPLIT, STAND, SURRENDER } from '../../src/domain/legal';
import { CLASSIC, preset } from '../../src/domain/presets';
import type { RuleSet } from '../../src/domain/rule-set';
import {
  type BestStrategy,
  bestStrategy,
  DEALT,
  pairIndex,
  playIndex,
} from '../../src/returns/best-strategy';
import { decisionValues, isBlackjack } from '../../src/returns/decision-values';
import { EMPTY_HAND, handOf, nextHand } from '../../src/returns/hand-tree';
import { type StrategyChart, strategyChart } from '../../src/returns/strategy-chart';
import { switchIndex } from '../../src/returns/switch-choices';
import { upcardTable } from '../../src/returns/upcard-table';
import { take } from '../../src/returns/value-counts';
import { against, dealerEnds, draws, type Shoe, shoeOf, totalOf, VALUES } from './by-hand';

function presetOf(id: string): RuleSet {
  const ruleSet = preset(id);
  if (ruleSet === undefined) throw new Error(`there is no preset ${id}`);
  return ruleSet;
}

const known = new Map<string, BestStrategy>();

function strategyOf(ruleSet: RuleSet): BestStrategy {
  const key = JSON.stringify(ruleSet);
  const strategy = known.get(key) ?? bestStrategy(ruleSet);
  known.set(key, strategy);
  return strategy;
}

const charts = new Map<RuleSet, StrategyChart>();

function chartOf(ruleSet: RuleSet): StrategyChart {
  const chart = charts.get(ruleSet) ?? strategyChart(ruleSet, strategyOf(ruleSet));
  charts.set(ruleSet, chart);
  return chart;
}

const AMERICAN = presetOf('american-blackjack');
const HITS_17: RuleSet = { ...CLASSIC, softSeventeen: 'hit' };
const NO_CHECK: RuleSet = { ...CLASSIC, dealerChecks: 'never', dealerCards: 'upOnly', surrender: 'none' };
const ONE_DECK: RuleSet = { ...CLASSIC, decks: 1, surrender: 'none' };
const EARLY = presetOf('infinite-blackjack');
const SWITCH = presetOf('blackjack-switch');

describe('cells of the printed basic strategy', () => {
  /** The cell of a row by its name, without the mark for hands of three cards. */
  function cell(ruleSet: RuleSet, hand: string, upcard: string): string {
    const chart = chartOf(ruleSet);
    const row = [...chart.hard, ...chart.soft, ...chart.pairs].find((candidate) => candidate.hand === hand);
    return (row?.cells[chart.upcards.indexOf(upcard)] ?? 'no such row').replace('*', '');
  }

  // The usual chart for four to eight decks, a dealer who stands on soft 17, doubles after a split and late
  // surrender, as the books since Griffin and the well-known odds sites print it.
  it.each([
    ['8', '6', 'H'],
    ['9', '2', 'H'],
    ['9', '3', 'Dh'],
    ['10', '9', 'Dh'],
    ['10', '10', 'H'],
    ['11', '10', 'Dh'],
    ['11', 'A', 'H'],
    ['12', '3', 'H'],
    ['12', '4', 'S'],
    ['13', '2', 'S'],
    ['15', '9', 'H'],
    ['15', '10', 'Rh'],
    ['16', '7', 'H'],
    ['16', '9', 'Rh'],
    ['16', 'A', 'Rh'],
    ['17', 'A', 'S'],
    ['A-2', '4', 'H'],
    ['A-2', '5', 'Dh'],
    ['A-6', '2', 'H'],
    ['A-6', '3', 'Dh'],
    ['A-7', '2', 'S'],
    ['A-7', '3', 'Ds'],
    ['A-7', '8', 'S'],
    ['A-7', '9', 'H'],
    ['A-8', '6', 'S'],
    ['2-2', '2', 'P'],
    ['4-4', '4', 'H'],
    ['4-4', '5', 'P'],
    ['5-5', '9', 'Dh'],
    ['6-6', '2', 'P'],
    ['6-6', '7', 'H'],
    ['8-8', '10', 'P'],
    ['9-9', '7', 'S'],
    ['9-9', '9', 'P'],
    ['10-10', '6', 'S'],
    ['A-A', 'A', 'P'],
  ])('%s against %s: %s, as printed for six decks', (hand, upcard, expected) => {
    expect(cell(AMERICAN, hand, upcard)).toBe(expected);
  });

  // What changes where the dealer hits soft 17: the six lines by which that chart differs from the one above.
  it.each([
    ['11', 'A', 'Dh'],
    ['A-7', '2', 'Ds'],
    ['A-8', '6', 'Ds'],
    ['15', 'A', 'Rh'],
    ['17', 'A', 'Rs'],
    ['8-8', 'A', 'Rp'],
  ])('%s against %s: %s when the dealer hits soft 17', (hand, upcard, expected) => {
    expect(cell(HITS_17, hand, upcard)).toBe(expected);
  });

  // The European chart: no second stake is put before a hole card that may make a blackjack.
  it.each([
    ['11', '10', 'H'],
    ['11', '9', 'Dh'],
    ['8-8', '10', 'H'],
    ['8-8', 'A', 'H'],
    ['A-A', 'A', 'H'],
    ['A-A', '10', 'P'],
  ])('%s against %s: %s when the dealer never checks', (hand, upcard, expected) => {
    expect(cell(NO_CHECK, hand, upcard)).toBe(expected);
  });

  // The chart for early surrender, known since it was offered in Atlantic City.
  it.each([
    ['5', 'A', 'Rh'],
    ['7', 'A', 'Rh'],
    ['8', 'A', 'H'],
    ['12', 'A', 'Rh'],
    ['17', 'A', 'Rs'],
    ['14', '10', 'Rh'],
    ['13', '10', 'H'],
    ['8-8', '10', 'Rh'],
  ])('%s against %s: %s with early surrender', (hand, upcard, expected) => {
    expect(cell(EARLY, hand, upcard)).toBe(expected);
  });

  it('knows the two cards of a single deck that play otherwise than their total', () => {
    const { exceptions } = chartOf(ONE_DECK);
    expect(cell(ONE_DECK, '8', '6')).toBe('Dh');
    expect(cell(ONE_DECK, '7-7', '10')).toBe('S');
    expect(exceptions).toContainEqual({ cards: '2-6', upcard: '5', play: 'H' });
    expect(exceptions).toContainEqual({ cards: '2-10', upcard: '4', play: 'H' });
  });

  it('marks totals of which three cards play otherwise: 16 against a ten', () => {
    const { hard, upcards } = chartOf(AMERICAN);
    expect(hard.find(({ hand }) => hand === '16')?.cells[upcards.indexOf('10')]).toBe('Rh*');
    expect(hard.find(({ hand }) => hand === '16')?.cells[upcards.indexOf('7')]).toBe('H');
  });
});

describe('the tables against the values of the decisions', () => {
  it.each([
    ['american', AMERICAN],
    ['single deck, soft 17 hit', { ...ONE_DECK, softSeventeen: 'hit' }],
    ['doubles on 9 to 11, no check', { ...NO_CHECK, doubleOn: '9-11' }],
    ['early surrender', EARLY],
  ] as [string, RuleSet][])('hold the best decision on every two cards: %s', (_, ruleSet) => {
    const { plays, splits } = strategyOf(ruleSet);
    for (const upcard of VALUES) {
      for (const first of VALUES) {
        for (const second of VALUES.filter((value) => value >= first)) {
          if (isBlackjack(first, second)) continue;
          const table = upcardTable(ruleSet, upcard);
          take(table.counts, first);
          take(table.counts, second);
          const values = decisionValues(table, first, second);
          const split = first === second && splits[pairIndex(upcard, first)] === 1;
          const option = split ? SPLIT : plays[playIndex(DEALT, upcard, handOf(first, second))];
          const chosen = {
            [HIT]: values.hit,
            [STAND]: values.stand,
            [DOUBLE]: values.double,
            [SPLIT]: values.split,
            [SURRENDER]: values.surrender,
          }[option];
          const all = [values.hit, values.stand, values.double, values.split, values.surrender];
          const best = Math.max(...all.filter((value) => value !== null));
          expect({ upcard, first, second, value: chosen }).toEqual({ upcard, first, second, value: best });
        }
      }
    }
  });

  /** The value of standing and of hitting on, by drawing card after card. */
  function byHand(shoe: Shoe, upcard: number, hand: number[]): { stand: number; hit: number } {
    const ends = dealerEnds(shoe, ONE_DECK, [upcard]);
    delete ends['blackjack'];
    let hit = 0;
    for (const [value, p, left] of draws(shoe)) {
      const longer = [...hand, value];
      const { total } = totalOf(longer);
      const checked = dealerEnds(left, ONE_DECK, [upcard])['blackjack'] ?? 0;
      if (total > 21) hit += p * (checked - 1);
      else {
        const next = total >= 17 ? { stand: 0, hit: -Infinity } : byHand(left, upcard, longer);
        const after = dealerEnds(left, ONE_DECK, [upcard]);
        delete after['blackjack'];
        hit += p * Math.max(against(after, total, ONE_DECK), next.hit);
      }
    }
    return { stand: against(ends, totalOf(hand).total, ONE_DECK), hit };
  }

  it.each([
    [10, [4, 5, 7]],
    [10, [2, 6, 8]],
    [10, [3, 3, 10]],
    [10, [6, 9]],
    [9, [4, 5, 7]],
    [4, [2, 2, 8]],
    [2, [3, 4, 6]],
    [7, [5, 5, 6]],
  ])('hold what drawing card after card says against %d for %j in one deck', (upcard, hand) => {
    const { stand, hit } = byHand(shoeOf(1, upcard, ...hand), upcard, hand);
    const number = hand.reduce(nextHand, EMPTY_HAND);
    const option = strategyOf(ONE_DECK).plays[playIndex(DEALT, upcard, number)];
    expect(option).toBe(hit > stand ? HIT : STAND);
  });

  it('play a split hand beside the pair it came from, and leave aces their one card', () => {
    const { plays } = strategyOf(AMERICAN);
    expect(plays[playIndex(8, 6, handOf(8, 3))]).toBe(DOUBLE);
    expect(plays[playIndex(8, 10, handOf(8, 8))]).toBe(HIT);
    expect(plays[playIndex(1, 6, handOf(1, 5))]).toBe(STAND);
    const { plays: noDouble } = strategyOf({ ...AMERICAN, doubleAfterSplit: false });
    expect(noDouble[playIndex(8, 6, handOf(8, 3))]).toBe(HIT);
  });
});

describe('the switch', () => {
  const { switches } = strategyOf(SWITCH);

  it('puts aces to tens, and fives to sixes', () => {
    // A-6 and 5-10 against a ten become A-10 and 5-6.
    expect(switches[switchIndex(10, 1, 6, 5, 10)]).toBe(1);
    expect(switches[switchIndex(10, 1, 10, 5, 6)]).toBe(0);
  });

  it('is never made twice', () => {
    for (const [first, second, otherFirst, otherSecond] of [
      [10, 5, 6, 10],
      [9, 2, 3, 8],
      [1, 7, 7, 10],
      [10, 10, 10, 10],
    ]) {
      for (const upcard of VALUES) {
        const there = switches[switchIndex(upcard, first, second, otherFirst, otherSecond)];
        const back = switches[switchIndex(upcard, first, otherSecond, otherFirst, second)];
        expect(there + back).toBeLessThan(2);
      }
    }
  });

  it('is no choice where the rules know none', () => {
    expect(strategyOf(AMERICAN).switches).toHaveLength(0);
  });
});

describe('the offers', () => {
  it('insure in a single deck that shows no ten among four cards, and nowhere else (C-11)', () => {
    const shuffled = { ...SWITCH, shuffle: { kind: 'everyDeal' } } as const;
    expect(strategyOf({ ...shuffled, decks: 1 }).insuresBelowTens).toBe(1);
    expect(strategyOf({ ...shuffled, decks: 2 }).insuresBelowTens).toBe(0);
    expect(strategyOf({ ...ONE_DECK, insurance: 'perHand' }).insuresBelowTens).toBe(0);
  });

  it('take even money for 6:5 and not for 3:2 (IN-06)', () => {
    const { evenMoneyBelow } = strategyOf(EARLY);
    expect(evenMoneyBelow).toBeCloseTo(13 / 9, 12);
  });
});
