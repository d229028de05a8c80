import { setTimeout as pause } from 'node:timers/promises';
import type { Casino } from '../support/casino';

const PATIENCE_MS = 5000;
const LOOK_MS = 20;

/**
 * Resolves when some transaction of the server waits for a lock.
 *
 * @throws when none does so for a while.
 */
export async function somebodyWaits({ app: { dataSource } }: Casino): Promise<void> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_MS) {
    const [{ waiting }] = await dataSource.query<[{ waiting: number }]>(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (waiting > 0) return;
    await pause(LOOK_MS);
  }
  throw new Error('nobody waits for a lock');
}
