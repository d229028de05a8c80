import type { Card } from './card';
import type { CardHand, Hand, HandId, Insurance } from './hand';
import type { Minor } from './money';
import type { SideBetOutcome } from './outcome';
import type { RuleSet, SideBetType } from './rule-set';
import type { TableLimits } from './table-limits';

/** Where a round rests: waiting for answers to offers, for the hand in turn, or for nothing any more. */
export type RoundStatus = 'insurance' | 'playing' | 'settled';

/**
 * A round from the inside: plain JSON, all cards included. Only the functions of the domain change it, and only
 * after the gate has let an action pass. Nobody outside sees it but through the view.
 */
export interface Round {
  readonly ruleSet: RuleSet;
  readonly limits: TableLimits;
  status: RoundStatus;
  readonly dealer: Dealer;
  /** In ascending order. */
  readonly boxes: Box[];
  readonly sideBets: SideBet[];
  /** Bets on insurance that belong to no hand, one a bettor at most (IN-05, CL-06). */
  readonly insurances: TableInsurance[];
  /** What has been offered and not been answered. */
  offers: Offer[];
  /** False as long as the players may not see their own cards (CL-06, closed). */
  ownCardsShown: boolean;
  /** Place of the hand in turn: indexes into `boxes` and its `hands`. */
  turnBox: number;
  turnHand: number;
  /** What each bettor has put at risk and got back so far, by his number. */
  readonly bettors: BettorAccount[];
}

export interface Dealer extends CardHand {
  /** Index of the open card among `cards`: 1 where the hole card is dealt first. */
  readonly upIndex: 0 | 1;
  /** Index of a card that still lies face down, or null. */
  holeIndex: 0 | 1 | null;
  /** Null as long as the players may not know. */
  blackjack: boolean | null;
}

export interface Box {
  readonly box: number;
  /** The bettor who holds it and decides. */
  readonly bettor: number;
  /** In playing order (C-16). */
  readonly hands: Hand[];
  /** The next free number of a hand. */
  nextHand: number;
  /** Whether anything but a switch was done on it: no switch after that (SW-06). */
  touched: boolean;
}

export interface SideBet {
  readonly box: number;
  readonly bettor: number;
  readonly type: SideBetType;
  readonly stake: Minor;
  outcome: SideBetOutcome | null;
  returned: Minor | null;
}

export interface TableInsurance extends Insurance {
  readonly bettor: number;
}

export type Offer =
  | {
      readonly kind: 'insurance';
      readonly bettor: number;
      readonly hand: HandId | null;
      readonly price: Minor;
    }
  | {
      readonly kind: 'insuranceAmount';
      readonly bettor: number;
      readonly min: Minor;
      readonly max: Minor;
      readonly step: Minor;
    }
  | { readonly kind: 'evenMoney'; readonly bettor: number; readonly hand: HandId };

export interface BettorAccount {
  staked: Minor;
  returned: Minor;
}

/** The dealer's open card. */
export function upcardOf(round: Round): Card {
  return round.dealer.cards[round.dealer.upIndex];
}

/** The box and the hand of that id, or null. */
export function findHand(round: Round, id: HandId): { box: Box; hand: Hand } | null {
  for (const box of round.boxes) {
    for (const hand of box.hands) if (hand.id === id) return { box, hand };
  }
  return null;
}

/** The box and the hand in turn; null when none is. */
export function handInTurn(round: Round): { box: Box; hand: Hand } | null {
  if (round.status !== 'playing') return null;
  const box = round.boxes[round.turnBox];
  return { box, hand: box.hands[round.turnHand] };
}
