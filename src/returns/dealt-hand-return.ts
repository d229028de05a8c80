import type { RuleSet } from '../domain/rule-set';
import { dealtHandValue } from './decision-values';
import type { UpcardTable } from './upcard-table';
import { upcardTable } from './upcard-table';
import { chance, freshCounts, putBack, take, VALUES } from './value-counts';

/**
 * What a box of one hand wins to a stake of 1 in the long run, best play, from a fresh shoe. Insurance is no
 * part of it: with an ace and two more cards seen, not even a single deck keeps one ten-valued card in three.
 */
export function dealtHandExpectation(ruleSet: RuleSet): number {
  const fresh = freshCounts(ruleSet.decks);
  return VALUES.reduce(
    (sum, upcard) => sum + chance(fresh, upcard) * sumOverHands(upcardTable(ruleSet, upcard)),
    0,
  );
}

function sumOverHands(table: UpcardTable): number {
  let sum = 0;
  for (const first of VALUES) {
    const firstChance = chance(table.counts, first);
    for (const second of VALUES) {
      if (second < first) continue;
      take(table.counts, first);
      const weight = firstChance * chance(table.counts, second) * (first === second ? 1 : 2);
      putBack(table.counts, first);
      if (weight === 0) continue;
      const { play, lostToCheckedBlackjack } = dealtHandValue(table, first, second);
      sum += weight * (play - lostToCheckedBlackjack);
    }
  }
  return sum;
}
