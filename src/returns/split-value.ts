import { EMPTY_HAND, handOf, nextHand } from './hand-tree';
import type { SeenHand, UpcardTable } from './upcard-table';
import {
  alsoSeen,
  doubleValue,
  hitValue,
  mayDouble,
  standValue,
  tableWith,
  unaskedBest,
} from './upcard-table';
import { ACE, chance, putBack, take, VALUES, withReplacement } from './value-counts';

/**
 * The value of one split hand in the shoe from which further cards of the pair are missing, summed over its
 * second card: with every second card (`any`), and with those alone that make no pair again (`other`).
 */
interface SplitHand {
  readonly any: number;
  readonly other: number;
}

/**
 * The value of splitting a pair whose two cards are out of the counts, all split hands together. Whatever a
 * hand holds, its value does not depend on the order in which the hands are served; so two hands that are not
 * split again are worth twice one of them. A pair that comes again is split again while the rules allow it
 * (AM-07, IN-07). Each hand is played by the cards of its own, the cards of the pair and the upcard, without
 * a look at the other hands.
 */
export function splitValue(table: UpcardTable, pair: number): number {
  const { ruleSet } = table;
  const limit = pair === ACE && !ruleSet.resplitAces ? Math.min(2, ruleSet.maxHands) : ruleSet.maxHands;
  const hand = splitHand(table, pair);
  return limit === 2 ? 2 * hand.any : resplitValue(table, pair, limit, hand, changeByOneMissing(table, pair));
}

/**
 * Sums over the ways in which the hands' second cards come. Every further card of the pair opens a hand; at
 * the limit the remaining hands take whatever comes. A way is known by the number of pairs in it and of hands
 * closed by another card, and all orders of it are equally likely.
 */
function resplitValue(
  table: UpcardTable,
  pair: number,
  limit: number,
  hand: SplitHand,
  change: SplitHand,
): number {
  const { of, size, step } = table.counts;
  // The chance that `cards` given cards are all of the pair's value once `missing` of it are gone.
  const allPairs = (missing: number, cards: number): number => {
    let probability = 1;
    for (let card = missing; card < missing + cards; card += 1) {
      probability *= Math.max(0, of[pair] - card * step) / (size - card * step);
    }
    return probability;
  };
  const handWith = (kind: keyof SplitHand, missing: number): number => hand[kind] + missing * change[kind];
  // One hand's value while `closed` other hands got another card than the pair's: inclusion and exclusion.
  const besideClosed = (kind: keyof SplitHand, missing: number, closed: number): number => {
    let sum = 0;
    let choices = 1;
    for (let pairs = 0; pairs <= closed; pairs += 1) {
      sum += choices * allPairs(missing, pairs) * handWith(kind, missing + pairs);
      choices *= -(closed - pairs) / (pairs + 1);
    }
    return sum;
  };
  const valueOf = (hands: number, closed: number): number => {
    const drawn = hands - 2;
    if (hands < limit && closed < hands) return valueOf(hands + 1, closed) + valueOf(hands, closed + 1);
    const closedHands = closed > 0 ? closed * besideClosed('other', drawn, closed - 1) : 0;
    const openHands = hands > closed ? (hands - closed) * besideClosed('any', drawn, closed) : 0;
    return allPairs(0, drawn) * (closedHands + openHands);
  };
  return valueOf(2, 0);
}

/**
 * How one more missing card of the pair changes a split hand. It is so little, and so seldom wanted, that a
 * straight line through two shoes whose drawn cards come back describes it to a millionth of the return.
 */
function changeByOneMissing(table: UpcardTable, pair: number): SplitHand {
  const { counts } = table;
  if (counts.step === 0 || counts.of[pair] < 1) return { any: 0, other: 0 };
  const before = splitHand(tableWith(table, withReplacement(counts)), pair);
  take(counts, pair);
  const after = splitHand(tableWith(table, withReplacement(counts)), pair);
  putBack(counts, pair);
  return { any: after.any - before.any, other: after.other - before.other };
}

/** Plays one card of the pair on, the two being out of the counts. */
function splitHand(table: UpcardTable, pair: number): SplitHand {
  // What is best for a hand depends on what is missing besides it, so that no other hand's values serve here.
  const splitTable = { ...table, best: unaskedBest() };
  let any = 0;
  let other = 0;
  for (const value of VALUES) {
    const probability = chance(table.counts, value);
    if (probability <= 0) continue;
    take(table.counts, value);
    const hand = nextHand(nextHand(EMPTY_HAND, pair), value);
    const seen = alsoSeen(handOf(pair, pair), value);
    const worth = probability * playSplitHand(splitTable, pair, { hand, seen });
    putBack(table.counts, value);
    any += worth;
    if (value !== pair) other += worth;
  }
  return { any, other };
}

/**
 * The best play of a split hand of two cards; 21 is no blackjack (C-03), and aces get this one card (AM-08).
 */
function playSplitHand(table: UpcardTable, pair: number, seenHand: SeenHand): number {
  const stand = standValue(table, seenHand);
  if (pair === ACE) return stand;
  const best = Math.max(stand, hitValue(table, seenHand));
  return table.ruleSet.doubleAfterSplit && mayDouble(table, seenHand.hand)
    ? Math.max(best, doubleValue(table, seenHand))
    : best;
}
