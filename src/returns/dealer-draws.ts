import type { RuleSet } from '../domain/rule-set';
import { EMPTY_HAND, handOf, HAND_TREE, heldOf, nextHand, NO_HAND } from './hand-tree';
import type { ValueCounts } from './value-counts';
import { ACE, TEN, VALUES } from './value-counts';

/** What the dealer may end with; the totals 17 to 21 are the outcomes 0 to 4. */
export const DEALER_17 = 0;
export const DEALER_21 = 4;
export const DEALER_22_PUSH = 5;
export const DEALER_BLACKJACK = 6;
export const DEALER_BUST = 7;
export const DEALER_OUTCOMES = 8;

/**
 * The hands that the dealer can come to hold from one upcard, as sets of values without regard to order: each
 * is an unfinished one, its parent, with one card more. Its probability is then one multiplication, whatever
 * the shoe. The unfinished hands come first, each after its parent; busts are left out, for they are what
 * remains.
 */
export interface DealerDraws {
  readonly unfinished: number;
  readonly parents: Int16Array;
  /** The card that was drawn to the parent. */
  readonly values: Uint8Array;
  /** How many cards of the same value, and how many at all, had been drawn before it. */
  readonly sameBefore: Uint8Array;
  readonly drawnBefore: Uint8Array;
  /** In how many orders the dealer's rules lead to this hand. */
  readonly orders: Float64Array;
  /** One of the outcomes above; 0 and meaningless for an unfinished hand. */
  readonly outcomes: Uint8Array;
}

interface Draw {
  readonly parent: number;
  readonly hand: number;
  readonly value: number;
  readonly sameBefore: number;
  readonly drawnBefore: number;
  orders: number;
  readonly outcome: number;
}

const UNFINISHED = -1;
const MOST_UNFINISHED = 1024;
const MOST_DRAWN = 22;
/** Work space: the calculation asks for millions of probabilities, and for one dealer at a time. */
const probabilities = new Float64Array(MOST_UNFINISHED);
const inverseSizes = new Float64Array(MOST_DRAWN);

export function dealerDraws(upcard: number, ruleSet: RuleSet): DealerDraws {
  const { unfinished, finished } = listDraws(upcard, ruleSet);
  const draws = [...unfinished, ...finished];
  return {
    unfinished: unfinished.length,
    parents: Int16Array.from(draws, ({ parent }) => parent),
    values: Uint8Array.from(draws, ({ value }) => value),
    sameBefore: Uint8Array.from(draws, ({ sameBefore }) => sameBefore),
    drawnBefore: Uint8Array.from(draws, ({ drawnBefore }) => drawnBefore),
    orders: Float64Array.from(draws, ({ orders }) => orders),
    outcomes: Uint8Array.from(draws, ({ outcome }) => Math.max(0, outcome)),
  };
}

/** Writes the probability of each outcome, from these unseen cards, to `into` from `offset` on. */
export function dealerOutcomes(
  draws: DealerDraws,
  counts: ValueCounts,
  into: Float64Array,
  offset: number,
): void {
  const { unfinished, parents, values, sameBefore, drawnBefore, orders, outcomes } = draws;
  const { of, size, step } = counts;
  for (let drawn = 0; drawn < MOST_DRAWN; drawn += 1) inverseSizes[drawn] = 1 / (size - drawn * step);
  into.fill(0, offset, offset + DEALER_OUTCOMES);
  probabilities[0] = 1;
  for (let draw = 1; draw < unfinished; draw += 1) {
    const left = of[values[draw]] - sameBefore[draw] * step;
    probabilities[draw] = probabilities[parents[draw]] * left * inverseSizes[drawnBefore[draw]];
  }
  for (let draw = unfinished; draw < parents.length; draw += 1) {
    const left = of[values[draw]] - sameBefore[draw] * step;
    into[offset + outcomes[draw]] +=
      orders[draw] * probabilities[parents[draw]] * left * inverseSizes[drawnBefore[draw]];
  }
  let finished = 0;
  for (let outcome = DEALER_17; outcome < DEALER_BUST; outcome += 1) finished += into[offset + outcome];
  into[offset + DEALER_BUST] = 1 - finished;
}

/**
 * The upcard first; every hand stands behind all hands of fewer cards, so that its orders are complete in
 * time.
 */
function listDraws(upcard: number, ruleSet: RuleSet): { unfinished: Draw[]; finished: Draw[] } {
  const start = { parent: 0, hand: nextHand(EMPTY_HAND, upcard), value: upcard, sameBefore: 0, orders: 1 };
  const unfinished: Draw[] = [{ ...start, drawnBefore: -1, outcome: UNFINISHED }];
  const finished: Draw[] = [];
  const known = new Map<number, Draw>();
  for (let parent = 0; parent < unfinished.length; parent += 1) {
    const { hand, orders, drawnBefore } = unfinished[parent];
    for (const value of VALUES) {
      const drawn = nextHand(hand, value);
      const before = known.get(drawn);
      if (before !== undefined) {
        before.orders += orders;
        continue;
      }
      const outcome = drawn === NO_HAND ? bustOutcome(hand, value, ruleSet) : outcomeOf(drawn, ruleSet);
      if (outcome === DEALER_BUST) continue;
      const sameBefore = heldOf(hand, value) - (value === upcard ? 1 : 0);
      const draw = { parent, hand: drawn, value, sameBefore, drawnBefore: drawnBefore + 1, orders, outcome };
      (outcome === UNFINISHED ? unfinished : finished).push(draw);
      if (drawn !== NO_HAND) known.set(drawn, draw);
    }
  }
  return { unfinished, finished };
}

function outcomeOf(hand: number, { softSeventeen }: RuleSet): number {
  if (hand === handOf(ACE, TEN)) return DEALER_BLACKJACK;
  const total = HAND_TREE.totals[hand];
  const drawsOn = total < 17 || (total === 17 && HAND_TREE.soft[hand] === 1 && softSeventeen === 'hit');
  return drawsOn ? UNFINISHED : DEALER_17 + total - 17;
}

/** A bust hand is hard: its total is the hand's own, aces as 1, and the card's. */
function bustOutcome(hand: number, value: number, { dealerTwentyTwo }: RuleSet): number {
  return dealerTwentyTwo === 'push' && HAND_TREE.totals[hand] + value === 22 ? DEALER_22_PUSH : DEALER_BUST;
}
