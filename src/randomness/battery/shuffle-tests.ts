import { CARDS_PER_DECK, type Card, isAce, rankIndex, RANKS } from '../../domain/card';
import type { CardSource } from '../../domain/shoe';
import { CardPositions, possibleBeginnings } from '../statistics/card-positions';
import { chiSquareOfEqual } from '../statistics/chi-square';
import { countRepeats } from '../statistics/repeats';
import { allRanksShares, ascendingRunShares, choose } from './combinatorics';
import type { Shuffles } from './sample';
import { testShares } from './sequence-tests';
import { Tally } from './tally';

// Cards of one deck exclude each other. Where a test counts something more than once in a shuffle the counts would
// depend on each other, so every shuffle gives one number; which one moves on from shuffle to shuffle.

/** Which card lies where. */
export function testPositions(shoes: Uint8Array, decks: number): number {
  const positions = new CardPositions(decks);
  let dealt = 0;
  const source: CardSource = { draw: () => shoes[dealt++] as Card };
  while (dealt < shoes.length) positions.countShoe(source);
  return positions.chiSquare().probability;
}

/** Serial test: which card follows which. */
export function testSuccessors(shuffles: Shuffles): number {
  const others = CARDS_PER_DECK - 1;
  const tally = new Tally(CARDS_PER_DECK * others);
  split(shuffles).forEach((deck, shuffle) => {
    const place = shuffle % others;
    const [card, next] = [deck[place], deck[place + 1]];
    tally.add(card * others + (next > card ? next - 1 : next));
  });
  return chiSquareOfEqual(tally.counts).probability;
}

/** Runs test: in how many ascending runs a deck lies. */
export function testAscendingRuns(shuffles: Shuffles): number {
  const tally = new Tally(CARDS_PER_DECK);
  for (const deck of split(shuffles))
    tally.add(deck.reduce((runs, card, place) => (place > 0 && card < deck[place - 1] ? runs + 1 : runs), 0));
  return testShares(tally, ascendingRunShares(CARDS_PER_DECK));
}

/** Gap test: how many cards lie before the first ace, between two, or behind the last: the same for all five gaps. */
export function testAceGaps(shuffles: Shuffles): number {
  const shares = Array.from({ length: 49 }, (_, others) => choose(51 - others, 3) / choose(52, 4));
  const tally = new Tally(shares.length);
  split(shuffles).forEach((deck, shuffle) => {
    const aces = Array.from(deck.keys()).filter((place) => isAce(deck[place] as Card));
    const bounds = [-1, ...aces, CARDS_PER_DECK];
    const gap = shuffle % 5;
    tally.add(bounds[gap + 1] - bounds[gap] - 1);
  });
  return testShares(tally, shares);
}

/** Coupon collector: how many cards it takes until every rank has come. */
export function testAllRanks(shuffles: Shuffles): number {
  const shares = allRanksShares();
  const tally = new Tally(shares.length);
  for (const deck of split(shuffles)) {
    const ranks = new Set<number>();
    const last = deck.findIndex((card) => ranks.add(rankIndex(card as Card)).size === RANKS.length);
    tally.add(last + 1 - RANKS.length);
  }
  return testShares(tally, shares);
}

/** Birthday test: whether a shuffle comes again. */
export function testRepeatedShuffles(shuffles: Shuffles): number {
  const beginnings = split(shuffles).map((deck) =>
    deck.subarray(0, 9).reduce((sum, card) => sum * 52 + card, 0),
  );
  return countRepeats(Float64Array.from(beginnings), possibleBeginnings(1)).probability;
}

export function split(shuffles: Shuffles): Uint8Array[] {
  return Array.from({ length: shuffles.length / CARDS_PER_DECK }, (_, number) =>
    shuffles.subarray(number * CARDS_PER_DECK, (number + 1) * CARDS_PER_DECK),
  );
}
