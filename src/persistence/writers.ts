import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';

/** Pauses between two looks, doubled from the first to the longest: most writers are gone within milliseconds. */
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 80;

const WRITERS = `
  SELECT DISTINCT virtualtransaction AS writer FROM pg_locks
  WHERE locktype = 'relation' AND mode = 'RowExclusiveLock' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND relation IN (SELECT named::regclass FROM unnest($1::text[]) AS named)`;

/**
 * Waits until every transaction that writes one of these tables now has ended; those that begin meanwhile are not waited
 * for, and nobody waits for us. False when one of them takes longer than the patience that there is, or the signal comes.
 */
export async function writersEnded(
  db: EntityManager,
  tables: readonly string[],
  patienceMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const waitedFor = new Set(await writersIn(db, tables));
  const giveUpAt = performance.now() + patienceMs;
  for (let pauseMs = FIRST_PAUSE_MS; waitedFor.size > 0; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    if (performance.now() > giveUpAt || signal?.aborted === true) return false;
    await pause(pauseMs);
    const stillThere = new Set(await writersIn(db, tables));
    for (const writer of waitedFor) if (!stillThere.has(writer)) waitedFor.delete(writer);
  }
  return true;
}

async function writersIn(db: EntityManager, tables: readonly string[]): Promise<string[]> {
  return (await db.query<{ writer: string }[]>(WRITERS, [tables])).map(({ writer }) => writer);
}
