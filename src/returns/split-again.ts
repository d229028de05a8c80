import { EMPTY_HAND, handOf, nextHand } from './hand-tree';
import { alsoSeen, doubleValue, hitValue, mayDouble, standValue, type UpcardTable } from './upcard-table';
import { ACE, chance, putBack, take, VALUES } from './value-counts';

/** The hands that came of one dealt hand, as they stand when a pair may be split again. */
export interface SplitHands {
  /** How many there are, the pair in question among them. */
  readonly hands: number;
  /** Those that have not got their second card yet. */
  readonly waiting: number;
}

/** What hands that wait for their second cards are worth together, when there are so many hands in all. */
type WaitingValue = (waiting: number, hands: number) => number;

/**
 * What splitting a pair again is worth to its stake of 1: both hands, and what they take from the hands that wait, whose
 * own pairs may then find the limit reached (AM-07). The table is one for hands split from this pair, the pair's two cards
 * being out of its counts. Exact for an infinite deck; otherwise to the first order, every second card being drawn from
 * the same shoe.
 */
export function splitAgainValue(table: UpcardTable, pair: number, { hands, waiting }: SplitHands): number {
  const valueOf = waitingValues(table, pair, Math.max);
  return valueOf(waiting + 2, hands + 1) - valueOf(waiting, hands);
}

/**
 * What it is worth, when two dealt cards are split, to be free not to split a further pair: nothing where the pair is one
 * to be split anyway. The table as above.
 */
export function choiceToSplitAgain(table: UpcardTable, pair: number): number {
  const always = waitingValues(table, pair, (split) => split);
  const chosen = waitingValues(table, pair, Math.max);
  return chosen(2, 2) - always(2, 2);
}

function waitingValues(
  table: UpcardTable,
  pair: number,
  decide: (split: number, keep: number) => number,
): WaitingValue {
  const { ruleSet, counts } = table;
  const limit = pair === ACE && !ruleSet.resplitAces ? Math.min(2, ruleSet.maxHands) : ruleSet.maxHands;
  const drawn = VALUES.map((value) => ({
    isPair: value === pair,
    probability: chance(counts, value),
    worth: worthOf(table, pair, value),
  }));
  const valueOf: WaitingValue = (waiting, hands) => {
    if (waiting === 0) return 0;
    const others = valueOf(waiting - 1, hands);
    return drawn.reduce((sum, { isPair, probability, worth }) => {
      const keep = worth + others;
      const opens = isPair && hands < limit;
      return sum + probability * (opens ? decide(valueOf(waiting + 1, hands + 1), keep) : keep);
    }, 0);
  };
  return valueOf;
}

/** The best of one split hand with that second card, when it is not split again; aces get this one card (AM-08). */
function worthOf(table: UpcardTable, pair: number, value: number): number {
  if (chance(table.counts, value) <= 0) return 0;
  take(table.counts, value);
  const hand = nextHand(nextHand(EMPTY_HAND, pair), value);
  const seenHand = { hand, seen: alsoSeen(handOf(pair, pair), value) };
  const options = [standValue(table, seenHand)];
  if (pair !== ACE) {
    options.push(hitValue(table, seenHand));
    if (table.ruleSet.doubleAfterSplit && mayDouble(table, hand)) options.push(doubleValue(table, seenHand));
  }
  putBack(table.counts, value);
  return Math.max(...options);
}
