import { join } from 'node:path';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { ImpatientClient } from './impatient-client';
import { int8AsNumber } from './numbers';

type Entities = NonNullable<DataSourceOptions['entities']>;

// Beside this file's tree in both forms: src/ and migrations/, or dist/src/ and dist/migrations/.
const migrations = join(__dirname, '..', '..', 'migrations', '*.{ts,js}');

/** The longest time that PostgreSQL knows, in milliseconds: 24 days. */
export const ENDLESS_MS = 2_147_483_647;

/**
 * How long the database may take. All of them are parameters of the connection: a statement that sets one would, behind a
 * pooler that shares connections by transactions, set it for somebody else.
 */
const LIMITS = {
  // A request that waits longer than this has lost its caller; a lock or a transaction that is held longer is a
  // fault that must not stop the others. `query_timeout` is the client's own, for a server that does not even say
  // that it gives up.
  request: {
    statement_timeout: 15_000,
    query_timeout: 20_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
  },
  // Somebody waits for a command who can break it off, and its statements may look through everything there is.
  command: {
    statement_timeout: ENDLESS_MS,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
  },
} as const;

/**
 * The application's way to PostgreSQL, not connected yet.
 *
 * @param onIdleError is told of connections that break while nobody uses them, as when the server restarts.
 * @param work what it is for, which says how long the database may take.
 */
export function createDataSource(
  url: string,
  poolSize: number,
  entities: Entities = [],
  onIdleError: (error: Error) => void = () => undefined,
  work: keyof typeof LIMITS = 'request',
): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    entities,
    migrations: [migrations],
    migrationsTransactionMode: 'each',
    synchronize: false,
    poolSize,
    applicationName: 'holecard',
    connectTimeoutMS: 5000,
    poolErrorHandler: onIdleError,
    extra: {
      types: int8AsNumber,
      Client: ImpatientClient,
      ...LIMITS[work],
    },
  });
}
