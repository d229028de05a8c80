import { type Action, HAND_ACTIONS, type HandActionType } from '../action';
import { type Hand, isBlackjack, isSplitAce } from '../hand';
import { DOUBLE, handOptions, HIT, priceOf, SPLIT, STAND, SURRENDER } from '../legal';
import { type Box, findHand, handInTurn, type Offer } from '../round';
import { type AtTable, balanceOf, roundOf } from './at-table';
import { allAnswered, closeInsurance, playInTurn, proceed } from './playing';
import type { TableRefusal } from './refusal';
import type { FollowAnswer, PlayerRef, Sheet } from './table';

/** What a bettor may send while a round is played. */
export type Choice = Action | FollowAnswer;

const NOT_ALLOWED: TableRefusal = { code: 'action_not_allowed' };
const NO_SUCH_HAND: TableRefusal = { code: 'hand_not_found' };

/**
 * A bettor's choice: played at once when it is his hand's turn, and otherwise kept, to be changed until it is executed
 * (DX-14, DX-20, DX-25). Needs the sheets of all bettors, and the balances of all who may have to pay.
 */
export function choose(t: AtTable, player: PlayerRef, choice: Choice): TableRefusal | null {
  const { phase } = t.table;
  if (phase === 'paused') return { code: 'table_paused' };
  if (phase === 'closed') return { code: 'table_closed' };
  const sheet = t.sheets.get(player);
  if (phase !== 'insurance' && phase !== 'deciding') return NOT_ALLOWED;
  if (t.round === null || sheet?.bettor == null) return NOT_ALLOWED;
  const refusal = take(t, sheet, choice);
  if (refusal === null) t.touched.add(player);
  return refusal;
}

function take(t: AtTable, sheet: Sheet, choice: Choice): TableRefusal | null {
  switch (choice.type) {
    case 'insurance':
      return answerInsurance(t, sheet, choice);
    case 'follow-double':
    case 'follow-split':
      return answerFollow(t, sheet, choice);
    case 'hit':
    case 'stand':
    case 'double':
    case 'split':
    case 'surrender':
      return chooseForHand(t, sheet, choice.type, choice.hand);
    case 'stand-all':
    case 'switch':
    case 'even-money':
      return NOT_ALLOWED;
  }
}

/** DX-20: each bettor for himself, until the window ends; at once when nobody else has to be waited for. */
function answerInsurance(
  t: AtTable,
  sheet: Sheet,
  { hand, accept, amount }: Extract<Action, { type: 'insurance' }>,
): TableRefusal | null {
  const round = roundOf(t);
  if (hand !== undefined && findHand(round, hand) === null) return NO_SUCH_HAND;
  const offers = offersTo(t, sheet).filter((offer) => hand === undefined || offer.hand === hand);
  if (offers.length === 0) return NOT_ALLOWED;
  const price = sumOf(offers);
  if (accept && amount !== undefined && amount !== price) {
    return { code: 'amount_out_of_bounds', bounds: { min: price, max: price, step: price } };
  }
  if (accept) {
    const others = offersTo(t, sheet).filter((offer) => !offers.includes(offer) && saidYes(sheet, offer));
    const balance = balanceOf(t, sheet.player);
    if (price + sumOf(others) > balance)
      return { code: 'insufficient_funds', balance, price: price + sumOf(others) };
  }
  for (const offer of offers) {
    sheet.insurance = sheet.insurance.filter((answer) => answer.hand !== offer.hand);
    sheet.insurance.push({ hand: offer.hand, accept });
  }
  t.happened.push({ type: 'choices' });
  if (allAnswered(t)) closeInsurance(t);
  return null;
}

/** An offer of insurance on one hand. */
type HandOffer = Offer & { readonly kind: 'insurance'; readonly hand: string };

