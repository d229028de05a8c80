import type { EntityManager } from 'typeorm';
import { deleteRecords } from '../../persistence/idempotency';
import { inPortions } from './in-portions';

const FORGOTTEN_AT_ONCE = 5000;
const DAY_MS = 86_400_000;

/** Forgets answers that were kept under an Idempotency-Key so many days ago, in portions. */
export async function forgetOldAnswers(
  db: EntityManager,
  days: number,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const madeBefore = new Date(now.getTime() - days * DAY_MS);
  await inPortions(FORGOTTEN_AT_ONCE, (limit) => deleteRecords(db, madeBefore, limit), signal);
}
