import type { EntityManager } from 'typeorm';
import { deleteEvents } from '../../persistence/tables/events';
import { forgetProcesses } from '../../persistence/tables/leases';
import { inPortions } from '../retention/in-portions';

const FORGOTTEN_AT_ONCE = 5000;
const HOUR_MS = 3_600_000;

/**
 * Forgets events of tables older than so many hours, in portions, and processes that have not been heard of for as long. What happened is told by the steps of the rounds, which stay.
 */
export async function forgetTableEvents(
  db: EntityManager,
  hours: number,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const before = new Date(now.getTime() - hours * HOUR_MS);
  await inPortions(FORGOTTEN_AT_ONCE, (limit) => deleteEvents(db, before, limit), signal);
  await forgetProcesses(db, before);
}
