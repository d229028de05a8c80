import type { EntityManager } from 'typeorm';
import { writersEnded } from '../writers';
import { RECORD_KINDS } from './kinds';

const TABLES = RECORD_KINDS.map(({ table }) => table);

/**
 * A position up to which every record is written for good: no transaction that is still running, and none that is yet
 * to begin, can add one. Whoever was given a position holds a lock on the table until he has ended, from before it was
 * given to him; so it is enough to read the last position, then to see who writes, and to wait until they all have
 * ended. Nobody waits for us. Null when one of them takes longer than the patience that there is, or the signal comes.
 */
export async function decidedPosition(
  db: EntityManager,
  patienceMs: number,
  signal?: AbortSignal,
): Promise<number | null> {
  const [{ position }] = await db.query<[{ position: number }]>(
    'SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS position FROM record_positions',
  );
  return (await writersEnded(db, TABLES, patienceMs, signal)) ? position : null;
}
