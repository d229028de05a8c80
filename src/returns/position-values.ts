import { type HandActionType } from '../domain/action';
import { present } from '../domain/assert';
import { cardValue } from '../domain/card';
import { type Hand, isBlackjack } from '../domain/hand';
import { DOUBLE, handOptions, HIT, maySwitch, SPLIT, SURRENDER } from '../domain/legal';
import { type Box, handInTurn, type Round, upcardOf } from '../domain/round';
import type { RuleSet } from '../domain/rule-set';
import { numberOf } from './best-player';
import { DEALT } from './best-strategy';
import { dealtHandValue } from './decision-values';
import { EMPTY_HAND, HAND_TREE } from './hand-tree';
import { choiceToSplitAgain, splitAgainValue } from './split-again';
import { splitValue } from './split-value';
import { valueOfBoth, type ValueBeside, valuesBeside } from './two-hands-return';
import {
  alsoSeen,
  dealerBlackjackChance,
  doubleValue,
  hitValue,
  standValue,
  unaskedBest,
  type UpcardTable,
  upcardTable,
} from './upcard-table';
import { putBack, take, TEN } from './value-counts';

/** What each action of the hand in turn wins in the long run, to its stake of 1; null where it is not legal. */
export type ActionValues = Readonly<Record<HandActionType, number | null>>;

const STRIDE = TEN + 1;
const OPTIONS = 32;

/**
 * The values of actions in rounds of one rule set, best play from there on: the very values that the theoretical
 * return is the sum of, so that who plays the best strategy gives nothing away. A hand is looked at as the strategy
 * looks at it: by its own cards, the upcard and the pair it was split from, from a fresh shoe. Each value is worked
 * out when it is wanted first, in at most some ten milliseconds (a third of a second for a first switch), and kept.
 */
export class PositionValues {
  private readonly tables = new Map<number, UpcardTable>();
  private readonly splitTables = new Map<number, UpcardTable>();
  private readonly beside = new Map<number, ValueBeside>();
  private readonly known = new Map<number, ActionValues>();

  constructor(readonly ruleSet: RuleSet) {}

  /** Of every legal action of the hand in turn. Where the dealer has checked, he has no blackjack: they know it. */
  ofHandInTurn(round: Round): ActionValues {
    const { box, hand } = present(handInTurn(round), 'a hand in turn');
    const upcard = cardValue(upcardOf(round));
    const options = handOptions(round, box, hand);
    const splitFrom = hand.fromSplit ? cardValue(hand.cards[0]) : DEALT;
    const place = (upcard * STRIDE + splitFrom) * HAND_TREE.size + numberOf(hand.cards);
    const at = place * OPTIONS + options;
    const values = this.known.get(at) ?? this.workOut(upcard, splitFrom, hand, options);
    this.known.set(at, values);
    if (splitFrom === DEALT || (options & SPLIT) === 0) return values;
    return { ...values, split: this.splitAgain(upcard, box, hand) };
  }

  /**
   * What the box in turn gives away, to a stake of 1 on each of its hands, when it is played on as it lies instead of
   * being switched (SW-06); 0 where it lies better as it is, or may not be switched. A switch can be taken back, so
   * that it costs nothing by itself.
   */
  lostWithoutSwitch(round: Round): number {
    const { box } = present(handInTurn(round), 'a hand in turn');
    if (!maySwitch(round, box)) return 0;
    const [[first, second], [otherFirst, otherSecond]] = box.hands.map(({ cards }) => cards.map(cardValue));
    const upcard = cardValue(upcardOf(round));
    const beside = this.beside.get(upcard) ?? valuesBeside(this.tableOf(upcard));
    this.beside.set(upcard, beside);
    const asItLies = valueOfBoth(beside, first, second, otherFirst, otherSecond);
    const switched = valueOfBoth(beside, first, otherSecond, otherFirst, second);
    return Math.max(0, switched - asItLies);
  }

  private workOut(upcard: number, splitFrom: number, hand: Hand, options: number): ActionValues {
    const table = splitFrom === DEALT ? this.tableOf(upcard) : this.splitTableOf(upcard, splitFrom);
    const values = hand.cards.map(cardValue);
    if (isBlackjack(hand)) return naturalValues(table, values);
    const seenValues = splitFrom === DEALT ? values : [splitFrom, ...values];
    return withoutCards(table, seenValues, () => {
      const [first] = values;
      const seenHand = { hand: numberOf(hand.cards), seen: seenValues.reduce(alsoSeen, EMPTY_HAND) };
      const known = isKnownSafe(table);
      const allowed = (option: number, value: () => number): number | null =>
        (options & option) === 0 ? null : value() / known;
      return {
        hit: allowed(HIT, () => hitValue(table, seenHand)),
        stand: standValue(table, seenHand) / known,
        double: allowed(DOUBLE, () => doubleValue(table, seenHand)),
        // That of a hand which was split before depends on the hands beside it as well.
        split: splitFrom === DEALT ? allowed(SPLIT, () => this.dealtSplit(upcard, first)) : null,
        surrender: (options & SURRENDER) === 0 ? null : -0.5,
      };
    });
  }

  /** Of two dealt cards, which are out of the counts, where a further pair is split only if it pays. */
  private dealtSplit(upcard: number, pair: number): number {
    const further = choiceToSplitAgain(this.splitTableOf(upcard, pair), pair);
    return splitValue(this.tableOf(upcard), pair) + further;
  }

  private splitAgain(upcard: number, { hands }: Box, { dealt, cards }: Hand): number {
    const pair = cardValue(cards[0]);
    const table = this.splitTableOf(upcard, pair);
    const siblings = hands.filter((other) => other.dealt === dealt);
    const waiting = siblings.filter((other) => other.cards.length === 1).length;
    return withoutCards(table, [pair, pair], () => {
      const known = isKnownSafe(table);
      return splitAgainValue(table, pair, { hands: siblings.length, waiting }) / known;
    });
  }

  private tableOf(upcard: number): UpcardTable {
    const table = this.tables.get(upcard) ?? upcardTable(this.ruleSet, upcard);
    this.tables.set(upcard, table);
    return table;
  }

  /** What is best for a hand depends on what is missing besides it, so that the dealt hands' values do not serve. */
  private splitTableOf(upcard: number, pair: number): UpcardTable {
    const at = upcard * STRIDE + pair;
    const table = this.splitTables.get(at) ?? { ...this.tableOf(upcard), best: unaskedBest() };
    this.splitTables.set(at, table);
    return table;
  }
}

/** A blackjack is asked only as long as its box may be switched, and stands. */
function naturalValues(table: UpcardTable, [first, second]: readonly number[]): ActionValues {
  const { play } = dealtHandValue(table, first, second);
  return { hit: null, stand: play / isKnownSafe(table), double: null, split: null, surrender: null };
}

/** The values of a table leave a checked blackjack out with its probability; once it is known, all else is certain. */
function isKnownSafe(table: UpcardTable): number {
  return table.checks ? 1 - dealerBlackjackChance(table) : 1;
}

function withoutCards<T>({ counts }: UpcardTable, values: readonly number[], work: () => T): T {
  for (const value of values) take(counts, value);
  const result = work();
  for (const value of values) putBack(counts, value);
  return result;
}
