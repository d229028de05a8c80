import type { EntityManager } from 'typeorm';
import { returnBets } from '../../domain/table/leaving';
import { listSuspended } from '../../persistence/compliance/holds';
import type { LoadedTable } from './loaded-table';

/**
 * Before a round is dealt: the bets of players who are suspended, or of all where the table, its game or its operator is,
 * go back. Nothing was charged for them.
 */
export async function returnSuspended(tx: EntityManager, { t, record, bettors }: LoadedTable): Promise<void> {
  if (t.table.phase !== 'betting') return;
  const keys = [...bettors.values()].map(({ playerKey }) => playerKey);
  const suspended = await listSuspended(tx, record.operatorId, record.gameId, record.tableId, keys);
  for (const playerKey of suspended.keys()) returnBets(t, String(playerKey));
}
