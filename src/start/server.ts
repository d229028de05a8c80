import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { AppModule } from '../app.module';
import type { Config } from '../config/config';
import { createDataSource } from '../database/data-source';
import { migrate } from '../database/migrate';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres';
import { createApp } from '../http/create-app';
import { NestLogger } from '../logging/nest-logger';
import { entities } from '../persistence/entities';
import { dataDirOf } from './data-dir';
import { seedSandbox } from './sandbox';
import { StartError } from './start-error';
import { explainListenError, refusePortInUse } from './port';
import { openToRole, restrictedUrl } from './server-role';
import { expectSeedKeys } from './seed-keys';
import { ServerCloser } from './server-closer';

/** For how long an idle connection is kept for its client, who is told; DRAIN_SECONDS are longer by themselves. */
const KEEP_ALIVE_MS = 5000;
/** For how long a request may be on its way, its body included. Node looks every half minute, and answers with a bare 408. */
const REQUEST_MS = 30_000;

export interface RunningServer {
  readonly baseUrl: string;
  /** Where the data are, in words for the start-up lines. */
  readonly database: string;
  /** The key of the sandbox operator, when this installation has made one up. */
  readonly sandboxApiKey: string | undefined;
  stop(): Promise<void>;
}

/**
 * Starts everything in order, each step on what the steps before have opened. Stopping undoes the steps in
 * reverse: first the requests end, then the connections close, and the database stops last.
 *
 * @param leaving aborted when this process is about to end without that: an embedded database is then told to stop as well.
 */
export async function startServer(
  config: Config,
  logger: Logger,
  leaving?: AbortSignal,
): Promise<RunningServer> {
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (let step = undo.pop(); step !== undefined; step = undo.pop()) await step();
  };

  try {
    // Looked at before the database is touched: whoever starts Holecard twice learns of the port first.
    await refusePortInUse(config);
    const { url, ownerUrl, database, dataDir } = await openDatabase(config, logger, undo, leaving);
    const migrations = await prepareSchema(ownerUrl, url, database);
    if (migrations.length > 0) logger.info({ migrations }, 'the database schema was brought up to date');
    const dataSource = createDataSource(url, config.databasePoolSize, entities, (error) =>
      logger.warn({ err: error }, 'a connection to PostgreSQL broke'),
    );
    await connect(dataSource, database);
    undo.push(() => dataSource.destroy());
    await expectSeedKeys(dataSource.manager, config.seedKeys);
    const sandboxApiKey = await seedSandbox(dataSource, config.sandboxApiKey, dataDir, new Date());
    const baseUrl = await listen(config, dataSource, logger, undo);
    return { baseUrl, database, sandboxApiKey, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface OpenedDatabase {
  /** For the server's own role. */
  readonly url: string;
  /** For the role that owns the tables, which is used at the start alone; may be the same. */
  readonly ownerUrl: string;
  readonly database: string;
  /** Of the embedded PostgreSQL. */
  readonly dataDir: string | null;
}

async function openDatabase(
  config: Config,
  logger: Logger,
  undo: (() => Promise<unknown>)[],
  leaving?: AbortSignal,
): Promise<OpenedDatabase> {
  if (config.databaseUrl !== undefined) {
    const { databaseUrl: url, ownerDatabaseUrl: ownerUrl = url } = config;
    const { host, pathname } = new URL(url);
    return { url, ownerUrl, database: `PostgreSQL at ${host}${pathname}`, dataDir: null };
  }
  const dataDir = dataDirOf(config);
  const postgres = await startEmbeddedPostgres({ dataDir, log: logger, leaving });
  undo.push(() => postgres.stop());
  const { url: ownerUrl } = postgres;
  const database = `embedded PostgreSQL in ${dataDir}`;
  return { url: restrictedUrl(ownerUrl), ownerUrl, database, dataDir };
}

/** Brings the schema up to date as its owner, and gives the server's role its rights. Returns the migrations that ran. */
async function prepareSchema(ownerUrl: string, url: string, database: string): Promise<string[]> {
  const owner = createDataSource(ownerUrl, 1);
  await connect(owner, database);
  try {
    if (ownerUrl === url) return await migrate(owner);
    return await migrate(owner, (db) => openToRole(db, url));
  } finally {
    await owner.destroy();
  }
}

async function connect(dataSource: DataSource, database: string): Promise<void> {
  try {
    await dataSource.initialize();
  } catch (cause) {
    throw new StartError(`Cannot connect to the ${database}: ${inspect(cause)}`, { cause });
  }
}

async function listen(
  config: Config,
  dataSource: DataSource,
  logger: Logger,
  undo: (() => Promise<unknown>)[],
): Promise<string> {
  const stopping = new AbortController();
  const app = await createApp(
    AppModule.forRoot({ config, dataSource, logger, stopping: stopping.signal }),
    new NestLogger(logger),
  );
  undo.push(() => app.close());
  const server = app.getHttpServer() as Server;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = REQUEST_MS;
  server.requestTimeout = REQUEST_MS;
  const closer = new ServerCloser(server);
  try {
    await app.listen(config.port, config.host);
  } catch (error) {
    throw explainListenError(error, config);
  }
  undo.push(() => {
    stopping.abort();
    return closer.close({ drainSeconds: config.drainSeconds, patienceSeconds: config.shutdownSeconds });
  });
  return baseUrlOf(config.host, (server.address() as AddressInfo).port);
}

/** An address that a browser on this machine can open, also when the server listens on all of them. */
function baseUrlOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
