import type { EntityManager } from 'typeorm';
import { deleteAnswersToErased } from '../../persistence/retention/answers-to-erased';

/** Longer than any request takes. */
const LATE_MS = 3_600_000;

/**
 * An erasure removes the answers that are kept for the player. A request that had read his name before may keep one
 * just after it; it is removed here.
 */
export async function forgetAnswersToErased(db: EntityManager, now: Date): Promise<void> {
  await deleteAnswersToErased(db, new Date(now.getTime() - LATE_MS));
}
