import type { RuleSet } from '../domain/rule-set';
import { isBlackjack } from './decision-values';
import { ACE, freshCounts, putBack, take, TEN, VALUES } from './value-counts';

/** What insurance returns to a player who takes every offer of it, whatever cards he sees. */
export interface InsuranceReturn {
  /** What comes back of a stake of 1 in the long run, the stake of a won bet included. */
  readonly return: number;
  /** How far what comes back scatters about that, in stakes: one bet of a round, or all of its hands' together. */
  readonly standardDeviation: number;
  /** How often it wins. */
  readonly hitFrequency: number;
}

/** At 2:1 (C-11) a won stake comes back threefold. */
const COMES_BACK = 3;

/**
 * The return of insurance, by counting every three cards that the dealer's ace leaves in a fresh shoe: the two of the
 * hand and the dealer's second one. Null where the rules know no insurance. Which of the unseen cards the dealer turns
 * up makes no difference, so that the figures hold for open and closed cards (CL-06), and whatever is drawn meanwhile.
 */
export function insuranceReturn({ decks, insurance }: RuleSet): InsuranceReturn | null {
  if (insurance === 'none') return null;
  const counts = freshCounts(decks);
  take(counts, ACE);
  let [won, all] = [0, 0];
  for (const first of VALUES) {
    const firsts = counts.of[first];
    take(counts, first);
    for (const second of VALUES) {
      // A box alone that is a blackjack is offered no amount for the table (IN-05).
      if (insurance === 'tableAmount' && isBlackjack(first, second)) continue;
      const hands = firsts * counts.of[second];
      take(counts, second);
      won += hands * counts.of[TEN];
      all += hands * counts.size;
      putBack(counts, second);
    }
    putBack(counts, first);
  }
  const hitFrequency = won / all;
  return {
    return: COMES_BACK * hitFrequency,
    standardDeviation: COMES_BACK * Math.sqrt(hitFrequency * (1 - hitFrequency)),
    hitFrequency,
  };
}
