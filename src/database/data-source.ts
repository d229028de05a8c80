import { join } from 'node:path';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { int8AsNumber } from './numbers';

type Entities = NonNullable<DataSourceOptions['entities']>;

// Beside this file's tree in both forms: src/ and migrations/, or dist/src/ and dist/migrations/.
const migrations = join(__dirname, '..', '..', 'migrations', '*.{ts,js}');

/**
 * The application's way to PostgreSQL, not connected yet.
 *
 * @param onIdleError is told of connections that break while nobody uses them, as when the server restarts.
 */
export function createDataSource(
  url: string,
  poolSize: number,
  entities: Entities = [],
  onIdleError: (error: Error) => void = () => undefined,
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
      // A request that waits longer than this has lost its caller; a lock or a transaction that is held
      // longer is a fault that must not stop the others.
      statement_timeout: 15_000,
      // The client's own limit, for a server that does not even say that it gives up.
      query_timeout: 20_000,
      lock_timeout: 10_000,
      idle_in_transaction_session_timeout: 30_000,
    },
  });
}
