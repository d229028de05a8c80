import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries';
import { giveTo, spawnIdentity, type SystemUser } from './system-user';

/** The database cluster of one data folder: where it lies and who may log in. */
export interface Cluster {
  /** Every process of the cluster carries this name in its title. */
  readonly name: string;
  /** PostgreSQL's own data directory. */
  readonly dataFolder: string;
  readonly user: string;
  readonly password: string;
}

/** The application's database in the cluster. */
export const databaseName = 'holecard';
const superuser = 'holecard';

/**
 * Opens the cluster of the data folder and initialises it first when there is none. It is initialised
 * under another name and renamed when it is whole: a start that was interrupted leaves nothing behind that
 * a later start would take for a database.
 */
export async function openCluster(
  dataFolder: string,
  binaries: Binaries,
  user: SystemUser | undefined,
  sync: boolean,
): Promise<Cluster> {
  const folder = join(dataFolder, 'cluster');
  if (!existsSync(folder)) await initialise(folder, binaries, user, sync);
  return readCluster(folder);
}

/** The cluster that an earlier start has made in the data folder, if any. */
export function findCluster(dataFolder: string): Cluster | undefined {
  const folder = join(dataFolder, 'cluster');
  return existsSync(folder) ? readCluster(folder) : undefined;
}

/** Where the application finds its database in the cluster. */
export function databaseUrl({ user, password }: Cluster, port: number): string {
  return `postgresql://${user}:${password}@127.0.0.1:${port}/${databaseName}`;
}

function readCluster(folder: string): Cluster {
  return {
    name: `holecard-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`,
    dataFolder: join(folder, 'data'),
    user: superuser,
    password: readFileSync(join(folder, 'password'), 'utf8'),
  };
}

async function initialise(
  folder: string,
  binaries: Binaries,
  user: SystemUser | undefined,
  sync: boolean,
): Promise<void> {
  const unfinished = `${folder}.new-${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true, maxRetries: 10 });
  mkdirSync(unfinished);
  chmodSync(unfinished, 0o711);

  const passwordFile = join(unfinished, 'password');
  writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  giveTo(user, passwordFile);
  const data = join(unfinished, 'data');
  mkdirSync(data, { mode: 0o700 });
  giveTo(user, data);

  try {
    await promisify(execFile)(
      binaries.initdb,
      [
        `--pgdata=${data}`,
        `--username=${superuser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        ...(sync ? [] : ['--no-sync']),
      ],
      { ...spawnIdentity(user), cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } },
    );
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true, maxRetries: 10 });
    // Another process that started at the same time may have been first; then that cluster is the one.
    if (!existsSync(folder)) throw error;
  }
}
