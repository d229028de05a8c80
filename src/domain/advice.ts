import type { Action, HandActionType } from './action';
import { cardValue } from './card';
import { type Hand, isSoft, totalOf } from './hand';
import { legalActions } from './legal';
import { handInTurn, type Round } from './round';

/** A legal choice that gives money away, and why (C-22). */
export interface BadChoice {
  readonly type: HandActionType | 'stand-all';
  readonly hand?: string;
  readonly reason: BadChoiceReason;
}

export type BadChoiceReason =
  | 'standOnElevenOrLess'
  | 'hitHardSeventeenOrMore'
  | 'doubleHardTwelveOrMore'
  | 'splitTens'
  | 'splitFives'
  | 'surrenderElevenOrLess';

/** The bad choices among the legal ones of the hand in turn (C-22). Empty when there is none. */
export function badChoices(round: Round, bettor: number): BadChoice[] {
  const turn = handInTurn(round);
  if (turn === null) return [];
  return legalActions(round, bettor).flatMap((action): BadChoice[] => {
    if (action.type === 'stand-all') {
      return standsTooLow(round, bettor) ? [{ type: 'stand-all', reason: 'standOnElevenOrLess' }] : [];
    }
    if (action.type === 'switch' || action.type === 'insurance' || action.type === 'even-money') return [];
    const reason = faultOf(action.type, turn.hand);
    return reason === null ? [] : [{ type: action.type, hand: action.hand, reason }];
  });
}

/** Whether an action is one of the bad choices, so that a careful player wants to be asked again. */
export function isBadChoice(round: Round, bettor: number, action: Action): boolean {
  return badChoices(round, bettor).some(
    (bad) =>
      bad.type === action.type && (bad.hand === undefined || ('hand' in action && action.hand === bad.hand)),
  );
}

function faultOf(type: HandActionType, hand: Hand): BadChoiceReason | null {
  const total = totalOf(hand);
  const hard = !isSoft(hand);
  switch (type) {
    case 'stand':
      return total <= 11 ? 'standOnElevenOrLess' : null;
    case 'hit':
      return hard && total >= 17 ? 'hitHardSeventeenOrMore' : null;
    case 'double':
      return hard && total >= 12 ? 'doubleHardTwelveOrMore' : null;
    case 'split':
      return splitFault(hand);
    case 'surrender':
      return total <= 11 ? 'surrenderElevenOrLess' : null;
  }
}

function splitFault(hand: Hand): BadChoiceReason | null {
  const value = cardValue(hand.cards[0]);
  if (value === 10) return 'splitTens';
  return value === 5 ? 'splitFives' : null;
}

/** Standing everything is as bad as its worst hand; a split hand still gets its second card, and may not stay low. */
function standsTooLow(round: Round, bettor: number): boolean {
  return round.boxes.some(
    (box) =>
      box.bettor === bettor &&
      box.hands.some(
        (hand) =>
          (hand.state === 'acting' || hand.state === 'waiting') &&
          hand.cards.length > 1 &&
          totalOf(hand) <= 11,
      ),
  );
}
