import type { RuleSet } from '../domain/rule-set';
import {
  cardName,
  type DealtHand,
  dealtChance,
  handName,
  hardHands,
  HARD_TOTALS,
  SOFT_SECONDS,
  UPCARDS,
} from './chart-hands';
import { dealtHandValue } from './decision-values';
import { eachSwitch, SWITCH_BOXES, type SwitchBox } from './switch-choices';
import { type UpcardTable, upcardTable } from './upcard-table';
import { ACE, TEN } from './value-counts';

/**
 * The choice to switch (SW-06) for people: what each two cards are worth against each upcard, alike by total. Who adds
 * up both hands as they lie, and with their second cards exchanged, switches when the second sum is greater.
 */
export interface SwitchTable {
  readonly upcards: readonly string[];
  readonly rows: readonly SwitchRow[];
}

export interface SwitchRow {
  readonly hand: string;
  /** What the hand wins in the long run, best play, in hundredths of its stake; in the order of the upcards. */
  readonly values: readonly number[];
}

interface HandsOfRow {
  readonly hand: string;
  readonly hands: readonly DealtHand[];
}

const ROWS: readonly HandsOfRow[] = [
  ...HARD_TOTALS.map((total) => ({ hand: String(total), hands: hardHands(total) })),
  ...[...SOFT_SECONDS, TEN].map((second) => rowOf({ first: ACE, second })),
  ...UPCARDS.map((value) => rowOf({ first: value, second: value })),
];
const HUNDREDTHS = 100;
const STRIDE = TEN + 1;

/** By the two values of a hand, lower one first, the row that it stands in. */
const ROW_OF_HAND = new Map(
  ROWS.flatMap(({ hands }, row) => hands.map(({ first, second }) => [first * STRIDE + second, row] as const)),
);

function rowOf(hand: DealtHand): HandsOfRow {
  return { hand: handName(hand), hands: [hand] };
}

/** Null where the rules know no switch. */
export function switchTable(ruleSet: RuleSet): SwitchTable | null {
  if (ruleSet.switching === 'none') return null;
  const tables = UPCARDS.map((upcard) => upcardTable(ruleSet, upcard));
  return {
    upcards: UPCARDS.map(cardName),
    rows: ROWS.map(({ hand, hands }) => ({
      hand,
      // Adding nothing makes a zero of a negative one, which JSON does not know.
      values: tables.map((table) => Math.round(HUNDREDTHS * valueOfHands(table, hands)) + 0),
    })),
  };
}

/** What hands are worth on average, each weighed by how often it is dealt. */
function valueOfHands(table: UpcardTable, hands: readonly DealtHand[]): number {
  let [sum, weights] = [0, 0];
  for (const hand of hands) {
    const weight = dealtChance(table.counts, hand);
    sum += weight * dealtHandValue(table, hand.first, hand.second).play;
    weights += weight;
  }
  return sum / weights;
}

/** The choices of a player who switches by the table, in the form of `switchChoices`. */
export function choicesByTable({ rows }: SwitchTable): Uint8Array {
  const choices = new Uint8Array(SWITCH_BOXES);
  eachSwitch((box, at) => {
    const { first, second, otherFirst, otherSecond } = box;
    const worth = (one: number, other: number): number => rows[rowNumber(one, other)].values[columnOf(box)];
    const asDealt = worth(first, second) + worth(otherFirst, otherSecond);
    const switched = worth(first, otherSecond) + worth(otherFirst, second);
    if (switched > asDealt) choices[at] = 1;
  });
  return choices;
}

function rowNumber(one: number, other: number): number {
  const row = ROW_OF_HAND.get(Math.min(one, other) * STRIDE + Math.max(one, other));
  if (row === undefined) throw new Error(`Broken invariant: the hand ${one}-${other} has a row`);
  return row;
}

function columnOf({ upcard }: SwitchBox): number {
  return UPCARDS.indexOf(upcard);
}
