import type { RuleSet } from '../domain/rule-set';
import { dealtHandValue, isBlackjack } from './decision-values';
import type { UpcardTable } from './upcard-table';
import { dealerBlackjackChance, tableWith, upcardTable } from './upcard-table';
import { ACE, chance, freshCounts, putBack, take, TEN, VALUES, withReplacement } from './value-counts';

/** The cards of a box of two hands as they were dealt. */
interface BoxCards {
  readonly firsts: readonly [number, number];
  readonly seconds: readonly [number, number];
}

/** The value of one hand, whose cards are given first, beside the cards of the other. */
export type ValueBeside = (first: number, second: number, otherFirst: number, otherSecond: number) => number;

const STRIDE = TEN + 1;
const HANDS = 2;

/**
 * What a box of two hands wins to a stake of 1 on each, per unit staked, best play and best switch, from a
 * fresh shoe (SW-06). The four cards are counted out exactly; a hand's value is the exact one beside unknown
 * cards, corrected to the first order by the two cards of the other hand.
 */
export function twoHandsExpectation(ruleSet: RuleSet): number {
  const fresh = freshCounts(ruleSet.decks);
  return VALUES.reduce(
    (sum, upcard) => sum + chance(fresh, upcard) * sumOverBoxes(upcardTable(ruleSet, upcard)),
    0,
  );
}

function sumOverBoxes(table: UpcardTable): number {
  const valueBeside = valuesBeside(table);
  let sum = 0;
  eachBox(table, (box, weight) => {
    sum += (weight * boxValue(table, box, valueBeside)) / HANDS;
  });
  return sum;
}

/** Visits every four cards with their probability; while it does, they are out of the table's counts. */
function eachBox(table: UpcardTable, visit: (box: BoxCards, weight: number) => void): void {
  const { counts } = table;
  const dealt: number[] = [];
  const deal = (weight: number): void => {
    if (dealt.length === 2 * HANDS) {
      visit({ firsts: [dealt[0], dealt[1]], seconds: [dealt[2], dealt[3]] }, weight);
      return;
    }
    for (const value of VALUES) {
      const probability = chance(counts, value);
      if (probability <= 0) continue;
      take(counts, value);
      dealt.push(value);
      deal(weight * probability);
      dealt.pop();
      putBack(counts, value);
    }
  };
  deal(1);
}

function boxValue(table: UpcardTable, { firsts, seconds }: BoxCards, valueBeside: ValueBeside): number {
  const [first, otherFirst] = firsts;
  const [second, otherSecond] = seconds;
  const asDealt = valueOfBoth(valueBeside, first, second, otherFirst, otherSecond);
  const mayBeSwitched = table.ruleSet.switching === 'secondCards';
  const play = mayBeSwitched
    ? Math.max(asDealt, valueOfBoth(valueBeside, first, otherSecond, otherFirst, second))
    : asDealt;
  // The blackjack of a checking dealer meets the hands as they were dealt, before any switch.
  const blackjacks = Number(isBlackjack(first, second)) + Number(isBlackjack(otherFirst, otherSecond));
  const lost = table.checks ? (HANDS - blackjacks) * dealerBlackjackChance(table) : 0;
  return play - lost + insuranceValue(table);
}

/** What the two hands of a box are worth together in one arrangement of their cards. */
export function valueOfBoth(
  valueBeside: ValueBeside,
  first: number,
  second: number,
  otherFirst: number,
  otherSecond: number,
): number {
  return (
    valueBeside(first, second, otherFirst, otherSecond) + valueBeside(otherFirst, otherSecond, first, second)
  );
}

/**
 * Insurance of both hands, half a stake each at 2:1 (C-11), when the player sees that one unseen card in
 * three or more is a ten. With five seen cards a single deck can come to that.
 */
function insuranceValue({ ruleSet, upcard, counts }: UpcardTable): number {
  if (upcard !== ACE || ruleSet.insurance === 'none' || ruleSet.insuranceCards === 'closed') return 0;
  return Math.max(0, (HANDS / 2) * (3 * chance(counts, TEN) - 1));
}

/** The values of all hands beside all others, from the table's counts as they are now. */
export function valuesBeside(table: UpcardTable): ValueBeside {
  const alone = handValues(table);
  const effects = removalEffects(table);
  return (first, second, otherFirst, otherSecond) => {
    const at = first * STRIDE + second;
    return alone[at] + effects[otherFirst][at] + effects[otherSecond][at];
  };
}

/**
 * By value, how much each hand is worth more or less when one more card of this value is known to be gone. An
 * unknown card changes nothing on average, so that the effects are shifted to a mean of nothing for each
 * hand.
 */
function removalEffects(table: UpcardTable): Float64Array[] {
  const { counts } = table;
  const effects = Array.from({ length: STRIDE }, () => new Float64Array(STRIDE * STRIDE));
  if (counts.step === 0) return effects;
  const before = handValues(tableWith(table, withReplacement(counts)));
  for (const value of VALUES) {
    if (counts.of[value] === 0) continue;
    take(counts, value);
    const after = handValues(tableWith(table, withReplacement(counts)));
    putBack(counts, value);
    effects[value] = after.map((one, at) => one - before[at]);
  }
  eachHand((first, second, at) => {
    take(counts, first);
    take(counts, second);
    const mean = VALUES.reduce((sum, value) => sum + chance(counts, value) * effects[value][at], 0);
    for (const value of VALUES) effects[value][at] -= mean;
    putBack(counts, second);
    putBack(counts, first);
  });
  return effects;
}

function eachHand(visit: (first: number, second: number, at: number) => void): void {
  for (const first of VALUES) for (const second of VALUES) visit(first, second, first * STRIDE + second);
}

function handValues(table: UpcardTable): Float64Array {
  const values = new Float64Array(STRIDE * STRIDE);
  eachHand((first, second, at) => {
    // The order of the two cards makes no difference to what they are worth.
    const isKnown = second < first;
    values[at] = isKnown ? values[second * STRIDE + first] : dealtHandValue(table, first, second).play;
  });
  return values;
}
