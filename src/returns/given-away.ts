import { type Action, HAND_ACTIONS } from '../domain/action';
import { assertNever, invariant, present } from '../domain/assert';
import { cardValue, rankIndex } from '../domain/card';
import type { Hand, HandBet } from '../domain/hand';
import { type AcceptedInsurance, type OfferAnswer, offersAnswered } from '../domain/offers';
import { goesAlong } from '../domain/play';
import { findHand, handInTurn, type Offer, type Round, upcardOf } from '../domain/round';
import { blackjackPays } from './best-player';
import type { ActionValues, PositionValues } from './position-values';
import { dealerBlackjackChance, type UpcardTable, upcardTable } from './upcard-table';
import { ACE, chance, freshCounts, take, TEN } from './value-counts';

/**
 * What a choice is worth less than the best one that was legal, in minor units, by expectation; never below 0. Figures of
 * statistics, not money.
 */
export interface GivenAway {
  readonly main: number;
  /** Of a bet on sevens that still waits for the third card (AM-13). */
  readonly sevens: number;
}

/** What one bettor gives away by a choice: his own, or that of the hand's holder on whom he bets. */
export interface BettorGivesAway extends GivenAway {
  readonly bettor: number;
}

const SEVEN = 7;
const SEVENS = 6;

type HandAction = Extract<Action, { type: (typeof HAND_ACTIONS)[number] }>;

/**
 * What a legal action of that bettor gives away in the round as it stands, for everybody whose money it concerns.
 * `stand-all` is for the caller to take apart.
 */
export function givenAway(
  values: PositionValues,
  round: Round,
  bettor: number,
  action: Exclude<Action, { type: 'stand-all' }>,
): readonly BettorGivesAway[] {
  switch (action.type) {
    case 'hit':
    case 'stand':
    case 'double':
    case 'split':
    case 'surrender':
      return onHand(values, round, action);
    case 'switch':
      // It can be taken back for nothing: what counts is how the box lies when it is played on.
      return [];
    case 'insurance':
    case 'even-money':
      return onOffers(round, bettor, action);
    default:
      return assertNever(action, 'an action');
  }
}

/** What the answers to all offers of insurance give away, when a shared table's window for them ends (DX-20). */
export function givenAwayByInsurances(
  round: Round,
  accepted: readonly AcceptedInsurance[],
): readonly BettorGivesAway[] {
  return round.offers.map((offer) => {
    invariant(offer.kind === 'insurance', 'a shared table offers insurance and nothing else');
    const { bettor, hand } = offer;
    const accept = accepted.some((answer) => answer.bettor === bettor && answer.hand === hand);
    return { bettor, main: onOffer(round, offer, { type: 'insurance', accept }), sevens: 0 };
  });
}

function onHand(values: PositionValues, round: Round, action: HandAction): BettorGivesAway[] {
  const { hand } = present(handInTurn(round), 'a hand in turn');
  const ofActions = values.ofHandInTurn(round);
  const best = bestOf(ofActions) + values.lostWithoutSwitch(round);
  const chosen = present(ofActions[action.type], 'a value for every legal action');
  const main = hand.bets.map((bet) => {
    const value = isBound(hand, bet, action) ? chosen : worthWithoutFollowing(round, chosen);
    return { bettor: bet.bettor, main: bet.stake * (best - value), sevens: 0 };
  });
  if (action.type === 'hit' || action.type === 'double') return main;
  return [...main, ...lostWithoutThirdCard(round, hand)];
}

/** Whether an action is the same to that money as to the holder's: all of it, but a double or split not followed. */
function isBound(hand: Hand, bet: HandBet, action: HandAction): boolean {
  return (action.type !== 'double' && action.type !== 'split') || goesAlong(hand, bet, action.followers);
}

/**
 * Of a double, the same card for the stake as it is; of a split, the first one of two hands that are worth the same
 * (DX-22, DX-23): half of what it is worth to those who put up the stake again.
 */
function worthWithoutFollowing({ ruleSet }: Round, value: number): number {
  invariant(ruleSet.maxHands === 2, 'hands that are split again are not worth the same');
  return value / 2;
}

