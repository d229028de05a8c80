import type { EntityManager } from 'typeorm';

/**
 * Clears what sessions that expired before that time know of a person: address, country, language, where he came from.
 * So many at most, and none that another process has hold of; says how many there were.
 */
export async function clearPersonalData(
  db: EntityManager,
  expiredBefore: Date,
  limit: number,
): Promise<number> {
  const [, cleared] = await db.query<[unknown, number]>(
    `UPDATE sessions SET ip = NULL, country = NULL, lang = NULL, return_url = NULL WHERE ctid IN (
       SELECT ctid FROM sessions
       WHERE expires_at < $1
         AND (ip IS NOT NULL OR country IS NOT NULL OR lang IS NOT NULL OR return_url IS NOT NULL)
       ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [expiredBefore, limit],
  );
  return cleared;
}
