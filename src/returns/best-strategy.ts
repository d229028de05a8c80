import { STAND } from '../domain/legal';
import type { RuleSet } from '../domain/rule-set';
import { bestDealtPlay, bestSplitPlay, hitOrStand } from './best-play';
import { isBlackjack } from './decision-values';
import { EMPTY_HAND, HAND_TREE, handOf, heldOf, nextHand } from './hand-tree';
import { switchChoices } from './switch-choices';
import type { SeenHand, UpcardTable } from './upcard-table';
import { alsoSeen, dealerBlackjackChance, unaskedBest, upcardTable } from './upcard-table';
import { ACE, freshCounts, putBack, take, TEN, VALUES } from './value-counts';

/**
 * The best play of a rule set as flat tables, so that a simulation asks for a decision without working anything
 * out: the very play whose value the theoretical return is. Plain data, which can be sent to another thread.
 */
export interface BestStrategy {
  /** By `playIndex`, one bit of the gate's options: what to do where a split is not better, or not allowed. */
  readonly plays: Uint8Array;
  /** 1 where a pair is split, and split again, as long as the rules allow it; by `pairIndex`. */
  readonly splits: Uint8Array;
  /** 1 where the second cards of a box change places, by `switchIndex`; empty where the rules know no switch. */
  readonly switches: Uint8Array;
  /** Insurance is taken when the player sees fewer ten-valued cards among his own than this; never at 0. */
  readonly insuresBelowTens: number;
  /** Even money is taken for a blackjack that would pay less than this to one. */
  readonly evenMoneyBelow: number;
}

const STRIDE = TEN + 1;

/** Stands in the place of the value of the pair that a hand was split from. */
export const DEALT = 0;

/** Where the play of a hand is; `splitFrom` is the value of the pair it was split from, or `DEALT`. */
export function playIndex(splitFrom: number, upcard: number, hand: number): number {
  return (splitFrom * STRIDE + upcard) * HAND_TREE.size + hand;
}

export function pairIndex(upcard: number, value: number): number {
  return upcard * STRIDE + value;
}

/** Works the strategy out, which takes some tenths of a second; the same rule set, the same tables. */
export function bestStrategy(ruleSet: RuleSet): BestStrategy {
  const plays = new Uint8Array(STRIDE * STRIDE * HAND_TREE.size).fill(STAND);
  const splits = new Uint8Array(STRIDE * STRIDE);
  for (const upcard of VALUES) {
    const table = upcardTable(ruleSet, upcard);
    addDealtHands(table, plays, splits);
    for (const pair of VALUES) {
      if (splits[pairIndex(upcard, pair)] === 1) addSplitHands(table, pair, plays);
    }
  }
  const switches = ruleSet.switching === 'none' ? new Uint8Array(0) : switchChoices(ruleSet);
  return {
    plays,
    splits,
    switches,
    insuresBelowTens: insuresBelowTens(ruleSet),
    evenMoneyBelow: evenMoneyBelow(ruleSet),
  };
}

function addDealtHands(table: UpcardTable, plays: Uint8Array, splits: Uint8Array): void {
  const { upcard } = table;
  for (const first of VALUES) {
    for (const second of VALUES) {
      if (second < first || isBlackjack(first, second)) continue;
      const hand = handOf(first, second);
      plays[playIndex(DEALT, upcard, hand)] = playBeside(table, EMPTY_HAND, hand, () => {
        const { play, split } = bestDealtPlay(table, first, second);
        if (split) splits[pairIndex(upcard, first)] = 1;
        return play;
      });
    }
  }
  for (let hand = 0; hand < HAND_TREE.size; hand += 1) {
    if (HAND_TREE.cards[hand] < 3) continue;
    const play = playBeside(table, EMPTY_HAND, hand, (seenHand) => hitOrStand(table, seenHand));
    plays[playIndex(DEALT, upcard, hand)] = play;
  }
}

/** The hands that grow from one card of a split pair, beside the pair's other card. */
function addSplitHands(table: UpcardTable, pair: number, plays: Uint8Array): void {
  // What is best for a hand depends on what is missing besides it, so that no other hand's values serve here.
  const splitTable = { ...table, best: unaskedBest() };
  const other = nextHand(EMPTY_HAND, pair);
  for (let hand = 0; hand < HAND_TREE.size; hand += 1) {
    if (HAND_TREE.cards[hand] < 2 || heldOf(hand, pair) === 0) continue;
    const play = playBeside(splitTable, other, hand, (seenHand) => bestSplitPlay(splitTable, pair, seenHand));
    plays[playIndex(pair, table.upcard, hand)] = play;
  }
}

/** Asks for the play of a hand beside the cards of another; standing for one that the shoe does not hold. */
function playBeside(
  { counts }: UpcardTable,
  other: number,
  hand: number,
  play: (seenHand: SeenHand) => number,
): number {
  let seen = other;
  let exists = true;
  for (const value of VALUES) {
    const held = heldOf(hand, value);
    for (let card = 0; card < held; card += 1) seen = alsoSeen(seen, value);
    const cards = held + heldOf(other, value);
    for (let card = 0; card < cards; card += 1) take(counts, value);
    if (counts.of[value] < 0) exists = false;
  }
  const chosen = exists ? play({ hand, seen }) : STAND;
  for (const value of VALUES) {
    const cards = heldOf(hand, value) + heldOf(other, value);
    for (let card = 0; card < cards; card += 1) putBack(counts, value);
  }
  return chosen;
}

/**
 * Half the stake at 2:1 wins when more than one unseen card in three is a ten (C-11). Closed cards are not seen
 * (CL-06); for two that are, an offer comes to that with no rule set, for four with a single deck.
 */
function insuresBelowTens(ruleSet: RuleSet): number {
  const { decks, handsPerBox, insurance, insuranceCards } = ruleSet;
  if (insurance === 'none') return 0;
  const { of, size, step } = freshCounts(decks);
  const own = insuranceCards === 'closed' ? 0 : 2 * handsPerBox;
  const unseen = size - step * (1 + own);
  for (let tens = 0; tens <= own; tens += 1) {
    if (3 * (of[TEN] - step * tens) <= unseen) return tens;
  }
  return own + 1;
}

/** The sure 1:1 against a payout that a dealer's blackjack makes a push (IN-06). */
function evenMoneyBelow(ruleSet: RuleSet): number {
  const table = upcardTable(ruleSet, ACE);
  take(table.counts, ACE);
  take(table.counts, TEN);
  return 1 / (1 - dealerBlackjackChance(table));
}
