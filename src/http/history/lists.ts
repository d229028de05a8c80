import type { HistoryBet } from '../../application/history/bets';
import type { RoundBody } from '../../application/rounds/round-body';
import { printableAscii } from '../../application/text-forms';
import type { BetPlace, PlayerRound } from '../../persistence/rounds/history';
import { UUID } from '../path-parameters';
import type { ListKind } from './answer-list';
import { fields } from './csv';

const BET = printableAscii(64);

/** The history of rounds. */
export const ROUNDS: ListKind<RoundBody, PlayerRound> = {
  isPlace: isPlayerRound,
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

function isPlayerRound(value: unknown): value is PlayerRound {
  const { roundId, playerKey, ...others } = membersOf(value);
  return isUuid(roundId) && isKey(playerKey) && Object.keys(others).length === 0;
}

function isBetPlace(value: unknown): value is BetPlace {
  const { roundId, playerKey, bet } = membersOf(value);
  return isUuid(roundId) && isKey(playerKey) && typeof bet === 'string' && BET.test(bet);
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