function bestOf(values: ActionValues): number {
  return HAND_ACTIONS.reduce((best, type) => Math.max(best, values[type] ?? -Infinity), -Infinity);
}

/** Two sevens that draw no third card give up what the third one would pay, where that is more. */
function lostWithoutThirdCard({ ruleSet, sideBets, boxes, ...round }: Round, hand: Hand): BettorGivesAway[] {
  if (hand.fromSplit || hand.cards.length !== 2 || hand.cards.some((card) => rankIndex(card) !== SEVENS))
    return [];
  const rule = ruleSet.sideBets.find(({ type }) => type === 'sevens');
  if (rule === undefined) return [];
  const box = boxes.find(({ hands }) => hands[0] === hand);
  const waiting = sideBets.filter(
    ({ type, box: on, outcome }) => type === 'sevens' && on === box?.box && outcome === null,
  );
  const returnOf = (pays: number | undefined): number => (pays === undefined ? 0 : 1 + pays);
  const gain = returnOf(rule.pays.threeSevens) - returnOf(rule.pays.twoSevens);
  const table = upcardTable(ruleSet, cardValue(round.dealer.cards[round.dealer.upIndex]));
  const lost = Math.max(0, gain * thirdSevenChance(table));
  return waiting.map(({ bettor, stake }) => ({ bettor, main: 0, sevens: stake * lost }));
}

/** That the next card is a seven, which a dealer who has checked and found no blackjack makes a little less likely. */
function thirdSevenChance(table: UpcardTable): number {
  const { counts } = table;
  take(counts, SEVEN);
  take(counts, SEVEN);
  const seven = chance(counts, SEVEN);
  if (!table.checks) return seven;
  const safe = 1 - dealerBlackjackChance(table);
  take(counts, SEVEN);
  return (seven * (1 - dealerBlackjackChance(table))) / safe;
}

function onOffers(round: Round, bettor: number, answer: OfferAnswer): BettorGivesAway[] {
  return offersAnswered(round, bettor, answer).map((offer) => {
    return { bettor, main: onOffer(round, offer, answer), sevens: 0 };
  });
}

function onOffer(round: Round, offer: Offer, answer: OfferAnswer): number {
  if (offer.kind === 'evenMoney') return onEvenMoney(round, offer.hand, answer.accept);
  const edge = insuranceEdge(round, offer.bettor);
  const most = offer.kind === 'insurance' ? offer.price : offer.max;
  const asked = answer.type === 'insurance' && offer.kind === 'insuranceAmount' ? answer.amount : most;
  const insured = answer.accept ? present(asked, 'an amount for every yes') : 0;
  // The best is all or nothing, by the sign of what each unit wins in the long run.
  return Math.max(0, edge) * most - edge * insured;
}

/**
 * What a unit of insurance wins in the long run (C-11): 2:1 on a ten under the ace, by all the cards that the bettor sees
 * of the hands he has money on; none where they lie face down (CL-06).
 */
function insuranceEdge(round: Round, bettor: number): number {
  const counts = freshCounts(round.ruleSet.decks);
  take(counts, ACE);
  if (round.ownCardsShown) {
    const hands = round.boxes.flatMap((box) => box.hands);
    for (const { cards, bets } of hands) {
      if (bets.every((bet) => bet.bettor !== bettor)) continue;
      for (const card of cards) take(counts, cardValue(card));
    }
  }
  return 3 * chance(counts, TEN) - 1;
}

/** The sure 1:1, or what the blackjack pays unless the dealer has one as well (IN-06). */
function onEvenMoney(round: Round, id: string, accepted: boolean): number {
  const { hand } = present(findHand(round, id), 'a hand for every offer');
  const table = upcardTable(round.ruleSet, cardValue(upcardOf(round)));
  for (const card of hand.cards) take(table.counts, cardValue(card));
  const declined = blackjackPays(round.ruleSet, hand) * (1 - dealerBlackjackChance(table));
  const best = Math.max(1, declined);
  return hand.bets[0].stake * (best - (accepted ? 1 : declined));
}
