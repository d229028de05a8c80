import type { Casino } from '../support/casino';
import { waitUntil } from '../support/child';

/** Resolves when some transaction of the server waits for a lock. */
export async function somebodyWaits({ app: { dataSource } }: Casino): Promise<void> {
  await waitUntil(async () => {
    const [{ waiting }] = await dataSource.query<[{ waiting: number }]>(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return waiting > 0;
  });
}
