import { type Action, HAND_ACTIONS, type HandActionType } from '../domain/action';
import { assertNever, present } from '../domain/assert';
import { cardValue, rankIndex } from '../domain/card';
import type { Hand } from '../domain/hand';
import { type OfferAnswer, offersAnswered } from '../domain/offers';
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

const NOTHING: GivenAway = { main: 0, sevens: 0 };
const SEVEN = 7;
const SEVENS = 6;

/** What a legal action of that bettor gives away in the round as it stands. `stand-all` is for the caller to take apart. */
export function givenAway(
  values: PositionValues,
  round: Round,
  bettor: number,
  action: Exclude<Action, { type: 'stand-all' }>,
): GivenAway {
  switch (action.type) {
    case 'hit':
    case 'stand':
    case 'double':
    case 'split':
    case 'surrender':
      return onHand(values, round, action.type);
    case 'switch':
      // It can be taken back for nothing: what counts is how the box lies when it is played on.
      return NOTHING;
    case 'insurance':
    case 'even-money':
      return { main: onOffers(round, bettor, action), sevens: 0 };
    default:
      return assertNever(action, 'an action');
  }
}

function onHand(values: PositionValues, round: Round, chosen: HandActionType): GivenAway {
  const { hand } = present(handInTurn(round), 'a hand in turn');
  const { stake } = hand.bets[0];
  const ofActions = values.ofHandInTurn(round);
  const lost = bestOf(ofActions) - present(ofActions[chosen], 'a value for every legal action');
  return {
    main: stake * (lost + values.lostWithoutSwitch(round)),
    sevens: chosen === 'hit' || chosen === 'double' ? 0 : lostWithoutThirdCard(round, hand),
  };
}

function bestOf(values: ActionValues): number {
  return HAND_ACTIONS.reduce((best, type) => Math.max(best, values[type] ?? -Infinity), -Infinity);
}

/** Two sevens that draw no third card give up what the third one would pay, where that is more. */
function lostWithoutThirdCard({ ruleSet, sideBets, boxes, ...round }: Round, hand: Hand): number {
  if (hand.fromSplit || hand.cards.length !== 2 || hand.cards.some((card) => rankIndex(card) !== SEVENS))
    return 0;
  const box = boxes.find(({ hands }) => hands[0] === hand);
  const bet = sideBets.find(({ type, box: on }) => type === 'sevens' && on === box?.box);
  const rule = ruleSet.sideBets.find(({ type }) => type === 'sevens');
  if (bet?.outcome !== null || rule === undefined) return 0;
  const returnOf = (pays: number | undefined): number => (pays === undefined ? 0 : 1 + pays);
  const gain = returnOf(rule.pays.threeSevens) - returnOf(rule.pays.twoSevens);
  const table = upcardTable(ruleSet, cardValue(round.dealer.cards[round.dealer.upIndex]));
  return Math.max(0, bet.stake * gain * thirdSevenChance(table));
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

function onOffers(round: Round, bettor: number, answer: OfferAnswer): number {
  return offersAnswered(round, bettor, answer).reduce((sum, offer) => sum + onOffer(round, offer, answer), 0);
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
 * of his own; none where they lie face down (CL-06).
 */
function insuranceEdge(round: Round, bettor: number): number {
  const counts = freshCounts(round.ruleSet.decks);
  take(counts, ACE);
  if (round.ownCardsShown) {
    for (const box of round.boxes.filter((candidate) => candidate.bettor === bettor)) {
      for (const { cards } of box.hands) for (const card of cards) take(counts, cardValue(card));
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
