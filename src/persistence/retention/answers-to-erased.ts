import type { EntityManager } from 'typeorm';

/**
 * Deletes the answers that are kept for players who were erased since that time, and those that name them: about tables at
 * which they bet, for what a supervisor was answered about a round names everybody in it, and about the lifting of what
 * they were suspended by, which are kept for no player.
 */
export async function deleteAnswersToErased(db: EntityManager, erasedSince: Date): Promise<void> {
  await db.query(
    `WITH erased AS (SELECT player_key FROM erasures WHERE at >= $1)
     DELETE FROM idempotency_records WHERE player_key IN (
       SELECT player_key FROM erased
       UNION SELECT table_key FROM rounds JOIN erased USING (player_key) WHERE table_key IS NOT NULL)`,
    [erasedSince],
  );
  await db.query(
    `WITH erased AS (SELECT player_key FROM erasures WHERE at >= $1)
     DELETE FROM idempotency_records kept USING suspensions s JOIN erased USING (player_key)
     WHERE kept.player_key = 0 AND kept.operator_id = s.operator_id
       AND kept.answer->'body'->>'id' = s.suspension_id::text`,
    [erasedSince],
  );
}
