import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { StartError } from '../start/start-error';
import type { Binaries } from './binaries';
import type { Cluster } from './cluster';
import { inspectCluster, lockFile, type Postmaster } from './postmaster';
import { spawnIdentity, type SystemUser } from './system-user';

/** Everything that is needed to start the server of one data folder. */
export interface ServerFiles {
  readonly dataFolder: string;
  readonly binaries: Binaries;
  readonly cluster: Cluster;
  readonly user: SystemUser | undefined;
  readonly settings: Readonly<Record<string, string>>;
}

/** A server that answers, with a connection to it. */
export interface RunningServer {
  readonly port: number;
  readonly adopted: boolean;
  readonly client: Client;
}

const startTimeoutMs = 60_000;
const stopTimeoutMs = 20_000;
const pollMs = 25;

/**
 * Makes sure that the server runs and connects to it. A server that outlived its parent is adopted. The
 * port is kept when one is given, because a connection pool already knows it.
 *
 * @param isCancelled ends the attempt early; it then fails like one whose time is up.
 */
export async function ensureRunning(
  files: ServerFiles,
  port?: number,
  isCancelled: () => boolean = () => false,
): Promise<RunningServer> {
  const deadline = Date.now() + startTimeoutMs;
  const isOver = (): boolean => isCancelled() || Date.now() > deadline;
  let failure = '';
  while (!isOver()) {
    const state = inspectCluster(files.cluster);
    if (state.status === 'running') {
      const client = await connect(files.cluster, state.postmaster.port);
      if (client !== undefined) return { port: state.postmaster.port, adopted: true, client };
    } else if (state.status === 'stopped') {
      const chosen = port ?? (await freePort());
      const outcome = await launch(files, chosen, isOver);
      if (outcome instanceof Client) return { port: chosen, adopted: false, client: outcome };
      failure = outcome;
    }
    await sleep(pollMs * 4);
  }
  throw new StartError(`PostgreSQL in ${files.dataFolder} did not start: ${failure || 'it does not answer'}`);
}

/**
 * Fast shutdown, without waiting for its end: open transactions are rolled back, everything committed is on the disk
 * afterwards. Who starts the server again meanwhile waits until it is gone.
 */
export function askToStop(cluster: Cluster): void {
  const state = inspectCluster(cluster);
  if (state.status === 'running') signal(state.postmaster, 'SIGINT');
}

/** Fast shutdown, and where that takes too long an immediate one, from which the next start recovers. */
export async function stopServer(cluster: Cluster): Promise<void> {
  const state = inspectCluster(cluster);
  if (state.status !== 'running') return;
  signal(state.postmaster, 'SIGINT');
  if (await isGone(cluster, stopTimeoutMs)) return;
  signal(state.postmaster, 'SIGQUIT');
  if (await isGone(cluster, stopTimeoutMs)) return;
  throw new Error(`PostgreSQL (process ${state.postmaster.pid}) did not stop`);
}

/** A connection to the maintenance database, or undefined while the server does not let anybody in. */
async function connect(cluster: Cluster, port: number): Promise<Client | undefined> {
  if (!(port > 0)) return undefined;
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: cluster.user,
    password: cluster.password,
    database: 'postgres',
    application_name: 'holecard supervisor',
    connectionTimeoutMillis: 5000,
  });
  // Without a listener an error on an idle connection would end the process; the caller adds its own.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    if (rows[0]?.data_directory === cluster.dataFolder) return client;
  } catch {
    // Starting, recovering or stopping: the caller looks again until its time is up.
  }
  await client.end().catch(() => undefined);
  return undefined;
}

/** Starts the server and waits until it lets us in; the end of its log when it gave up instead. */
async function launch(files: ServerFiles, port: number, isOver: () => boolean): Promise<Client | string> {
  const { logPath, child } = spawnPostgres(files, port);
  // A program that could not be started at all has an exit code as well; unheard, the error would end us.
  child.once('error', () => undefined);
  while (child.exitCode === null && child.signalCode === null && !isOver()) {
    await sleep(pollMs);
    const client = existsSync(lockFile(files.cluster)) ? await connect(files.cluster, port) : undefined;
    if (client !== undefined) return client;
  }
  // Given up on, it must not go on without anybody who knows of it.
  child.kill('SIGINT');
  return readFileSync(logPath, 'utf8').trim().split('\n').slice(-5).join('\n');
}

function spawnPostgres(files: ServerFiles, port: number): { logPath: string; child: ChildProcess } {
  const { binaries, cluster, user } = files;
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    cluster_name: cluster.name,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    max_connections: '250',
    ...files.settings,
  };
  const logPath = join(files.dataFolder, 'postgres.log');
  const log = openLog(logPath);
  // A process group of its own: the Ctrl-C of a terminal goes to the whole group of the foreground, and
  // would stop the database while the server still finishes its requests.
  const child = spawn(
    binaries.postgres,
    [
      '-D',
      cluster.dataFolder,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      ...spawnIdentity(user),
      cwd: '/',
      detached: true,
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', log, log],
    },
  );
  closeSync(log);
  child.unref();
  return { logPath, child };
}

function openLog(path: string): number {
  const tooLargeBytes = 5_000_000;
  if (existsSync(path) && statSync(path).size > tooLargeBytes) renameSync(path, `${path}.1`);
  return openSync(path, 'a', 0o600);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function signal({ pid }: Postmaster, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function isGone(cluster: Cluster, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (inspectCluster(cluster).status === 'stopped') return true;
    await sleep(pollMs);
  }
  return false;
}
