import type { EntityManager } from 'typeorm';
import { returnBets } from '../../domain/table/leaving';
import { listSuspended, listTooSoon } from '../../persistence/compliance/holds';
import type { LoadedTable } from './loaded-table';

/**
 * Before a round is dealt: the bets of players who are suspended go back, of all where the table, its game or its operator
 * is; and those of players for whom it would come too soon after their last round. Nothing was charged for them.
 */
export async function returnHeldBets(
  tx: EntityManager,
  { t, record, bettors, at }: LoadedTable,
): Promise<void> {
  if (t.table.phase !== 'betting') return;
  const { operatorId, gameId, tableId } = record;
  const keys = [...bettors.values()].map(({ playerKey }) => playerKey);
  const suspended = await listSuspended(tx, operatorId, gameId, tableId, keys);
  const tooSoon = await listTooSoon(tx, operatorId, gameId, keys, at);
  for (const playerKey of new Set([...suspended.keys(), ...tooSoon])) returnBets(t, String(playerKey));
}
