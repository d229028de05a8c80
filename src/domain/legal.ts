import {
  type Action,
  type ActionRefusal,
  HAND_ACTIONS,
  type HandActionType,
  type LegalAction,
} from './action';
import { assertNever } from './assert';
import { type Hand, isBlackjack, isPair, isSplitAce, mayBeBlackjack, totalOf } from './hand';
import { type OfferAnswer, offersAnswered } from './offers';
import { type Box, findHand, handInTurn, type Offer, type Round } from './round';

/**
 * The gate: the only place that says which actions are legal and what each costs. Playing consults it, the API
 * returns it, simulators and tests use it.
 */

/** Bits of what the hand in turn may do, so that asking allocates nothing. */
export const HIT = 1;
export const STAND = 2;
export const DOUBLE = 4;
export const SPLIT = 8;
export const SURRENDER = 16;

const BITS: Record<HandActionType, number> = {
  hit: HIT,
  stand: STAND,
  double: DOUBLE,
  split: SPLIT,
  surrender: SURRENDER,
};

/** What the hand in turn may do, as bits. */
export function handOptions({ ruleSet, dealer }: Round, box: Box, hand: Hand): number {
  if (isBlackjack(hand)) return STAND;
  const pair = isPair(hand, ruleSet.splitBy) && maySplit(ruleSet, box, hand) ? SPLIT : 0;
  if (isSplitAce(hand)) return STAND | pair;
  const options = STAND | HIT | pair;
  if (hand.cards.length !== 2) return options;
  const double = mayDouble(ruleSet, hand) ? DOUBLE : 0;
  const surrender = maySurrender(ruleSet, box, dealer.cards[dealer.upIndex]) ? SURRENDER : 0;
  return options | double | surrender;
}

/** AM-07, DX-18, SW-09: up to so many hands from one dealt hand; split aces only where they may be split again. */
function maySplit(ruleSet: Round['ruleSet'], box: Box, hand: Hand): boolean {
  if (isSplitAce(hand) && !ruleSet.resplitAces) return false;
  let hands = 0;
  for (const other of box.hands) if (other.dealt === hand.dealt) hands += 1;
  return hands < ruleSet.maxHands;
}

/** AM-06, CL-07: two cards, not 21; total 9 to 11 or after a split only where the rule set says so. */
function mayDouble(ruleSet: Round['ruleSet'], hand: Hand): boolean {
  if (hand.fromSplit && !ruleSet.doubleAfterSplit) return false;
  const total = totalOf(hand);
  return ruleSet.doubleOn === 'any' ? total !== 21 : total >= 9 && total <= 11;
}

/** AM-09, DX-17, IN-10: the first decision on a dealt hand that was not split. */
function maySurrender(
  ruleSet: Round['ruleSet'],
  box: Box,
  upcard: Round['dealer']['cards'][number],
): boolean {
  if (ruleSet.surrender === 'none' || box.hands.length > ruleSet.handsPerBox) return false;
  return ruleSet.surrenderAgainst === 'any' || !mayBeBlackjack(upcard);
}

/** SW-06: free, when the box's turn has come, until anything else is done on it. */
export function maySwitch(round: Round, box: Box): boolean {
  return round.ruleSet.switching === 'secondCards' && !box.touched;
}

/** What one bettor may do now, each with its price. Empty when nothing is asked of him. */
export function legalActions(round: Round, bettor: number): LegalAction[] {
  if (round.status === 'insurance') {
    return round.offers.filter((offer) => offer.bettor === bettor).map(asAction);
  }
  const turn = handInTurn(round);
  if (turn?.box.bettor !== bettor) return [];
  const { box, hand } = turn;
  const options = handOptions(round, box, hand);
  const actions: LegalAction[] = HAND_ACTIONS.filter((type) => options & BITS[type]).map((type) => {
    return { type, hand: hand.id, price: handPrice(type, hand) };
  });
  if (maySwitch(round, box)) actions.push({ type: 'switch', box: box.box, price: 0 });
  if (round.ruleSet.table === 'private') actions.push({ type: 'stand-all', price: 0 });
  return actions;
}

