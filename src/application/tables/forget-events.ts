import type { EntityManager } from 'typeorm';
import { deleteEvents } from '../../persistence/tables/events';
import { forgetProcesses } from '../../persistence/tables/leases';

const FORGOTTEN_AT_ONCE = 5000;
const HOUR_MS = 3_600_000;

/**
 * Forgets events of tables older than so many hours, in portions that hold no lock for long, and processes that have not
 * been heard of for as long. What happened is told by the steps of the rounds, which stay.
 */
export async function forgetTableEvents(db: EntityManager, hours: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - hours * HOUR_MS);
  while ((await deleteEvents(db, before, FORGOTTEN_AT_ONCE)) === FORGOTTEN_AT_ONCE);
  await forgetProcesses(db, before);
}
