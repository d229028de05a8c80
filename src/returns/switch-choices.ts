import type { RuleSet } from '../domain/rule-set';
import { valueOfBoth, type ValueBeside, valuesBeside } from './two-hands-return';
import { upcardTable } from './upcard-table';
import { TEN, VALUES } from './value-counts';

const STRIDE = TEN + 1;

/** How many places `switchIndex` has. */
export const SWITCH_BOXES = STRIDE ** 5;

/** The upcard and the cards of a box of two hands, by value, as they were dealt. */
export interface SwitchBox {
  readonly upcard: number;
  readonly first: number;
  readonly second: number;
  readonly otherFirst: number;
  readonly otherSecond: number;
}

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

/** Visits every box with its place, all boxes of one upcard after another. */
export function eachSwitch(visit: (box: SwitchBox, at: number) => void): void {
  for (const upcard of VALUES) {
    for (const first of VALUES) {
      for (const second of VALUES) {
        for (const otherFirst of VALUES) {
          for (const otherSecond of VALUES) {
            const at = switchIndex(upcard, first, second, otherFirst, otherSecond);
            visit({ upcard, first, second, otherFirst, otherSecond }, at);
          }
        }
      }
    }
  }
}

/** By `switchIndex`, what a box wins more when it is switched, to a stake of 1 on each hand (SW-06). */
export function switchGains(ruleSet: RuleSet): Float64Array {
  const gains = new Float64Array(SWITCH_BOXES);
  const beside = new Map<number, ValueBeside>(
    VALUES.map((upcard) => [upcard, valuesBeside(upcardTable(ruleSet, upcard))]),
  );
  eachSwitch(({ upcard, first, second, otherFirst, otherSecond }, at) => {
    const valueBeside = beside.get(upcard) as ValueBeside;
    const asDealt = valueOfBoth(valueBeside, first, second, otherFirst, otherSecond);
    const switched = valueOfBoth(valueBeside, first, otherSecond, otherFirst, second);
    gains[at] = switched - asDealt;
  });
  return gains;
}

/**
 * 1 for each box whose hands are worth more once their second cards have changed places (SW-06). The switched box
 * is then never worth switching back: both ways are the same two sums.
 */
export function switchChoices(ruleSet: RuleSet): Uint8Array {
  return Uint8Array.from(switchGains(ruleSet), (gain) => (gain > 0 ? 1 : 0));
}