function asAction(offer: Offer): LegalAction {
  switch (offer.kind) {
    case 'insurance':
      return { type: 'insurance', ...(offer.hand === null ? {} : { hand: offer.hand }), price: offer.price };
    case 'insuranceAmount':
      return { type: 'insurance', min: offer.min, max: offer.max };
    case 'evenMoney':
      return { type: 'even-money', hand: offer.hand, price: 0 };
  }
}

/** A double and a split cost the hand's stake again (C-08, C-09). */
function handPrice(type: HandActionType, hand: Hand): number {
  return type === 'double' || type === 'split' ? hand.bets[0].stake : 0;
}

const NOT_ALLOWED: ActionRefusal = { code: 'action_not_allowed' };

/** What an action costs its bettor, in minor units, or why it is refused. Asking changes nothing. */
export function priceOf(round: Round, bettor: number, action: Action): number | ActionRefusal {
  switch (action.type) {
    case 'hit':
    case 'stand':
    case 'double':
    case 'split':
    case 'surrender':
      return handActionPrice(round, bettor, action.type, action.hand);
    case 'stand-all': {
      const turn = handInTurn(round);
      return turn !== null && turn.box.bettor === bettor && round.ruleSet.table === 'private'
        ? 0
        : NOT_ALLOWED;
    }
    case 'switch': {
      if (!round.boxes.some((box) => box.box === action.box)) return { code: 'box_not_found' };
      const box = handInTurn(round)?.box;
      const legal = box?.box === action.box && box.bettor === bettor && maySwitch(round, box);
      return legal ? 0 : NOT_ALLOWED;
    }
    case 'even-money':
    case 'insurance':
      return answerPrice(round, bettor, action);
    default:
      return assertNever(action, 'an action');
  }
}

function handActionPrice(
  round: Round,
  bettor: number,
  type: HandActionType,
  id: string,
): number | ActionRefusal {
  const turn = handInTurn(round);
  if (turn?.hand.id !== id) {
    return findHand(round, id) === null ? { code: 'hand_not_found' } : NOT_ALLOWED;
  }
  const { box, hand } = turn;
  if (box.bettor !== bettor || (handOptions(round, box, hand) & BITS[type]) === 0) return NOT_ALLOWED;
  return handPrice(type, hand);
}

function answerPrice(round: Round, bettor: number, answer: OfferAnswer): number | ActionRefusal {
  if (answer.hand !== undefined && findHand(round, answer.hand) === null) return { code: 'hand_not_found' };
  const offers = offersAnswered(round, bettor, answer);
  if (offers.length === 0) return NOT_ALLOWED;
  if (!answer.accept) return 0;
  let price = 0;
  for (const offer of offers) {
    if (offer.kind === 'insurance') price += offer.price;
    if (offer.kind === 'insuranceAmount') {
      const amount = answer.type === 'insurance' ? answer.amount : undefined;
      if (!withinBounds(offer, amount)) return { code: 'amount_out_of_bounds', bounds: boundsOf(offer) };
      price += amount;
    }
  }
  return hasOtherAmount(answer, offers, price)
    ? { code: 'amount_out_of_bounds', bounds: { min: price, max: price, step: price } }
    : price;
}

/** Where the price is fixed, an amount may be named, but no other one: what was asked for is what is charged. */
function hasOtherAmount(answer: OfferAnswer, offers: readonly Offer[], price: number): boolean {
  if (answer.type !== 'insurance' || answer.amount === undefined) return false;
  return offers.every(({ kind }) => kind === 'insurance') && answer.amount !== price;
}

type Bounds = Extract<ActionRefusal, { code: 'amount_out_of_bounds' }>['bounds'];

function boundsOf({ min, max, step }: Bounds): Bounds {
  return { min, max, step };
}

/** IN-05: within the offer's bounds, in multiples of half the table's step. */
function withinBounds({ min, max, step }: Bounds, amount: number | undefined): amount is number {
  return amount !== undefined && amount >= min && amount <= max && amount % step === 0;
}
