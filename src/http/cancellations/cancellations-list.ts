import type { Cancellation } from '../../application/history/cancellations';
import { instantOf } from '../../application/history/instants';
import type { CancellationPlace } from '../../persistence/rounds/cancellations';
import type { ListKind } from '../history/answer-list';
import { fields } from '../history/csv';
import { UUID } from '../path-parameters';

/** The audit trail of cancelled rounds. An item is one player's, so its amounts are of one wallet. */
export const CANCELLATIONS: ListKind<Cancellation, CancellationPlace> = {
  isPlace,
  columns: [
    ...fields<Cancellation>('roundId', 'sessionId', 'playerId', 'tableId', 'gameId', 'mode', 'currency'),
    ...fields<Cancellation>('reason', 'note'),
    { name: 'keyId', of: ({ by }) => by.keyId },
    { name: 'keyLabel', of: ({ by }) => by.keyLabel },
    { name: 'actorName', of: ({ by }) => by.name },
    ...fields<Cancellation>('statusBefore'),
    { name: 'refunded', of: ({ amounts }) => amounts.reduce((sum, { refunded }) => sum + refunded, 0) },
    { name: 'reversed', of: ({ amounts }) => amounts.reduce((sum, { reversed }) => sum + reversed, 0) },
    ...fields<Cancellation>('requestId', 'at'),
  ],
};

function isPlace(value: unknown): value is CancellationPlace {
  const { at, roundId, playerKey } =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  if (typeof at !== 'string' || typeof roundId !== 'string') return false;
  // The database knows no year 0, of which a stranger's cursor may be.
  const isTime = (instantOf(at)?.getTime() ?? -1) >= 0;
  return isTime && UUID.test(roundId) && Number.isSafeInteger(playerKey);
}
