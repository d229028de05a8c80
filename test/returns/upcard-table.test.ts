import { CLASSIC } from '../../src/domain/presets';
import type { RuleSet } from '../../src/domain/rule-set';
import { decisionValues } from '../../src/returns/decision-values';
import { handOf } from '../../src/returns/hand-tree';
import { splitValue } from '../../src/returns/split-value';
import { standValue, type UpcardTable, upcardTable } from '../../src/returns/upcard-table';
import { take } from '../../src/returns/value-counts';
import { against, dealerEnds, draws, type Shoe, shoeOf, totalOf, VALUES } from './by-hand';

const ONE_DECK: RuleSet = { ...CLASSIC, decks: 1, surrender: 'none' };
const UNCHECKED: RuleSet = { ...ONE_DECK, dealerChecks: 'never' };

function tableOf(rules: RuleSet, upcard: number, ...seen: number[]): UpcardTable {
  const table = upcardTable(rules, upcard);
  for (const value of seen) take(table.counts, value);
  return table;
}

describe('the dealer of a single deck against his draws one by one', () => {
  const cases = VALUES.flatMap((upcard) =>
    (['stand', 'hit'] as const).flatMap((softSeventeen) =>
      (['bust', 'push'] as const).map((dealerTwentyTwo) => ({ upcard, softSeventeen, dealerTwentyTwo })),
    ),
  );

  it.each(cases)('upcard $upcard, soft 17 $softSeventeen, 22 $dealerTwentyTwo', ({ upcard, ...rules }) => {
    const ruleSet = { ...UNCHECKED, ...rules };
    const ends = dealerEnds(shoeOf(1, upcard, 10, 8), ruleSet, [upcard]);
    const hand = handOf(10, 8);
    const value = standValue(tableOf(ruleSet, upcard, 10, 8), { hand, seen: hand });
    expect(value).toBeCloseTo(against(ends, 18, ruleSet), 12);
  });
});

describe('decisions in a single deck against draws one by one', () => {
  /** The best of standing and hitting, the dealer's blackjack counted as `lost` instead of his draws. */
  function best(shoe: Shoe, rules: RuleSet, upcard: number, hand: number[], mayStand = true): number {
    const { total } = totalOf(hand);
    const stand = mayStand ? standing(shoe, rules, upcard, hand) : -Infinity;
    if (total >= 17) return stand;
    let hit = 0;
    for (const [value, p, left] of draws(shoe)) {
      const longer = [...hand, value];
      hit +=
        p * (totalOf(longer).total > 21 ? busting(left, rules, upcard) : best(left, rules, upcard, longer));
    }
    return Math.max(stand, hit);
  }

  function standing(shoe: Shoe, rules: RuleSet, upcard: number, hand: number[]): number {
    const ends = dealerEnds(shoe, rules, [upcard]);
    if (rules.dealerChecks === 'aceOrTen') delete ends['blackjack'];
    return against(ends, totalOf(hand).total, rules);
  }

  function busting(shoe: Shoe, rules: RuleSet, upcard: number): number {
    return rules.dealerChecks === 'aceOrTen' ? (dealerEnds(shoe, rules, [upcard])['blackjack'] ?? 0) - 1 : -1;
  }

  it.each([
    ['16 against a ten that is checked (DX-13)', ONE_DECK, 10, [10, 6]],
    ['16 against a ten that is not (C-07)', UNCHECKED, 10, [10, 6]],
    ['15 against an ace that is checked', ONE_DECK, 1, [9, 6]],
    ['16 of two eights against a seven', ONE_DECK, 7, [8, 8]],
  ] as [string, RuleSet, number, [number, number]][])('%s', (_, rules, upcard, [first, second]) => {
    const values = decisionValues(tableOf(rules, upcard, first, second), first, second);
    const shoe = shoeOf(1, upcard, first, second);
    expect(values.stand).toBeCloseTo(standing(shoe, rules, upcard, [first, second]), 12);
    expect(values.hit).toBeCloseTo(best(shoe, rules, upcard, [first, second], false), 12);
  });

  it('doubles both what is won and what an unchecked blackjack takes (C-07, C-08)', () => {
    let expected = 0;
    for (const [value, p, left] of draws(shoeOf(1, 10, 5, 6))) {
      expected += 2 * p * standing(left, UNCHECKED, 10, [5, 6, value]);
    }
    expect(decisionValues(tableOf(UNCHECKED, 10, 5, 6), 5, 6).double).toBeCloseTo(expected, 12);
  });

  it('knows what the rules do not allow', () => {
    const rules: RuleSet = { ...CLASSIC, doubleOn: '9-11', maxHands: 1, surrenderAgainst: 'twoToNine' };
    const against10 = decisionValues(tableOf(rules, 10, 4, 4), 4, 4);
    expect(against10).toMatchObject({ double: null, split: null, surrender: null });
    expect(decisionValues(tableOf(rules, 9, 4, 4), 4, 4).surrender).toBe(-0.5);
    expect(decisionValues(tableOf(CLASSIC, 9, 10, 6), 10, 6)).toMatchObject({ split: null });
  });
});

describe('split aces, each with one card, against every order of their cards (AM-08)', () => {
  /** Draws second cards until each hand has one, then compares all hands with the dealer. */
  function served(shoe: Shoe, rules: RuleSet, upcard: number, limit: number): number {
    const known = new Map<string, number>();
    const valueOf = (left: Shoe, seconds: number[]): number => {
      const key = [...seconds].sort((a, b) => a - b).join();
      const value = known.get(key) ?? seconds.reduce((sum, second) => sum + stands(left, [1, second]), 0);
      known.set(key, value);
      return value;
    };
    const stands = (left: Shoe, hand: number[]): number => {
      const unseen = dealerOf(left);
      return against(unseen, totalOf(hand).total, rules);
    };
    const knownEnds = new Map<string, Record<string, number>>();
    const dealerOf = (left: Shoe): Record<string, number> => {
      const ends = knownEnds.get(left.join()) ?? dealerEnds(left, rules, [upcard]);
      knownEnds.set(left.join(), ends);
      return ends;
    };
    const deal = (left: Shoe, seconds: number[], hands: number): number => {
      if (seconds.length === hands) return valueOf(left, seconds);
      let sum = 0;
      for (const [value, p, rest] of draws(left)) {
        const opens = value === 1 && hands < limit;
        sum += p * deal(rest, opens ? seconds : [...seconds, value], opens ? hands + 1 : hands);
      }
      return sum;
    };
    return deal(shoe, [], 2);
  }

  it.each([
    ['not split again', { ...UNCHECKED, resplitAces: false }, 2],
    ['split again to three hands', { ...UNCHECKED, maxHands: 3, resplitAces: true }, 3],
    ['split again to four hands', { ...UNCHECKED, maxHands: 4, resplitAces: true }, 4],
  ] as [string, RuleSet, number][])('%s', (_, rules, limit) => {
    const expected = served(shoeOf(1, 8, 1, 1), rules, 8, limit);
    expect(Math.abs(splitValue(tableOf(rules, 8, 1, 1), 1) - expected)).toBeLessThan(
      limit === 2 ? 1e-12 : 1e-4,
    );
  });
});
