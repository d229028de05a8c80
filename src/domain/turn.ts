import type { Dealing } from './account';
import { type Hand, addCard, isBlackjack, isSplitAce, mayBeBlackjack, totalOf } from './hand';
import { handOptions, maySwitch, SPLIT } from './legal';
import { openEvenMoney } from './offers';
import { type Box, type Round, upcardOf } from './round';
import { finishRound, paySafeBlackjacks, settleInsurance, showHoleCard } from './settle';

/** Deals the next card to a hand. */
export function dealTo(d: Dealing, hand: Hand): void {
  const card = d.cards.draw();
  addCard(hand, card);
  d.journal?.record({ type: 'cardDealt', to: hand.id, card });
}

export function endHand(d: Dealing, hand: Hand, state: Hand['state']): void {
  hand.state = state;
  d.journal?.record({ type: 'handEnded', hand: hand.id, state });
}

/** The deal is complete or an offer was answered: goes on when nothing is open any more. */
export function afterOffers(d: Dealing): void {
  const { round } = d;
  if (round.offers.length === 0 && !round.ownCardsShown) showOwnCards(d);
  if (round.offers.length > 0) {
    round.status = 'insurance';
    return;
  }
  round.status = 'playing';
  if (dealerChecks(d)) {
    finishRound(d);
    return;
  }
  markBlackjacks(d);
  paySafeBlackjacks(d);
  nextTurn(d);
}

/** Closed cards are shown when the last insurance offer is answered; even money is offered then (CL-06). */
function showOwnCards(d: Dealing): void {
  d.round.ownCardsShown = true;
  d.journal?.record({ type: 'ownCardsShown' });
  openEvenMoney(d);
}

/** Looks at the hole card where the rules let him (AM-03, CL-02, DX-13); true when it makes a blackjack. */
function dealerChecks(d: Dealing): boolean {
  const { dealer, ruleSet } = d.round;
  if (!mayBeBlackjack(upcardOf(d.round))) dealer.blackjack = false;
  else if (ruleSet.dealerChecks === 'aceOrTen') {
    dealer.blackjack = dealer.hard === 11 && dealer.aces === 1;
    d.journal?.record({ type: 'dealerChecked', blackjack: dealer.blackjack });
    if (dealer.blackjack) {
      showHoleCard(d);
      markBlackjacks(d);
    }
    settleInsurance(d, dealer.blackjack);
  }
  return dealer.blackjack === true;
}

/** A natural may be seen now; where hands may be switched it can still be broken (SW-07). */
function markBlackjacks(d: Dealing): void {
  for (const { hands } of d.round.boxes) {
    for (const hand of hands)
      if (hand.state === 'waiting' && isBlackjack(hand)) endHand(d, hand, 'blackjack');
  }
}

/** Finds the next hand that has a decision, in playing order (C-17); without one the round is finished. */
export function nextTurn(d: Dealing): void {
  const { round } = d;
  for (; round.turnBox < round.boxes.length; round.turnBox++, round.turnHand = 0) {
    const box = round.boxes[round.turnBox];
    for (; round.turnHand < box.hands.length; round.turnHand++) {
      if (hasDecision(d, box, box.hands[round.turnHand])) return;
    }
  }
  finishRound(d);
}

/** Gives a hand its turn: the second card of a split hand, what ends by itself, and whether something is left to choose. */
function hasDecision(d: Dealing, box: Box, hand: Hand): boolean {
  const { round } = d;
  if (hand.state === 'blackjack' && maySwitch(round, box)) return takesTurn(d, hand);
  if (hand.state !== 'waiting' && hand.state !== 'acting') return false;
  if (hand.cards.length === 1) dealTo(d, hand);
  if (endsByItself(round, box, hand)) {
    endHand(d, hand, 'stood');
    return false;
  }
  return takesTurn(d, hand);
}

function takesTurn(d: Dealing, hand: Hand): true {
  if (hand.state !== 'acting') {
    hand.state = 'acting';
    d.journal?.record({ type: 'turn', hand: hand.id });
  }
  return true;
}

/** 21 stands by itself (C-05), and so does a split ace that may not be split again (AM-08, IN-08). */
function endsByItself(round: Round, box: Box, hand: Hand): boolean {
  if (totalOf(hand) === 21) return round.ruleSet.twentyOne === 'stands';
  return isSplitAce(hand) && (handOptions(round, box, hand) & SPLIT) === 0;
}
