import type { EntityManager } from 'typeorm';
import { clearPersonalData } from '../../persistence/retention/session-data';

const CLEARED_AT_ONCE = 1000;
const DAY_MS = 86_400_000;

/** Clears the personal data of sessions that expired so many days ago, in portions that hold no lock for long. */
export async function forgetSessionData(db: EntityManager, days: number, now: Date): Promise<void> {
  const expiredBefore = new Date(now.getTime() - days * DAY_MS);
  while ((await clearPersonalData(db, expiredBefore, CLEARED_AT_ONCE)) === CLEARED_AT_ONCE);
}
