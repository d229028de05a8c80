import type { RuleSet } from '../domain/rule-set';
import { valueOfBoth, valuesBeside } from './two-hands-return';
import { upcardTable } from './upcard-table';
import { TEN, VALUES } from './value-counts';

const STRIDE = TEN + 1;

/** Where the choice for a box is: the upcard, then the two cards of its first hand, then those of the other. */
export function switchIndex(
  upcard: number,
  first: number,
  second: number,
  otherFirst: number,
  otherSecond: number,
): number {
  return (((upcard * STRIDE + first) * STRIDE + second) * STRIDE + otherFirst) * STRIDE + otherSecond;
}

/**
 * 1 for each box whose hands are worth more once their second cards have changed places (SW-06). The switched box
 * is then never worth switching back: both ways are the same two sums.
 */
export function switchChoices(ruleSet: RuleSet): Uint8Array {
  const choices = new Uint8Array(STRIDE ** 5);
  for (const upcard of VALUES) {
    const valueBeside = valuesBeside(upcardTable(ruleSet, upcard));
    for (const first of VALUES) {
      for (const second of VALUES) {
        for (const otherFirst of VALUES) {
          for (const otherSecond of VALUES) {
            const asDealt = valueOfBoth(valueBeside, first, second, otherFirst, otherSecond);
            const switched = valueOfBoth(valueBeside, first, otherSecond, otherFirst, second);
            if (switched > asDealt) {
              choices[switchIndex(upcard, first, second, otherFirst, otherSecond)] = 1;
            }
          }
        }
      }
    }
  }
  return choices;
}
