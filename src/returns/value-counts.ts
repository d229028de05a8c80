import { CARDS_PER_DECK } from '../domain/card';
import type { Decks } from '../domain/rule-set';

/** Card values an ace (1) to a ten-valued card (10): all that the main bet can tell apart (C-01). */
export const VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
export const ACE = 1;
export const TEN = 10;

/**
 * The unseen cards, counted by value. It is taken from and put back to in place, because the calculation
 * visits millions of shoes. An infinite deck is the counts of one deck from which nothing is ever missing
 * (IN-01).
 */
export interface ValueCounts {
  /** Cards of each value at the index of the value; index 0 is unused. */
  readonly of: Float64Array;
  size: number;
  /** What one drawn card takes away: 1, or 0 in an infinite deck. */
  readonly step: 0 | 1;
}

export function freshCounts(decks: Decks): ValueCounts {
  const copies = decks === 'infinite' ? 1 : decks;
  const of = Float64Array.from({ length: TEN + 1 }, (_, value) => (value === TEN ? 16 : 4) * copies);
  of[0] = 0;
  return { of, size: CARDS_PER_DECK * copies, step: decks === 'infinite' ? 0 : 1 };
}

/**
 * The same cards, where every drawn card comes back: a picture of the shoe that is right to the first order.
 */
export function withReplacement(counts: ValueCounts): ValueCounts {
  return { of: Float64Array.from(counts.of), size: counts.size, step: 0 };
}

export function copyOf(counts: ValueCounts): ValueCounts {
  return { ...counts, of: Float64Array.from(counts.of) };
}

export function take(counts: ValueCounts, value: number): void {
  counts.of[value] -= counts.step;
  counts.size -= counts.step;
}

export function putBack(counts: ValueCounts, value: number): void {
  counts.of[value] += counts.step;
  counts.size += counts.step;
}

/** The probability that the next card has this value. */
export function chance(counts: ValueCounts, value: number): number {
  return counts.of[value] / counts.size;
}
