import type { RuleSet } from '../domain/rule-set';
import { EMPTY_HAND, handOf, HAND_TREE, heldOf, nextHand, NO_HAND } from './hand-tree';
import type { ValueCounts } from './value-counts';
import { ACE, TEN, VALUES } from './value-counts';

/** What the dealer may end with; the totals 17 to 21 are the outcomes 0 to 4. */
export const DEALER_17 = 0;
export const DEALER_21 = 4;
const DEALER_22_PUSH = 5;
export const DEALER_BLACKJACK = 6;
export const DEALER_BUST = 7;
export const DEALER_OUTCOMES = 8;

/**
 * The hands that the dealer can come to hold from one upcard, as sets of values without regard to order: each
 * is an unfinished one, its parent, with one card more. Its probability is then one multiplication, whatever
 * the shoe. The unfinished hands come first, each after its parent, and the finished ones follow by outcome;
 * busts are left out, for they are what remains.
 */
export interface DealerDraws {
  readonly unfinished: number;
  /** Of each hand, what its probability is made of, in one number: see `packed`. */
  readonly steps: Int32Array;
  /** In how many orders the dealer's rules lead to this hand. */
  readonly orders: Float64Array;
  /** By outcome, where the hands that end with it end. */
  readonly ends: Int32Array;
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
const MOST_SAME = 16;
/** Work space: the calculation asks for millions of probabilities, and for one dealer at a time. */
const probabilities = new Float64Array(MOST_UNFINISHED);
const inverseSizes = new Float64Array(MOST_DRAWN);
const left = new Float64Array(MOST_SAME << 4);

export function dealerDraws(upcard: number, ruleSet: RuleSet): DealerDraws {
  const { unfinished, finished } = listDraws(upcard, ruleSet);
  // A stable sort: the probabilities of an outcome are added up in the order in which the hands are found.
  const draws = [...unfinished, ...finished.sort((one, other) => one.outcome - other.outcome)];
  return {
    unfinished: unfinished.length,
    steps: Int32Array.from(draws, packed),
    orders: Float64Array.from(draws, ({ orders }) => orders),
    ends: Int32Array.from({ length: DEALER_BUST }, (_, outcome) => {
      return draws.filter((draw) => draw.outcome <= outcome).length;
    }),
  };
}

/**
 * From the lowest bit: ten for the parent, four for the value of the drawn card, four for how many of that value had
 * been drawn before it, the rest for how many cards at all. One number is read faster than four.
 */
function packed({ parent, value, sameBefore, drawnBefore }: Draw): number {
  return parent | (value << 10) | (sameBefore << 14) | (Math.max(0, drawnBefore) << 18);
}

/** Writes the probability of each outcome, from these unseen cards, to `into` from `offset` on. */
export function dealerOutcomes(
  { unfinished, steps, orders, ends }: DealerDraws,
  { of, size, step }: ValueCounts,
  into: Float64Array,
  offset: number,
): void {
  for (let drawn = 0; drawn < MOST_DRAWN; drawn += 1) inverseSizes[drawn] = 1 / (size - drawn * step);
  for (const value of VALUES) {
    for (let same = 0; same < MOST_SAME; same += 1) left[value | (same << 4)] = of[value] - same * step;
  }
  probabilities[0] = 1;
  for (let draw = 1; draw < unfinished; draw += 1) {
    const bits = steps[draw];
    probabilities[draw] = probabilities[bits & 1023] * left[(bits >>> 10) & 255] * inverseSizes[bits >>> 18];
  }
  let draw = unfinished;
  let finished = 0;
  for (let outcome = DEALER_17; outcome < DEALER_BUST; outcome += 1) {
    let sum = 0;
    for (const end = ends[outcome]; draw < end; draw += 1) {
      const bits = steps[draw];
      const open = orders[draw] * probabilities[bits & 1023];
      sum += open * left[(bits >>> 10) & 255] * inverseSizes[bits >>> 18];
    }
    into[offset + outcome] = sum;
    finished += sum;
  }
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
