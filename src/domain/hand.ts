import { type Card, cardValue, isAce, isTenValued, rankIndex } from './card';
import type { HandOutcome } from './outcome';
import type { Minor } from './money';
import type { RuleSet } from './rule-set';

/** Cards with their total kept up to date, so that nobody adds them up again. */
export interface CardHand {
  readonly cards: Card[];
  /** Total with every ace as 1. */
  hard: number;
  aces: number;
}

export type HandState =
  'waiting' | 'acting' | 'stood' | 'bust' | 'doubled' | 'surrendered' | 'blackjack' | 'evenMoney';

/** `2.1`: box and hand (C-16). */
export type HandId = string;

export interface Hand extends CardHand {
  readonly id: HandId;
  /** Which of the hands dealt to the box it is, or was split from: 0 or 1. */
  readonly dealt: number;
  state: HandState;
  fromSplit: boolean;
  /** The money on it: the box holder's first, then of those who bet behind. */
  readonly bets: HandBet[];
}

/** One bettor's money on one hand. */
export interface HandBet {
  readonly bettor: number;
  stake: Minor;
  outcome: HandOutcome | null;
  returned: Minor | null;
  insurance: Insurance | null;
}

export interface Insurance {
  readonly stake: Minor;
  outcome: 'win' | 'lose' | null;
  returned: Minor | null;
}

export function addCard(hand: CardHand, card: Card): void {
  hand.cards.push(card);
  hand.hard += cardValue(card);
  if (isAce(card)) hand.aces += 1;
}

/** One ace counts 11 where that does not exceed 21 (C-02). */
export function isSoft(hand: CardHand): boolean {
  return hand.aces > 0 && hand.hard <= 11;
}

export function totalOf(hand: CardHand): number {
  return isSoft(hand) ? hand.hard + 10 : hand.hard;
}

/** An ace and a ten-valued card as the first two cards of a dealt hand (C-03). */
export function isBlackjack(hand: Hand): boolean {
  return !hand.fromSplit && isAceWithTen(hand);
}

/** An ace and a ten-valued card, whoever holds them. */
export function isAceWithTen(hand: CardHand): boolean {
  return hand.cards.length === 2 && hand.aces === 1 && hand.hard === 11;
}

export function isPair(hand: Hand, splitBy: RuleSet['splitBy']): boolean {
  if (hand.cards.length !== 2) return false;
  const [one, other] = hand.cards;
  return splitBy === 'rank' ? rankIndex(one) === rankIndex(other) : cardValue(one) === cardValue(other);
}

/** A hand born of split aces: its first card is one of them. */
export function isSplitAce(hand: Hand): boolean {
  return hand.fromSplit && isAce(hand.cards[0]);
}

/** Whether an upcard leaves a blackjack possible. */
export function mayBeBlackjack(upcard: Card): boolean {
  return isAce(upcard) || isTenValued(upcard);
}
