import { createDataSource } from '../../src/database/data-source';
import { migrate } from '../../src/database/migrate';
import { startEmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres';
import { silentLog } from './silent-log';
import { createTemporaryFolder } from './temporary-folder';
import { keepForTeardown } from './test-server';

/** One throw-away PostgreSQL for the whole run; its migrated database is what every test file gets a copy of. */
export default async function globalSetup(): Promise<void> {
  const folder = createTemporaryFolder();
  const postgres = await startEmbeddedPostgres({
    dataDir: folder.path,
    log: silentLog,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' },
  });
  const dataSource = createDataSource(postgres.url, 1);
  await migrate(dataSource);
  // Test files run in processes of their own, to which only the environment is handed down.
  process.env['HOLECARD_TEST_POSTGRES_URL'] = postgres.url;
  keepForTeardown({ postgres, folder });
}
