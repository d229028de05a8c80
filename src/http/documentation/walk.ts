import type { OpenAPIObject } from '@nestjs/swagger';

type Paths = OpenAPIObject['paths'];

/**
 * The paths in the order in which an engineer who plays his first round comes by them: each one takes ids that an
 * earlier one gave, and what ends something stands behind all that needs it.
 */
const WALK: readonly string[] = [
  '/v1/games',
  '/v1/games/{gameId}',
  '/v1/games/{gameId}/rules',
  '/v1/currencies',
  '/v1/players/{playerId}',
  '/v1/players/{playerId}/settings',
  // Before the player has money; the deposit that comes next makes a new one of the same id.
  '/v1/players/{playerId}/erase',
  '/v1/players/{playerId}/wallets/{currency}/deposits',
  '/v1/players/{playerId}/wallets/{currency}/withdrawals',
  '/v1/transfers/{transactionId}',
  '/v1/players/{playerId}/wallets',
  '/v1/players/{playerId}/wallets/{currency}/entries',
  '/v1/sessions',
  '/v1/sessions/{sessionId}/rounds',
  '/v1/rounds/{roundId}',
  '/v1/rounds/{roundId}/actions',
  '/v1/sessions/{sessionId}/reminder/acknowledge',
  '/v1/sessions/{sessionId}',
  '/v1/rounds/{roundId}/events',
  '/v1/sessions/{sessionId}/fairness',
  '/v1/sessions/{sessionId}/fairness/client-seed',
  '/v1/sessions/{sessionId}/fairness/rotate',
  '/v1/rounds/{roundId}/proof',
  '/verify.cjs',
  '/v1/rounds/{roundId}/record',
  '/v1/rounds',
  '/v1/bets',
  '/v1/reports/returns',
  '/v1/rounds/{roundId}/cancel',
  '/v1/cancellations',
  '/v1/cancellations/{roundId}',
  '/v1/suspensions',
  '/v1/suspensions/{suspensionId}/lift',
  '/v1/tables',
  // Here a session is opened at the table, too.
  '/v1/tables/{tableId}',
  '/v1/tables/{tableId}/cards',
  '/v1/tables/{tableId}/bets',
  '/v1/tables/{tableId}/advance',
  '/v1/tables/{tableId}/actions',
  '/v1/tables/{tableId}/seats/{seat}',
  '/v1/tables/{tableId}/pause',
  '/v1/tables/{tableId}/resume',
  '/v1/tables/{tableId}/changes',
  '/v1/tables/{tableId}/stream',
  '/v1/rule-sets',
  '/v1/rule-sets/{ruleSetId}',
  '/v1/games/{gameId}/limits/{currency}',
];

/** The same paths in that order, those that it does not name behind the others. */
export function inWalkingOrder(paths: Paths): Paths {
  const rank = (path: string): number => (WALK.includes(path) ? WALK.indexOf(path) : WALK.length);
  return Object.fromEntries(Object.entries(paths).sort(([a], [b]) => rank(a) - rank(b)));
}
