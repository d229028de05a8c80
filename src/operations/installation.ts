import { constants } from 'node:os';
import { inspect } from 'node:util';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import type { Config } from '../config/config';
import { createDataSource } from '../database/data-source';
import { migrate } from '../database/migrate';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres';
import { urlOfRunning } from '../embedded-postgres/running';
import { entities } from '../persistence/entities';
import { dataDirOf } from '../start/data-dir';
import { StartError } from '../start/start-error';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Lets a command work on the installation that the configuration names: on DATABASE_URL, on the embedded database of a
 * server that runs, or on one that is started for the command alone and stopped after it.
 *
 * @param schema whether the schema is brought up to date first; a command that only reads leaves it as it is.
 */
export async function withInstallation<T>(
  config: Config,
  work: (dataSource: DataSource) => Promise<T>,
  schema: 'migrate' | 'leave' = 'migrate',
): Promise<T> {
  const url = config.ownerDatabaseUrl ?? config.databaseUrl ?? urlOfRunning(dataDirOf(config));
  if (url !== undefined) return onDatabase(url, work, schema);
  const { leaving, stay } = brokenOff();
  const log = pino({ level: 'silent' });
  const postgres = await startEmbeddedPostgres({ dataDir: dataDirOf(config), log, leaving });
  try {
    return await onDatabase(postgres.url, work, schema);
  } finally {
    await postgres.stop();
    stay();
  }
}

/** A command that ends early, by Ctrl-C or because nobody reads on, takes the server with it that was started for it alone. */
function brokenOff(): { leaving: AbortSignal; stay: () => void } {
  const leaving = new AbortController();
  const leave = (): void => leaving.abort();
  const exit = (signal: NodeJS.Signals): void => process.exit(128 + constants.signals[signal]);
  process.once('exit', leave);
  for (const signal of SIGNALS) process.once(signal, exit);
  const stay = (): void => {
    process.off('exit', leave);
    for (const signal of SIGNALS) process.off(signal, exit);
  };
  return { leaving: leaving.signal, stay };
}

/** A command that must not write cannot make the tables either. */
async function expectTables(dataSource: DataSource): Promise<void> {
  const [{ found }] = await dataSource.query<[{ found: boolean }]>(
    "SELECT to_regclass('public.seals') IS NOT NULL AS found",
  );
  if (!found) throw new StartError('This database has no records yet: no server has been started on it.');
}

async function onDatabase<T>(
  url: string,
  work: (dataSource: DataSource) => Promise<T>,
  schema: 'migrate' | 'leave',
): Promise<T> {
  const dataSource = createDataSource(url, 1, entities, undefined, 'command');
  try {
    await dataSource.initialize();
  } catch (cause) {
    const { host, pathname } = new URL(url);
    throw new StartError(`Cannot connect to PostgreSQL at ${host}${pathname}: ${inspect(cause)}`, { cause });
  }
  try {
    if (schema === 'migrate') await migrate(dataSource);
    else await expectTables(dataSource);
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
