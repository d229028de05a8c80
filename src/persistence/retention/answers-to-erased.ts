import type { EntityManager } from 'typeorm';

/**
 * Deletes the answers that are kept for players who were erased since that time, and those about tables at which they
 * bet: what a supervisor was answered about a round names everybody in it.
 */
export async function deleteAnswersToErased(db: EntityManager, erasedSince: Date): Promise<void> {
  await db.query(
    `WITH erased AS (SELECT player_key FROM erasures WHERE at >= $1)
     DELETE FROM idempotency_records WHERE player_key IN (
       SELECT player_key FROM erased
       UNION SELECT table_key FROM rounds JOIN erased USING (player_key) WHERE table_key IS NOT NULL)`,
    [erasedSince],
  );
}
