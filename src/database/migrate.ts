import { setTimeout as pause } from 'node:timers/promises';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { ENDLESS_MS } from './data-source';
import { int8AsNumber } from './numbers';

// Any number will do, as long as nothing else locks it in this database.
const migrationLock = 7_110_425;

/**
 * Runs the migrations that the database lacks and returns their names. TypeORM takes no lock around them,
 * so an advisory lock makes processes that start together take turns. The connections are other ones than
 * the application's: a migration may take longer than any request is allowed to.
 *
 * @param afterwards what else is done to the schema, under the same lock.
 */
export async function migrate(
  dataSource: DataSource,
  afterwards?: (db: EntityManager) => Promise<void>,
): Promise<string[]> {
  return withMigrationLock(dataSource, async (migrator) => {
    const done = await migrator.runMigrations();
    await afterwards?.(migrator.manager);
    return done.map((migration) => migration.name);
  });
}

/** Undoes every migration, newest first; only a check of the migrations has a use for that. */
export async function migrateDown(dataSource: DataSource): Promise<void> {
  await withMigrationLock(dataSource, async (migrator) => {
    const [{ count }] = await migrator.query<[{ count: number }]>('SELECT count(*) AS count FROM migrations');
    for (let left = count; left > 0; left--) await migrator.undoLastMigration();
  });
}

async function withMigrationLock<T>(
  { options }: DataSource,
  work: (migrator: DataSource) => Promise<T>,
): Promise<T> {
  if (options.type !== 'postgres') throw new Error('migrations are written for PostgreSQL');
  const migrator = new DataSource({
    ...options,
    entities: [],
    // One connection holds the lock, the other one runs the migrations.
    poolSize: 2,
    applicationName: 'holecard migrations',
    extra: {
      types: int8AsNumber,
      statement_timeout: ENDLESS_MS,
      lock_timeout: ENDLESS_MS,
      idle_in_transaction_session_timeout: ENDLESS_MS,
    },
  });
  await migrator.initialize();
  try {
    const holder = migrator.createQueryRunner();
    while (!(await takeLock(holder))) await pause(RETRY_MS);
    const done = await work(migrator);
    await holder.commitTransaction();
    return done;
  } finally {
    // What was broken off loses the lock with its connection.
    await migrator.destroy();
  }
}

const RETRY_MS = 200;

/**
 * Begins a transaction that holds the lock, and with it a connection of its own, also behind a pooler: there a lock of the
 * session would stay on some connection of the pool for ever. Who does not get it asks again rather than wait, for each who
 * waits would keep a connection of the pool from him who has it.
 */
async function takeLock(holder: QueryRunner): Promise<boolean> {
  await holder.startTransaction();
  const [{ taken }] = (await holder.query('SELECT pg_try_advisory_xact_lock($1) AS taken', [
    migrationLock,
  ])) as [{ taken: boolean }];
  if (!taken) {
    await holder.rollbackTransaction();
    return false;
  }
  // Also where a role or a pooler has a limit of its own.
  await holder.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  return true;
}
