import type { RuleSet } from '../domain/rule-set';
import { HAND_TREE, handOf } from './hand-tree';
import { splitValue } from './split-value';
import type { UpcardTable } from './upcard-table';
import { dealerBlackjackChance, doubleValue, hitValue, mayDouble, standValue } from './upcard-table';
import { ACE, putBack, take, TEN } from './value-counts';

/** What each decision on a dealt hand is worth to a stake of 1; null where the rules do not allow it. */
export interface DecisionValues {
  readonly stand: number;
  readonly hit: number;
  readonly double: number | null;
  readonly split: number | null;
  readonly surrender: number | null;
}

/** What a dealt hand is worth under best play. */
export interface DealtHandValue {
  /** All that a checking dealer's blackjack has no part in. */
  readonly play: number;
  /** What that blackjack costs: its probability, or 0 for a hand that pushes it and where nobody checks. */
  readonly lostToCheckedBlackjack: number;
}

/** The value of a dealt hand, from counts that still hold its two cards. */
export function dealtHandValue(table: UpcardTable, first: number, second: number): DealtHandValue {
  take(table.counts, first);
  take(table.counts, second);
  const value = isBlackjack(first, second) ? blackjackValue(table) : playedValue(table, first, second);
  putBack(table.counts, second);
  putBack(table.counts, first);
  return value;
}

export function isBlackjack(first: number, second: number): boolean {
  return first + second === ACE + TEN && (first === ACE || second === ACE);
}

/** Values of every decision, from counts that the hand's two cards are out of. */
export function decisionValues(table: UpcardTable, first: number, second: number): DecisionValues {
  const hand = handOf(first, second);
  const seenHand = { hand, seen: hand };
  const stand = standValue(table, seenHand);
  const isTwentyOne = HAND_TREE.totals[hand] === 21;
  return {
    stand,
    hit: isTwentyOne ? stand : hitValue(table, seenHand),
    double: mayDouble(table, hand) ? doubleValue(table, seenHand) : null,
    split: first === second && table.ruleSet.maxHands > 1 ? splitValue(table, first) : null,
    surrender: surrenderValue(table),
  };
}

function playedValue(table: UpcardTable, first: number, second: number): DealtHandValue {
  const { split, ...others } = decisionValues(table, first, second);
  const unsplit = bestOf([others.stand, others.hit, others.double, others.surrender]);
  const share = split === null ? 0 : splittableShare(table.ruleSet, first);
  return {
    play: share * bestOf([unsplit, split]) + (1 - share) * unsplit,
    lostToCheckedBlackjack: table.checks ? dealerBlackjackChance(table) : 0,
  };
}

function bestOf(values: readonly (number | null)[]): number {
  return values.reduce<number>((best, value) => (value !== null && value > best ? value : best), -Infinity);
}

/**
 * Half the stake is lost (C-10): whatever an unchecked dealer holds (IN-10), or where a checking one has
 * shown that he has no blackjack (AM-09).
 */
function surrenderValue(table: UpcardTable): number | null {
  const { surrender, surrenderAgainst } = table.ruleSet;
  const isTenOrAce = table.upcard === ACE || table.upcard === TEN;
  if (surrender === 'none' || (surrenderAgainst === 'twoToNine' && isTenOrAce)) return null;
  return table.checks ? -0.5 * (1 - dealerBlackjackChance(table)) : -0.5;
}

/**
 * Of the pairs by value, those that may be split: two tens by rank only when their ranks are equal as well.
 */
function splittableShare({ splitBy, decks }: RuleSet, pair: number): number {
  if (splitBy === 'value' || pair !== TEN) return 1;
  return decks === 'infinite' ? 1 / 4 : (4 * decks - 1) / (16 * decks - 1);
}

/** A blackjack pushes the dealer's own and beats everything else, 22 included (C-03, C-07, SW-13). */
function blackjackValue(table: UpcardTable): DealtHandValue {
  const safe = 1 - dealerBlackjackChance(table);
  const play = blackjackKinds(table.ruleSet).reduce((sum, { share, pays }) => {
    // Even money is a decision like any other: the sure 1:1, or the payout where the dealer has none (IN-06).
    const isEvenMoney = table.ruleSet.evenMoney === 'offered' && table.upcard === ACE;
    return sum + share * Math.max(pays * safe, isEvenMoney ? 1 : 0);
  }, 0);
  return { play, lostToCheckedBlackjack: 0 };
}

/**
 * The payouts of a blackjack; an ace and a ten-valued card are any one pair of cards in 1 of 4 × 16 cases
 * (AM-04).
 */
function blackjackKinds(ruleSet: RuleSet): { share: number; pays: number }[] {
  const special = ruleSet.specialBlackjacks.map(({ pays }) => ({ share: 1 / 64, pays: pays.num / pays.den }));
  const { num, den } = ruleSet.blackjackPays;
  return [...special, { share: 1 - special.length / 64, pays: num / den }];
}
