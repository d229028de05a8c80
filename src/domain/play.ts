import { charge, type Dealing, decideBet } from './account';
import type { Action, ActionRefusal } from './action';
import { assertNever, present } from './assert';
import { addCard, type Hand, type HandBet, isBlackjack, totalOf } from './hand';
import { handId } from './hand-id';
import { priceOf } from './legal';
import { half, ZERO } from './money';
import { answerOffers } from './offers';
import { type Box, handInTurn } from './round';
import { settleSideBets } from './side-bets';
import { afterOffers, dealTo, endHand, nextTurn } from './turn';

/**
 * Carries out one bettor's action and everything that follows from it by itself. Null when done; a refusal leaves the
 * round exactly as it was. That the bettor can pay the price is for the caller to see to beforehand (C-15).
 */
export function play(d: Dealing, bettor: number, action: Action): ActionRefusal | null {
  const price = priceOf(d.round, bettor, action);
  if (typeof price !== 'number') return price;
  switch (action.type) {
    case 'insurance':
    case 'even-money':
      answerOffers(d, bettor, action);
      afterOffers(d);
      return null;
    case 'switch':
      switchCards(d);
      break;
    case 'stand-all':
      return standAll(d);
    case 'hit':
    case 'stand':
    case 'double':
    case 'split':
    case 'surrender':
      playHand(d, action);
      break;
    default:
      assertNever(action, 'an action');
  }
  if (d.round.sideBets.length > 0) settleSideBets(d);
  nextTurn(d);
  return null;
}

type HandAction = Extract<Action, { hand: string }> & {
  type: 'hit' | 'stand' | 'double' | 'split' | 'surrender';
};

function playHand(d: Dealing, action: HandAction): void {
  const { box, hand } = turnOf(d);
  box.touched = true;
  switch (action.type) {
    case 'hit':
      drawOne(d, hand, 'acting');
      break;
    case 'stand':
      standHand(d, hand);
      break;
    case 'double':
      for (const bet of hand.bets) if (goesAlong(hand, bet, action.followers)) doubleBet(d, hand, bet);
      drawOne(d, hand, 'doubled');
      break;
    case 'split':
      splitHand(d, box, hand, action.followers);
      break;
    case 'surrender':
      surrender(d, hand);
      break;
  }
}

function turnOf({ round }: Dealing): { box: Box; hand: Hand } {
  return present(handInTurn(round), 'a hand in turn');
}

/**
 * Whether that money is doubled or split with the hand: the holder's always, that of those behind only when they said yes
 * and can pay (DX-22, DX-23).
 */
export function goesAlong(hand: Hand, bet: HandBet, followers: readonly number[] | undefined): boolean {
  return bet === hand.bets[0] || (followers?.includes(bet.bettor) ?? false);
}

/** A card, and what it makes of the hand: over 21 it is lost at once (C-04). */
function drawOne(d: Dealing, hand: Hand, state: 'acting' | 'doubled'): void {
  dealTo(d, hand);
  if (totalOf(hand) > 21) {
    endHand(d, hand, 'bust');
    for (const bet of hand.bets) decideBet(d, hand, bet, 'bust', ZERO);
  } else if (state === 'doubled') endHand(d, hand, 'doubled');
}

/** A natural that was asked because it could still be switched stays one (SW-07). */
function standHand(d: Dealing, hand: Hand): void {
  endHand(d, hand, isBlackjack(hand) ? 'blackjack' : 'stood');
}

function doubleBet(d: Dealing, hand: Hand, bet: HandBet): void {
  charge(d, bet.bettor, 'double', hand.id, bet.stake);
  bet.stake = (bet.stake * 2) as typeof bet.stake;
}

/** The second card moves to a new hand, next in playing order, with an equal stake (C-09, C-16). */
function splitHand(d: Dealing, box: Box, hand: Hand, followers: readonly number[] | undefined): void {
  const moved = hand.cards[1];
  const first = hand.cards[0];
  hand.cards.length = 0;
  hand.hard = 0;
  hand.aces = 0;
  hand.fromSplit = true;
  hand.state = 'waiting';
  addCard(hand, first);
  const id = handId(box.box, box.nextHand++);
  const bets = hand.bets
    .filter((bet) => goesAlong(hand, bet, followers))
    .map(({ bettor, stake }): HandBet => ({ bettor, stake, outcome: null, returned: null, insurance: null }));
  const added: Hand = {
    id,
    dealt: hand.dealt,
    cards: [],
    hard: 0,
    aces: 0,
    state: 'waiting',
    fromSplit: true,
    bets,
  };
  addCard(added, moved);
  box.hands.splice(box.hands.indexOf(hand) + 1, 0, added);
  d.journal?.record({ type: 'splitInto', hand: hand.id, newHand: id });
  for (const { bettor, stake } of bets) charge(d, bettor, 'split', id, stake);
}

/** Half of every stake on the hand comes back, those behind included (C-10, DX-24). */
function surrender(d: Dealing, hand: Hand): void {
  endHand(d, hand, 'surrendered');
  for (const bet of hand.bets) decideBet(d, hand, bet, 'surrender', half(bet.stake));
}

/** The second cards of the box's two hands change places; blackjacks may be made or broken (SW-06, SW-07). */
function switchCards(d: Dealing): void {
  const { box } = turnOf(d);
  const [one, other] = box.hands;
  const [first, second] = [one.cards[0], one.cards[1]];
  const [otherFirst, otherSecond] = [other.cards[0], other.cards[1]];
  for (const [hand, cards] of [
    [one, [first, otherSecond]],
    [other, [otherFirst, second]],
  ] as const) {
    hand.cards.length = 0;
    hand.hard = 0;
    hand.aces = 0;
    for (const card of cards) addCard(hand, card);
    hand.state = isBlackjack(hand) ? 'blackjack' : 'waiting';
  }
  d.journal?.record({ type: 'switched', box: box.box });
}

/** Every unfinished hand stands; a split hand gets its second card first, in playing order (C-20). */
function standAll(d: Dealing): null {
  for (let turn = handInTurn(d.round); turn !== null; turn = handInTurn(d.round)) {
    turn.box.touched = true;
    standHand(d, turn.hand);
    nextTurn(d);
  }
  return null;
}
