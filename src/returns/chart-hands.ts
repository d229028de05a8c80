import { ACE, chance, putBack, take, TEN, type ValueCounts, VALUES } from './value-counts';

/** Two cards by value, in whatever order. */
export interface DealtHand {
  readonly first: number;
  readonly second: number;
}

/** The columns of every chart: the dealer's upcards from 2 to the ace. */
export const UPCARDS: readonly number[] = [2, 3, 4, 5, 6, 7, 8, 9, TEN, ACE];
/** The totals that two different cards without an ace can have. */
export const HARD_TOTALS: readonly number[] = Array.from({ length: 15 }, (_, row) => 5 + row);
/** What lies beside an ace in a soft hand that is neither a pair nor a blackjack. */
export const SOFT_SECONDS: readonly number[] = [2, 3, 4, 5, 6, 7, 8, 9];

/** Two different cards without an ace. */
export function hardHands(total: number): DealtHand[] {
  return VALUES.flatMap((first) => {
    const second = total - first;
    return first > ACE && second > first && second <= TEN ? [{ first, second }] : [];
  });
}

/** How likely the hand is to be dealt in this order, from counts that its cards are not out of. */
export function dealtChance(counts: ValueCounts, { first, second }: DealtHand): number {
  const firstChance = chance(counts, first);
  take(counts, first);
  const both = firstChance * chance(counts, second);
  putBack(counts, first);
  return both;
}

export function cardName(value: number): string {
  if (value === ACE) return 'A';
  return value === TEN ? '10' : String(value);
}

export function handName({ first, second }: DealtHand): string {
  return `${cardName(first)}-${cardName(second)}`;
}
