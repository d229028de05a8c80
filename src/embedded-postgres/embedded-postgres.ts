import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { StartError } from '../start/start-error';
import { installBinaries } from './binaries';
import { databaseName, databaseUrl, openCluster } from './cluster';
import { prepareDataFolder } from './data-folder';
import { askToStop, ensureRunning, stopServer, type RunningServer, type ServerFiles } from './server';
import { postgresUser } from './system-user';

export interface EmbeddedPostgresLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly log: EmbeddedPostgresLog;
  /** Settings of postgresql.conf that replace ours, such as `{ fsync: 'off' }` in a test. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Aborted when this process is about to end without `stop`: the server is told to stop, and nobody waits for it. */
  readonly leaving?: AbortSignal | undefined;
}

export interface EmbeddedPostgres {
  /** The application's database; stays the same when the server has to be restarted. */
  readonly url: string;
  stop(): Promise<void>;
}

// Any number will do, as long as nothing else locks it in the maintenance database.
const ownerLock = 4_862_035;
const ownerLockTimeoutMs = 2000;
const longestRestartPauseMs = 5000;

/**
 * Starts a real PostgreSQL on the data folder and keeps it running until `stop`.
 *
 * One connection holds an advisory lock for as long as this process lives: it keeps a second process off
 * the data folder, frees it at once when this process is killed, and its end tells us that the server died.
 *
 * @throws when the data folder is in use by another process, cannot be reached, or PostgreSQL does not start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, settings = {}, leaving } = options;
  const dataFolder = prepareDataFolder(options.dataDir);
  const user = postgresUser();
  const binaries = installBinaries(dataFolder);
  const cluster = await openCluster(dataFolder, binaries, user, settings['fsync'] !== 'off');
  const files: ServerFiles = { dataFolder, binaries, cluster, user, settings };

  const server = await ensureRunning(files);
  await takeOwnerLock(server.client, dataFolder);
  // Not before the lock is ours: the server may be that of another process.
  const leave = (): void => askToStop(cluster);
  leaving?.addEventListener('abort', leave);
  removeLeftovers(dataFolder);
  await createDatabase(server.client);
  log.info({ dataFolder, port: server.port, adopted: server.adopted }, 'embedded PostgreSQL is running');

  const keeper = new Keeper(files, server, log);
  return {
    url: databaseUrl(cluster, server.port),
    stop: async () => {
      await keeper.stop();
      leaving?.removeEventListener('abort', leave);
    },
  };
}

/** Notices that the server died, by the end of its connection, and starts it again. */
class Keeper {
  private stopping = false;
  private restart: Promise<void> = Promise.resolve();
  private client: Client;

  constructor(
    private readonly files: ServerFiles,
    private readonly first: RunningServer,
    private readonly log: EmbeddedPostgresLog,
  ) {
    this.client = first.client;
    this.watch();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.restart;
    await this.client.end().catch(() => undefined);
    await stopServer(this.files.cluster);
  }

  private watch(): void {
    this.client.once('end', () => {
      if (!this.stopping) this.restart = this.restartUntilItRuns();
    });
  }

  private async restartUntilItRuns(): Promise<void> {
    const { dataFolder } = this.files;
    this.log.warn({ dataFolder }, 'embedded PostgreSQL is gone; starting it again');
    const isStopping = (): boolean => this.stopping;
    for (let pauseMs = 100; !isStopping(); pauseMs = Math.min(pauseMs * 2, longestRestartPauseMs)) {
      try {
        const { client, port } = await ensureRunning(this.files, this.first.port, isStopping);
        await takeOwnerLock(client, dataFolder);
        this.client = client;
        this.watch();
        this.log.info({ dataFolder, port }, 'embedded PostgreSQL is running again');
        return;
      } catch (error) {
        if (isStopping()) return;
        this.log.error({ dataFolder, err: error, pauseMs }, 'embedded PostgreSQL did not start');
        await sleep(pauseMs);
      }
    }
  }
}

async function takeOwnerLock(client: Client, dataFolder: string): Promise<void> {
  const deadline = Date.now() + ownerLockTimeoutMs;
  do {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      ownerLock,
    ]);
    if (rows[0]?.taken) return;
    // The server needs a moment to notice that a killed owner has hung up.
    await sleep(100);
  } while (Date.now() < deadline);
  await client.end();
  throw new StartError(
    `DATA_DIR ${dataFolder} is in use by another Holecard process. Stop that one, or give this one ` +
      'another DATA_DIR.',
  );
}

async function createDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [databaseName]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
}

/**
 * Whatever an interrupted start left behind under an unfinished name. Two that start at once may clear up after each other:
 * a folder that somebody else empties at this moment is tried again.
 */
function removeLeftovers(dataFolder: string): void {
  for (const name of readdirSync(dataFolder)) {
    if (/\.new-\d+$/.test(name))
      rmSync(join(dataFolder, name), { recursive: true, force: true, maxRetries: 10 });
  }
}
