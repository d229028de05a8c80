import type { BetAtTable } from '../../application/history/happenings';
import type { RoundHappening } from '../../application/history/occasions';
import type { Action } from '../../domain/action';
import type { BoxBet } from '../../domain/bets';
import { cardName } from './card-svg';
import { handStateText, kindAtTableText, movementText, outcomeText, reasonText } from './words';

/** Writes an amount of minor units for people. */
export type Money = (minor: number) => string;

/** What happened, in one sentence. */
export function eventText(event: RoundHappening, money: Money): string {
  switch (event.type) {
    case 'placedBets':
      return `Bets were placed: ${event.boxes.map((box) => betsOfBox(box, money)).join('; ')}.`;
    case 'betsAtTable':
      return `${whoOf(event)} bet ${event.bets.map((bet) => betAtTable(bet, money)).join('; ')}.`;
    case 'chose':
      return `${whoOf(event)} chose ${actionText(event.action, money)}${howText(event)}.`;
    case 'insuranceClosed':
      return 'The time to insure was over.';
    case 'automatic':
      return 'The time was over; the automatic rule went on for the player.';
    case 'cancelled':
      return `The round was cancelled: ${reasonText(event.reason)}${event.note === null ? '' : ` (${event.note})`}.`;
    case 'cardDealt':
      return `Hand ${event.hand} got the ${cardName(event.card)}.`;
    case 'dealerDealt':
      return `The dealer got the ${cardName(event.card)}${event.faceDown ? ', dealt face down' : ''}.`;
    case 'holeCardShown':
      return `The dealer turned over the ${cardName(event.card)}.`;
    case 'offered':
      return `${offerName(event.offer)} was offered${event.hand === null ? '' : ` to hand ${event.hand}`}.`;
    case 'answered':
      return `${offerName(event.offer)} was ${event.accepted ? 'accepted' : 'declined'}${event.hand === null ? '' : ` for hand ${event.hand}`}${byText(event)}.`;
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
      return `Hand ${event.hand} ended: ${handStateText(event.state)}.`;
    case 'decided':
      return `The bet ${event.bet}${ofText(event)} was decided: ${outcomeText(event.outcome)}; ${money(event.returned)} came back.`;
    case 'transfer':
      return `Money moved${ofText(event)}: ${money(event.amount)} were ${movementText(event)}, bet ${event.bet}; the wallet held ${money(event.balanceAfter)} after it.`;
    case 'roundSettled':
      return 'The round was settled.';
  }
}

function betsOfBox({ box, stake, sideBets = {} }: BoxBet, money: Money): string {
  const sides = Object.entries(sideBets).map(([type, amount]) => `${type} ${money(amount)}`);
  return [`box ${box}: ${money(stake)}`, ...sides].join(', ');
}

function betAtTable({ seat, kind, stake }: BetAtTable, money: Money): string {
  const amount = stake === null ? 'an amount that is not shown' : money(stake);
  return `${amount} on seat ${seat}, ${kindAtTableText(kind)}`;
}

/** How the action of a shared table came about. */
function howText({ by, chosen }: Extract<RoundHappening, { type: 'chose' }>): string {
  const instead = chosen === undefined ? '' : `, instead of ${chosen}, which the wallet could not pay`;
  switch (by) {
    case 'ahead':
      return ` ahead of the turn${instead}`;
    case 'automatic':
      return ' by the automatic rule, as the time was over';
    default:
      return instead;
  }
}

function whoOf(event: RoundHappening): string {
  const { playerAlias, playerId } = event;
  return playerAlias === undefined ? 'The player' : `Player ${playerId ?? playerAlias}`;
}

function ofText({ playerAlias, playerId }: RoundHappening): string {
  return playerAlias === undefined ? '' : ` of ${playerId ?? playerAlias}`;
}

function byText({ playerAlias, playerId }: RoundHappening): string {
  return playerAlias === undefined ? '' : ` by ${playerId ?? playerAlias}`;
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
