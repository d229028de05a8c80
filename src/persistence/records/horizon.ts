import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { RECORD_KINDS } from './kinds';

const LOOK_AGAIN_MS = 5;

const WRITERS = `
  SELECT DISTINCT virtualtransaction AS writer FROM pg_locks
  WHERE locktype = 'relation' AND mode = 'RowExclusiveLock' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND relation = ANY (ARRAY[${RECORD_KINDS.map(({ table }) => `'${table}'::regclass`).join(', ')}]::oid[])`;

/**
 * A position up to which every record is written for good: no transaction that is still running, and none that is yet
 * to begin, can add one. Whoever was given a position holds a lock on the table until he has ended, from before it was
 * given to him; so it is enough to read the last position, then to see who writes, and to wait until they all have
 * ended. Nobody waits for us. Null when one of them takes longer than the patience that there is.
 */
export async function decidedPosition(db: EntityManager, patienceMs: number): Promise<number | null> {
  const [{ position }] = await db.query<[{ position: number }]>(
    'SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS position FROM record_positions',
  );
  const waitedFor = new Set(await writersIn(db));
  const giveUpAt = performance.now() + patienceMs;
  while (waitedFor.size > 0) {
    if (performance.now() > giveUpAt) return null;
    await pause(LOOK_AGAIN_MS);
    const stillThere = new Set(await writersIn(db));
    for (const writer of waitedFor) if (!stillThere.has(writer)) waitedFor.delete(writer);
  }
  return position;
}

async function writersIn(db: EntityManager): Promise<string[]> {
  return (await db.query<{ writer: string }[]>(WRITERS)).map(({ writer }) => writer);
}
