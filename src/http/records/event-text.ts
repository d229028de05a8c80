import type { RoundHappening } from '../../application/history/round-events';
import type { Action } from '../../domain/action';
import type { BoxBet } from '../../domain/bets';
import { cardName } from './card-svg';

/** Writes an amount of minor units for people. */
export type Money = (minor: number) => string;

/** What happened, in one sentence. */
export function eventText(event: RoundHappening, money: Money): string {
  switch (event.type) {
    case 'placedBets':
      return `Bets were placed: ${event.boxes.map((box) => betsOfBox(box, money)).join('; ')}.`;
    case 'chose':
      return `The player chose ${actionText(event.action, money)}.`;
    case 'automatic':
      return 'The time was over; the automatic rule went on for the player.';
    case 'cancelled':
      return `The round was cancelled: ${event.reason}${event.note === null ? '' : ` (${event.note})`}.`;
    case 'cardDealt':
      return `Hand ${event.hand} got the ${cardName(event.card)}.`;
    case 'dealerDealt':
      return `The dealer got the ${cardName(event.card)}${event.faceDown ? ', dealt face down' : ''}.`;
    case 'holeCardShown':
      return `The dealer turned over the ${cardName(event.card)}.`;
    case 'offered':
      return `${offerName(event.offer)} was offered${event.hand === null ? '' : ` to hand ${event.hand}`}.`;
    case 'answered':
      return `${offerName(event.offer)} was ${event.accepted ? 'accepted' : 'declined'}${event.hand === null ? '' : ` for hand ${event.hand}`}.`;
    case 'ownCardsShown':
      return "The player's cards were opened.";
    case 'dealerChecked':
      return `The dealer looked for a blackjack and ${event.blackjack ? 'has one' : 'has none'}.`;
    case 'turn':
      return `It was the turn of hand ${event.hand}.`;
    case 'switched':
      return `The second cards of box ${event.box} changed places.`;
    case 'splitInto':
      return `Hand ${event.hand} was split; hand ${event.newHand} was made.`;
    case 'handEnded':
      return `Hand ${event.hand} ended: ${event.state}.`;
    case 'decided':
      return `The bet ${event.bet} came to ${event.outcome} and returned ${money(event.returned)}.`;
    case 'transfer':
      return `Money moved: ${event.kind} of ${money(event.amount)} for ${event.bet}; the wallet held ${money(event.balanceAfter)} after it.`;
    case 'roundSettled':
      return 'The round was settled.';
  }
}

function betsOfBox({ box, stake, sideBets = {} }: BoxBet, money: Money): string {
  const sides = Object.entries(sideBets).map(([type, amount]) => `${type} ${money(amount)}`);
  return [`box ${box}: ${money(stake)}`, ...sides].join(', ');
}

function actionText(action: Action, money: Money): string {
  const parts = [action.type.replaceAll('-', ' ')];
  if ('hand' in action) parts.push(`with hand ${action.hand}`);
  if ('box' in action) parts.push(`in box ${action.box}`);
  if ('accept' in action) parts.push(action.accept ? '(yes)' : '(no)');
  if ('amount' in action) parts.push(money(action.amount));
  return parts.join(' ');
}

function offerName(offer: string): string {
  return offer === 'evenMoney' ? 'Even money' : 'Insurance';
}