/** The offers of insurance that a bettor may still answer, or answer otherwise. */
export function offersTo(t: AtTable, { bettor }: Sheet): HandOffer[] {
  return roundOf(t).offers.filter((offer): offer is HandOffer => {
    return offer.bettor === bettor && offer.kind === 'insurance' && offer.hand !== null;
  });
}

function sumOf(offers: readonly HandOffer[]): number {
  return offers.reduce((sum, { price }) => sum + price, 0);
}

function saidYes({ insurance }: Sheet, { hand }: HandOffer): boolean {
  return insurance.some((answer) => answer.accept && answer.hand === hand);
}

/** DX-22, DX-23: whether a bettor behind follows; may be said in advance and changed until it is executed (DX-25). */
function answerFollow(t: AtTable, sheet: Sheet, answer: FollowAnswer): TableRefusal | null {
  const round = roundOf(t);
  const found = findHand(round, answer.hand);
  if (found === null) return NO_SUCH_HAND;
  if (!mayFollow(t, sheet, found, answer.type)) return NOT_ALLOWED;
  sheet.follows = sheet.follows.filter(({ type, hand }) => type !== answer.type || hand !== answer.hand);
  sheet.follows.push({ type: answer.type, hand: answer.hand, accept: answer.accept });
  t.happened.push({ type: 'choices' });
  return null;
}

/** Whether he has money behind that hand, and it may still be doubled or split. */
export function mayFollow(
  t: Pick<AtTable, 'round'>,
  { bettor }: Sheet,
  { box, hand }: { box: Box; hand: Hand },
  type: FollowAnswer['type'],
): boolean {
  if (box.bettor === bettor || !hand.bets.some((bet) => bet.bettor === bettor)) return false;
  if (hand.state !== 'waiting' && hand.state !== 'acting') return false;
  return optionsAhead(t, box, hand).includes(type === 'follow-double' ? 'double' : 'split');
}

function chooseForHand(t: AtTable, sheet: Sheet, type: HandActionType, id: string): TableRefusal | null {
  const round = roundOf(t);
  const found = findHand(round, id);
  if (found === null) return NO_SUCH_HAND;
  if (found.box.bettor !== sheet.bettor) return NOT_ALLOWED;
  if (handInTurn(round)?.hand === found.hand) return playNow(t, sheet, type, id);
  const { box, hand } = found;
  if (hand.state !== 'waiting' || !optionsAhead(t, box, hand).includes(type)) return NOT_ALLOWED;
  sheet.queued = sheet.queued.filter((queued) => queued.hand !== id);
  sheet.queued.push({ hand: id, type });
  t.happened.push({ type: 'choices' });
  return null;
}

function playNow(t: AtTable, sheet: Sheet, type: HandActionType, hand: string): TableRefusal | null {
  const price = priceOf(roundOf(t), sheet.bettor ?? -1, { type, hand });
  if (typeof price !== 'number') return NOT_ALLOWED;
  const balance = price === 0 ? 0 : balanceOf(t, sheet.player);
  if (price > balance) return { code: 'insufficient_funds', balance, price };
  playInTurn(t, type, { by: 'player', player: sheet.player, chosen: null });
  proceed(t);
  return null;
}

const BITS: Readonly<Record<HandActionType, number>> = {
  hit: HIT,
  stand: STAND,
  double: DOUBLE,
  split: SPLIT,
  surrender: SURRENDER,
};

/**
 * What may be chosen for a hand before its turn: what would be legal now. A split hand that waits for its second card may
 * be doubled then, unless it is an ace, which gets one card and stands (DX-15, DX-16). A natural is never asked.
 */
export function optionsAhead(t: Pick<AtTable, 'round'>, box: Box, hand: Hand): HandActionType[] {
  if (hand.cards.length === 1) return isSplitAce(hand) ? [] : ['hit', 'stand', 'double'];
  if (isBlackjack(hand)) return [];
  const options = handOptions(roundOf(t), box, hand);
  return HAND_ACTIONS.filter((type) => (options & BITS[type]) !== 0);
}
