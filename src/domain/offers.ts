import { charge, type Dealing, decideBet } from './account';
import type { Action } from './action';
import { invariant, present } from './assert';
import { isAce } from './card';
import { type Hand, type HandBet, type HandId, isBlackjack } from './hand';
import { half, type Minor } from './money';
import { findHand, type Offer, type Round, upcardOf } from './round';

/** Insurance, and even money where the players see their cards, when the dealer's open card is an ace (IN-05, IN-06). */
export function openOffers(d: Dealing): void {
  const { round } = d;
  if (!isAce(upcardOf(round))) return;
  insuranceOffers(round).forEach((offer) => open(d, offer));
  if (round.ownCardsShown) openEvenMoney(d);
}

/** Even money is offered on every blackjack (IN-06); with closed cards only once they are shown (CL-06). */
export function openEvenMoney(d: Dealing): void {
  if (d.round.ruleSet.evenMoney === 'none' || !isAce(upcardOf(d.round))) return;
  for (const { hands } of d.round.boxes) {
    for (const hand of hands) {
      if (!isBlackjack(hand)) continue;
      for (const { bettor } of hand.bets) open(d, { kind: 'evenMoney', bettor, hand: hand.id });
    }
  }
}

function open(d: Dealing, offer: Offer): void {
  d.round.offers.push(offer);
  const hand = offer.kind === 'insuranceAmount' ? null : offer.hand;
  d.journal?.record({ type: 'offered', offer: offer.kind === 'evenMoney' ? 'evenMoney' : 'insurance', hand });
}

function insuranceOffers(round: Round): Offer[] {
  switch (round.ruleSet.insurance) {
    case 'none':
      return [];
    case 'perHand':
      return round.boxes.flatMap(({ hands }) => hands.flatMap(handOffers));
    case 'allBoxes':
      return round.bettors.flatMap((_, bettor) => wholeOffer(round, bettor));
    case 'tableAmount':
      return round.bettors.flatMap((_, bettor) => amountOffer(round, bettor));
  }
}

/** Half the stake of each bettor on the hand, a blackjack's too; each decides for himself (DX-20, SW-05). */
function handOffers({ id, bets }: Hand): Offer[] {
  return bets.map(({ bettor, stake }) => ({ kind: 'insurance', bettor, hand: id, price: half(stake) }));
}

/** Half of all stakes of the bettor in one bet (CL-06). */
function wholeOffer(round: Round, bettor: number): Offer[] {
  const stakes = stakesOf(round, bettor, () => true);
  return stakes > 0 ? [{ kind: 'insurance', bettor, hand: null, price: half(stakes) }] : [];
}

/** One amount, from half the table's minimum to half of the stakes that lie on no blackjack (IN-05). */
function amountOffer(round: Round, bettor: number): Offer[] {
  const stakes = stakesOf(round, bettor, (hand) => !isBlackjack(hand));
  const { min, step } = round.limits.stake;
  return stakes > 0
    ? [{ kind: 'insuranceAmount', bettor, min: half(min), max: half(stakes), step: half(step) }]
    : [];
}

function stakesOf(round: Round, bettor: number, counts: (hand: Hand) => boolean): Minor {
  let stakes = 0;
  for (const { hands } of round.boxes) {
    for (const hand of hands.filter(counts)) {
      for (const bet of hand.bets) if (bet.bettor === bettor) stakes += bet.stake;
    }
  }
  return stakes as Minor;
}

export type OfferAnswer = Extract<Action, { type: 'insurance' | 'even-money' }>;

/** The open offers that an answer is meant for: one hand's, or without a hand every insurance of the bettor. */
export function offersAnswered(round: Round, bettor: number, answer: OfferAnswer): Offer[] {
  return round.offers.filter((offer) => {
    if (offer.bettor !== bettor) return false;
    if (answer.type === 'even-money') return offer.kind === 'evenMoney' && offer.hand === answer.hand;
    if (offer.kind === 'evenMoney') return false;
    if (answer.hand === undefined) return true;
    return offer.kind === 'insurance' && offer.hand === answer.hand;
  });
}

/** Carries out an answer that the gate has let pass. */
export function answerOffers(d: Dealing, bettor: number, answer: OfferAnswer): void {
  const answered = offersAnswered(d.round, bettor, answer);
  d.round.offers = d.round.offers.filter((offer) => !answered.includes(offer));
  for (const offer of answered) {
    const hand = offer.kind === 'insuranceAmount' ? null : offer.hand;
    const kind = offer.kind === 'evenMoney' ? 'evenMoney' : 'insurance';
    d.journal?.record({ type: 'answered', offer: kind, bettor, hand, accepted: answer.accept });
    if (answer.accept) accept(d, offer, answer);
  }
}

/** One bettor's yes to the insurance of one hand, at a table where many are asked at once. */
export interface AcceptedInsurance {
  readonly bettor: number;
  readonly hand: HandId;
}

/** Ends the window in which insurance is offered: who did not accept has declined (DX-20). */
export function answerInsurances(d: Dealing, accepted: readonly AcceptedInsurance[]): void {
  const offers = d.round.offers;
  d.round.offers = [];
  for (const offer of offers) {
    invariant(offer.kind === 'insurance' && offer.hand !== null, 'a shared table offers insurance per hand');
    const { bettor, hand } = offer;
    const yes = accepted.some((answer) => answer.bettor === bettor && answer.hand === hand);
    d.journal?.record({ type: 'answered', offer: 'insurance', bettor, hand, accepted: yes });
    if (yes) insure(d, bettor, hand, offer.price);
  }
}

function accept(d: Dealing, offer: Offer, answer: OfferAnswer): void {
  switch (offer.kind) {
    case 'insurance':
      insure(d, offer.bettor, offer.hand, offer.price);
      break;
    case 'insuranceAmount':
      insure(d, offer.bettor, null, (answer as { amount: number }).amount as Minor);
      break;
    case 'evenMoney':
      takeEvenMoney(d, offer.bettor, offer.hand);
      break;
  }
}

function insure(d: Dealing, bettor: number, handId: string | null, stake: Minor): void {
  const bet = { stake, outcome: null, returned: null };
  if (handId === null) {
    d.round.insurances.push({ bettor, ...bet });
    charge(d, bettor, 'insurance', 'insurance', stake);
    return;
  }
  betOn(d.round, handId, bettor).bet.insurance = bet;
  charge(d, bettor, 'insurance', `${handId}:insurance`, stake);
}

/** A blackjack is settled at once at 1:1, whatever the dealer holds (IN-06). */
function takeEvenMoney(d: Dealing, bettor: number, handId: string): void {
  const { hand, bet } = betOn(d.round, handId, bettor);
  decideBet(d, hand, bet, 'evenMoney', (bet.stake * 2) as Minor);
  if (bet !== hand.bets[0]) return;
  hand.state = 'evenMoney';
  d.journal?.record({ type: 'handEnded', hand: hand.id, state: 'evenMoney' });
}

function betOn(round: Round, handId: string, bettor: number): { hand: Hand; bet: HandBet } {
  const { hand } = present(findHand(round, handId), 'a hand for every offer');
  const bet = hand.bets.find((candidate) => candidate.bettor === bettor);
  return { hand, bet: present(bet, 'a bet of the bettor on it') };
}
