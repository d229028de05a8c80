import { DataSource, type EntityManager } from 'typeorm';
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
    extra: { types: int8AsNumber },
  });
  await migrator.initialize();
  try {
    const holder = migrator.createQueryRunner();
    await holder.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    // The lock belongs to the holder's session and ends with it, in `destroy`.
    return await work(migrator);
  } finally {
    await migrator.destroy();
  }
}
