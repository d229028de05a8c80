import type { HistoryBet } from '../../application/history/bets';
import type { RoundBody } from '../../application/rounds/round-body';
import type { BetPlace, RoundPlace } from '../../persistence/rounds/history';
import { UUID } from '../path-parameters';
import type { ListKind } from './answer-list';
import { fields } from './csv';

/** The history of rounds. */
export const ROUNDS: ListKind<RoundBody, RoundPlace> = {
  isPlace: isRoundPlace,
  columns: [
    ...fields<RoundBody>(
      'id',
      'sessionId',
      'playerId',
      'gameId',
      'ruleSet',
      'mode',
      'currency',
      'version',
      'status',
    ),
    { name: 'dealerCards', of: ({ dealer }) => dealer.cards.join(' ') },
    { name: 'hands', of: handsText },
    ...fields<RoundBody>('staked', 'returned', 'net', 'balance', 'deadline', 'dealtAt', 'endedAt', 'tableId'),
  ],
};

/** The history of bets. */
export const BETS: ListKind<HistoryBet, BetPlace> = {
  isPlace: isBetPlace,
  columns: [
    ...fields<HistoryBet>('roundId', 'bet', 'type', 'box', 'stake', 'outcome', 'returned', 'net', 'playerId'),
    ...fields<HistoryBet>(
      'sessionId',
      'gameId',
      'ruleSet',
      'mode',
      'currency',
      'status',
      'dealtAt',
      'endedAt',
      'tableId',
    ),
  ],
};

/** `1.1 9s 9d; 2.1 Td 5c`. */
function handsText({ boxes }: RoundBody): string {
  const hands = boxes.flatMap((box) => box.hands);
  return hands.map(({ id, cards }) => [id, ...cards].join(' ')).join('; ');
}

function isRoundPlace(value: unknown): value is RoundPlace {
  const { roundId, playerKey, ...others } = membersOf(value);
  return isUuid(roundId) && isKey(playerKey) && Object.keys(others).length === 0;
}

function isBetPlace(value: unknown): value is BetPlace {
  const { roundId, playerKey, bet } = membersOf(value);
  return isUuid(roundId) && isKey(playerKey) && typeof bet === 'string' && /^[\x20-\x7e]{1,64}$/.test(bet);
}

function isUuid(value: unknown): boolean {
  return typeof value === 'string' && UUID.test(value);
}

function isKey(value: unknown): boolean {
  return Number.isSafeInteger(value);
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
