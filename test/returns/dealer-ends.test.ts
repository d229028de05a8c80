import { CLASSIC } from '../../src/domain/presets';
import type { Decks, RuleSet } from '../../src/domain/rule-set';
import { DEALER_BLACKJACK, DEALER_BUST } from '../../src/returns/dealer-draws';
import { type DealerEnds, dealerEnds } from '../../src/returns/dealer-ends';
import { EMPTY_HAND, nextHand, NO_HAND } from '../../src/returns/hand-tree';
import { freshCounts, take, type ValueCounts, VALUES } from '../../src/returns/value-counts';
import { dealerEnds as endsByHand, shoeOf } from './by-hand';

const ONE_DECK: RuleSet = { ...CLASSIC, decks: 1 };
const UPCARD = 10;
const NAMES = ['17', '18', '19', '20', '21', '22', 'blackjack'];

function countsWithout(decks: Decks, ...values: number[]): ValueCounts {
  const counts = freshCounts(decks);
  for (const value of values) take(counts, value);
  return counts;
}

/** By name; the 22 that pushes is none of its own under these rules. */
function endsAt({ outcomes }: DealerEnds, at: number): Record<string, number> {
  const named = NAMES.map((name, outcome): [string, number] => [name, outcomes[at + outcome]]);
  return Object.fromEntries([
    ...named.filter(([name]) => name !== '22'),
    ['bust', outcomes[at + DEALER_BUST]],
  ]);
}

function expectByHand(ends: DealerEnds, at: number, seen: readonly number[]): void {
  const expected = endsByHand(shoeOf(1, UPCARD, ...seen), ONE_DECK, [UPCARD]);
  const { '22': twentyTwo = 0, bust = 0, ...others } = expected;
  for (const [name, probability] of Object.entries({ ...others, bust: bust + twentyTwo }))
    expect(endsAt(ends, at)[name]).toBeCloseTo(probability, 12);
}

/** Three cards that are more than 21 together, so that no hand names them. */
const MANY = VALUES.slice(4).flatMap((first) =>
  VALUES.slice(4).flatMap((second) => [[9, 9, first, second].sort((one, other) => one - other)]),
);

describe('the ends of the dealer', () => {
  it('are those of his draws one by one, for seen cards that are a hand and for those that are too many', () => {
    const ends = dealerEnds(UPCARD, ONE_DECK);
    const hand = [2, 5, 9];
    const at = ends.placeOf(hand.reduce(nextHand, EMPTY_HAND), countsWithout(1, UPCARD, ...hand));
    expectByHand(ends, at, hand);
    const places = MANY.map((seen) => ends.placeOf(NO_HAND, countsWithout(1, UPCARD, ...seen)));
    // They are where they were, however many came after them.
    MANY.forEach((seen, index) => expectByHand(ends, places[index], seen));
    expectByHand(ends, at, hand);
    expect(new Set(places).size).toBe(new Set(MANY.map(String)).size);
  });

  it('do not depend on the seen cards where every card comes back', () => {
    const ends = dealerEnds(UPCARD, { ...CLASSIC, decks: 'infinite' });
    const counts = countsWithout('infinite', UPCARD);
    expect(ends.placeOf(nextHand(EMPTY_HAND, 10), counts)).toBe(ends.placeOf(NO_HAND, counts));
    expect(ends.outcomes[ends.placeOf(NO_HAND, counts) + DEALER_BLACKJACK]).toBeCloseTo(1 / 13, 12);
  });

  it('are shared by rule sets of the same decks and the same dealer, and by no others', () => {
    const ends = dealerEnds(UPCARD, ONE_DECK);
    expect(dealerEnds(UPCARD, { ...ONE_DECK, surrender: 'none', doubleOn: '9-11' })).toBe(ends);
    expect(dealerEnds(UPCARD, { ...ONE_DECK, dealerChecks: 'never' })).toBe(ends);
    expect(dealerEnds(9, ONE_DECK)).not.toBe(ends);
    const changes: Partial<RuleSet>[] = [{ decks: 2 }, { softSeventeen: 'hit' }, { dealerTwentyTwo: 'push' }];
    for (const change of changes) expect(dealerEnds(UPCARD, { ...ONE_DECK, ...change })).not.toBe(ends);
  });

  it('are given up when those of forty upcards have been asked for since, and come out the same again', () => {
    const ends = dealerEnds(UPCARD, ONE_DECK);
    const before = endsAt(ends, ends.placeOf(EMPTY_HAND, countsWithout(1, UPCARD)));
    const others = ([2, 3, 4, 5] as const).flatMap((decks) =>
      VALUES.map((upcard) => () => dealerEnds(upcard, { ...CLASSIC, decks })),
    );
    for (const ask of others.slice(0, 39)) ask();
    expect(dealerEnds(UPCARD, ONE_DECK)).toBe(ends);
    for (const ask of others) ask();
    const again = dealerEnds(UPCARD, ONE_DECK);
    expect(again).not.toBe(ends);
    expect(endsAt(again, again.placeOf(EMPTY_HAND, countsWithout(1, UPCARD)))).toEqual(before);
  });
});
