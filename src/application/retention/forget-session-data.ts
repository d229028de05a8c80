import type { EntityManager } from 'typeorm';
import { clearPersonalData } from '../../persistence/retention/session-data';
import { inPortions } from './in-portions';

const CLEARED_AT_ONCE = 1000;
const DAY_MS = 86_400_000;

/** Clears the personal data of sessions that expired so many days ago, in portions. */
export async function forgetSessionData(
  db: EntityManager,
  days: number,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const expiredBefore = new Date(now.getTime() - days * DAY_MS);
  await inPortions(CLEARED_AT_ONCE, (limit) => clearPersonalData(db, expiredBefore, limit), signal);
}
