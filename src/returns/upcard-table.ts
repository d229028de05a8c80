import type { RuleSet } from '../domain/rule-set';
import { DEALER_17, DEALER_21, DEALER_BLACKJACK, DEALER_BUST } from './dealer-draws';
import { DealerEnds, dealerEnds } from './dealer-ends';
import { HAND_TREE, nextHand, NO_HAND } from './hand-tree';
import type { ValueCounts } from './value-counts';
import { ACE, chance, copyOf, freshCounts, putBack, take, TEN, VALUES } from './value-counts';

/**
 * The values of a hand against one upcard, to a stake of 1. Where the dealer checks, his blackjack has ended
 * the round before anything is decided (DX-13, AM-03): the values then leave it out, with its probability,
 * and whoever sums up takes the stake off once. Where he never checks, it costs every stake on the hand
 * (C-07) and is within the values.
 */
export interface UpcardTable {
  readonly ruleSet: RuleSet;
  readonly upcard: number;
  readonly checks: boolean;
  /** The unseen cards: the callers take out the upcard, the hand, and what else is seen, before they ask. */
  readonly counts: ValueCounts;
  readonly dealer: DealerEnds;
  /** The best of hitting and standing by hand, for the cards set aside at present; NaN until it is wanted. */
  readonly best: Float64Array;
}

/** A hand, and the cards seen besides the upcard as a hand of their own: they differ after a split. */
export interface SeenHand {
  readonly hand: number;
  /**
   * `NO_HAND` when they are more than 21 together, which has no number: the unseen cards tell them then.
   */
  readonly seen: number;
}

/**
 * So many seen cards change what the dealer is expected to do. Longer hands are so rare that the cards beyond
 * move no return by a millionth, and leaving them out here halves the work; the player's own draws do regard
 * them.
 */
const SEEN_CARDS = 6;

/** The table of one upcard, in a fresh shoe. */
export function upcardTable(ruleSet: RuleSet, upcard: number): UpcardTable {
  const counts = freshCounts(ruleSet.decks);
  take(counts, upcard);
  return {
    ruleSet,
    upcard,
    checks: ruleSet.dealerChecks === 'aceOrTen' && (upcard === ACE || upcard === TEN),
    counts,
    dealer: dealerEnds(upcard, ruleSet),
    best: unaskedBest(),
  };
}

/** The table of the same upcard with other cards unseen. */
export function tableWith(table: UpcardTable, counts: ValueCounts): UpcardTable {
  const dealer = new DealerEnds(table.dealer.draws, copyOf(counts));
  return { ...table, counts, dealer, best: unaskedBest() };
}

export function unaskedBest(): Float64Array {
  return new Float64Array(HAND_TREE.size).fill(NaN);
}

/** The probability of a dealer blackjack, given the cards seen so far. */
export function dealerBlackjackChance({ upcard, counts }: UpcardTable): number {
  if (upcard === ACE) return chance(counts, TEN);
  return upcard === TEN ? chance(counts, ACE) : 0;
}

/** The seen cards with one more, while they are few enough to matter. */
export function alsoSeen(seen: number, value: number): number {
  return seen === NO_HAND || HAND_TREE.cards[seen] < SEEN_CARDS ? nextHand(seen, value) : seen;
}

/** What a busted hand is worth (C-04); a checked dealer blackjack is left out here too. */
function bustValue(table: UpcardTable): number {
  return table.checks ? dealerBlackjackChance(table) - 1 : -1;
}

/** A dealer's 22 that pushes is none of the summands, so that it neither wins nor loses (SW-13). */
export function standValue({ dealer, counts, checks }: UpcardTable, { hand, seen }: SeenHand): number {
  const total = HAND_TREE.totals[hand];
  const at = dealer.placeOf(seen, counts);
  const { outcomes } = dealer;
  let value = outcomes[at + DEALER_BUST];
  for (let outcome = DEALER_17; outcome <= DEALER_21; outcome += 1) {
    const dealerTotal = outcome - DEALER_17 + 17;
    if (total > dealerTotal) value += outcomes[at + outcome];
    if (total < dealerTotal) value -= outcomes[at + outcome];
  }
  return checks ? value : value - outcomes[at + DEALER_BLACKJACK];
}

/** One card more, then the best of hitting and standing. */
export function hitValue(table: UpcardTable, seenHand: SeenHand): number {
  return drawValue(table, seenHand, bestOfHitAndStand);
}

/** One card more and no decision after it, with twice the stake (C-08). */
export function doubleValue(table: UpcardTable, seenHand: SeenHand): number {
  return 2 * drawValue(table, seenHand, standValue);
}

/**
 * Whether a hand of two cards may be doubled: any below 21 (C-05), or hard totals of 9 to 11 alone (CL-07).
 */
export function mayDouble({ ruleSet }: UpcardTable, hand: number): boolean {
  const total = HAND_TREE.totals[hand];
  return ruleSet.doubleOn === 'any' ? total < 21 : total >= 9 && total <= 11;
}

function bestOfHitAndStand(table: UpcardTable, seenHand: SeenHand): number {
  const { hand } = seenHand;
  const at = table.counts.step === 0 ? HAND_TREE.alike[hand] : hand;
  const known = table.best[at];
  if (!Number.isNaN(known)) return known;
  const stand = worthStanding(hand) ? standValue(table, seenHand) : -Infinity;
  const value = worthHitting(hand) ? Math.max(stand, hitValue(table, seenHand)) : stand;
  table.best[at] = value;
  return value;
}

/**
 * A total below 17 wins only when the dealer busts. Where the next card cannot bust, drawing it first loses
 * nothing, so that the dealer need not be asked about such a hand.
 */
export function worthStanding(hand: number): boolean {
  return HAND_TREE.totals[hand] >= (HAND_TREE.soft[hand] === 1 ? 17 : 12);
}

/** From hard 17 and soft 19 on no rule makes a card an improvement, be it the dealer's soft 17 or his 22. */
export function worthHitting(hand: number): boolean {
  return HAND_TREE.totals[hand] < (HAND_TREE.soft[hand] === 1 ? 19 : 17);
}

function drawValue(
  table: UpcardTable,
  { hand, seen }: SeenHand,
  valueOf: (table: UpcardTable, seenHand: SeenHand) => number,
): number {
  let sum = 0;
  for (const value of VALUES) {
    const probability = chance(table.counts, value);
    if (probability <= 0) continue;
    const drawn = nextHand(hand, value);
    take(table.counts, value);
    const worth =
      drawn === NO_HAND ? bustValue(table) : valueOf(table, { hand: drawn, seen: alsoSeen(seen, value) });
    putBack(table.counts, value);
    sum += probability * worth;
  }
  return sum;
}
