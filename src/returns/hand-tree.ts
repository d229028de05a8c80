import { ACE, TEN, VALUES } from './value-counts';

/**
 * Every hand of at most 21, as a set of values without regard to order, with the hand that each further card
 * leads to. Numbering them once lets all later values live in flat arrays.
 */
export interface HandTree {
  readonly size: number;
  /** The total, an ace counted as 11 when that does not exceed 21 (C-02). */
  readonly totals: Uint8Array;
  /** 1 where an ace counts as 11. */
  readonly soft: Uint8Array;
  /**
   * Number of the hand with one card of `value` more, at `hand * 11 + value`; `NO_HAND` where it is a bust.
   */
  readonly next: Int16Array;
  /** Cards of `value` in the hand, at `hand * 11 + value`. */
  readonly held: Uint8Array;
  /** Cards in the hand. */
  readonly cards: Uint8Array;
  /**
   * The first hand of the same total and softness: where every card comes back, the two are worth the same.
   */
  readonly alike: Uint16Array;
}

export const EMPTY_HAND = 0;
export const NO_HAND = -1;
const STRIDE = TEN + 1;
const LIMIT = 21;

interface Draft {
  readonly counts: readonly number[];
  /** The total with every ace as 1. */
  readonly hard: number;
}

export const HAND_TREE: HandTree = buildHandTree();

/** The hand with one more card; `NO_HAND` for a bust, and for what follows one. */
export function nextHand(hand: number, value: number): number {
  return hand === NO_HAND ? NO_HAND : HAND_TREE.next[hand * STRIDE + value];
}

/** How many cards of this value the hand holds. */
export function heldOf(hand: number, value: number): number {
  return HAND_TREE.held[hand * STRIDE + value];
}

export function handOf(first: number, second: number): number {
  return nextHand(nextHand(EMPTY_HAND, first), second);
}

function buildHandTree(): HandTree {
  const drafts: Draft[] = [{ counts: new Array<number>(STRIDE).fill(0), hard: 0 }];
  const numbers = new Map<string, number>();
  const next: number[] = [];
  // New hands join the list while it is being read, until every hand has been asked for its next ones.
  for (const draft of drafts) {
    next.push(NO_HAND);
    for (const value of VALUES) next.push(numberOf(withCard(draft, value), drafts, numbers));
  }
  const firsts = new Map<string, number>();
  return {
    size: drafts.length,
    totals: Uint8Array.from(drafts, totalOf),
    soft: Uint8Array.from(drafts, (draft) => (isSoft(draft) ? 1 : 0)),
    next: Int16Array.from(next),
    held: Uint8Array.from(drafts.flatMap(({ counts }) => counts)),
    cards: Uint8Array.from(drafts, ({ counts }) => counts.reduce((sum, count) => sum + count, 0)),
    alike: Uint16Array.from(drafts, (draft, hand) => {
      const key = `${totalOf(draft)} ${isSoft(draft)}`;
      if (!firsts.has(key)) firsts.set(key, hand);
      return firsts.get(key) ?? hand;
    }),
  };
}

function isSoft({ counts, hard }: Draft): boolean {
  return counts[ACE] > 0 && hard + 10 <= LIMIT;
}

function totalOf(draft: Draft): number {
  return isSoft(draft) ? draft.hard + 10 : draft.hard;
}

function withCard({ counts, hard }: Draft, value: number): Draft {
  return { counts: counts.map((count, index) => count + (index === value ? 1 : 0)), hard: hard + value };
}

/** Gives a hand its number, the next free one when it is met for the first time. */
function numberOf(draft: Draft, drafts: Draft[], numbers: Map<string, number>): number {
  if (draft.hard > LIMIT) return NO_HAND;
  const key = draft.counts.join();
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, drafts.length);
  return drafts.push(draft) - 1;
}
