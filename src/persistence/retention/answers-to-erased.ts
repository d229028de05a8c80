import type { EntityManager } from 'typeorm';

/** Deletes the answers that are kept for players who were erased since that time. */
export async function deleteAnswersToErased(db: EntityManager, erasedSince: Date): Promise<void> {
  await db.query(
    `DELETE FROM idempotency_records WHERE player_key IN (SELECT player_key FROM erasures WHERE at >= $1)`,
    [erasedSince],
  );
}
