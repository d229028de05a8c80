import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { createDataSource } from '../../src/database/data-source';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres';
import { type Child, startChild, stopChildren, waitForOutput, waitUntil } from '../support/child';
import { silentLog } from '../support/silent-log';
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder';
import { msOf } from '../support/within';

let folder: TemporaryFolder;
// The disk is not what dies in these tests: what the system has taken is safe from a killed process.
const settings = { fsync: 'off' };
const started: EmbeddedPostgres[] = [];

beforeEach(() => (folder = createTemporaryFolder()));
afterEach(async () => {
  for (const postgres of started.splice(0)) await postgres.stop();
  await stopChildren();
  await folder.remove();
});

const lockFile = (): string => join(folder.path, 'cluster', 'data', 'postmaster.pid');
const postmasterPid = (): number => Number(readFileSync(lockFile(), 'utf8').split('\n')[0]);

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, log: silentLog, settings });
  started.push(postgres);
  return postgres;
}

/** The number of the server that is there after the one of that number; null while there is none. */
function successorOf(pid: number): number | null {
  try {
    const other = postmasterPid();
    return other > 0 && other !== pid ? other : null;
  } catch {
    // Between two of them there is no lock file.
    return null;
  }
}

/**
 * The same after an owner was killed: his connection is let go of when the server notices, for which a start waits two
 * seconds. A server that stands still for longer is found in use.
 */
async function startAfterDeath(): Promise<EmbeddedPostgres> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start();
    } catch (error) {
      if (attempt === 5 || !String(error).includes('is in use by another')) throw error;
    }
  }
}

function spawnOwner(): Child {
  return startChild(process.execPath, [
    join(__dirname, '../support/start-embedded-postgres.mjs'),
    folder.path,
  ]);
}

/** Starts a server from a process of its own and has it confirm a row. */
async function ownerWithARow(): Promise<Child> {
  const owner = spawnOwner();
  const [url] = await waitForOutput(owner, /postgresql:.*(?=\n)/);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE TABLE confirmed AS SELECT 42 AS value');
  await client.end();
  return owner;
}

async function expectTheRow(url: string): Promise<void> {
  const dataSource = await createDataSource(url, 1).initialize();
  expect(await dataSource.query('SELECT value FROM confirmed')).toEqual([{ value: 42 }]);
  await dataSource.destroy();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}

it('adopts the server of a process that was killed', async () => {
  const owner = await ownerWithARow();
  const pid = postmasterPid();
  owner.process.kill('SIGKILL');
  expect(await owner.ended).toBe('SIGKILL');

  const postgres = await startAfterDeath();
  expect(postmasterPid()).toBe(pid);
  await expectTheRow(postgres.url);
  await postgres.stop();
  await waitUntil(() => !isAlive(pid));
});

it('starts again at once after the process and the server were killed together', async () => {
  const owner = await ownerWithARow();
  const pid = postmasterPid();
  // Not the other way round: an owner who lives on starts another one.
  owner.process.kill('SIGKILL');
  process.kill(pid, 'SIGKILL');

  const postgres = await start();
  expect(postmasterPid()).not.toBe(pid);
  await expectTheRow(postgres.url);
});

it('starts when a stranger has the number that the lock file names', async () => {
  const postgres = await start();
  const lock = readFileSync(lockFile(), 'utf8').split('\n');
  await postgres.stop();
  writeFileSync(lockFile(), [process.pid, ...lock.slice(1)].join('\n'));

  const again = await start();
  expect(postmasterPid()).not.toBe(process.pid);
  await again.stop();
});

it('restarts a server that dies, under the same address', async () => {
  const postgres = await start();
  const errors: Error[] = [];
  const dataSource = await createDataSource(postgres.url, 3, [], (error) => errors.push(error)).initialize();
  await dataSource.query('CREATE TABLE confirmed AS SELECT 42 AS value');
  const pid = postmasterPid();
  process.kill(pid, 'SIGKILL');

  await waitUntil(() => !isAlive(pid));
  // The connection that lies idle is heard to break: nobody may have taken it for a question before.
  await waitUntil(() => errors.length > 0);
  // Backends that live on for a moment still answer; the new server has to have written its lock file.
  await waitUntil(() => successorOf(pid) !== null);
  await waitUntil(async () => {
    const rows = await dataSource.query<{ value: number }[]>('SELECT value FROM confirmed').catch(() => []);
    return rows[0]?.value === 42;
  });
  await dataSource.destroy();
});

it('can be stopped while a server that died cannot be restarted', async () => {
  const postgres = await start();
  const pid = postmasterPid();
  renameSync(join(folder.path, 'cluster'), join(folder.path, 'moved away'));
  process.kill(pid, 'SIGKILL');
  await waitUntil(() => !isAlive(pid));

  // Less than it waits for a server that does not stop.
  expect(await msOf(postgres.stop())).toBeLessThan(20_000);
});

it('takes nothing for a database that an interrupted first start has left behind', async () => {
  mkdirSync(join(folder.path, 'cluster.new-1', 'data'), { recursive: true });
  mkdirSync(join(folder.path, 'postgresql-18.new-1'));
  await start();
  expect(() => readFileSync(join(folder.path, 'cluster.new-1'))).toThrow('ENOENT');
  expect(() => readFileSync(join(folder.path, 'postgresql-18.new-1'))).toThrow('ENOENT');
});

it('lets one of two processes have a fresh folder', async () => {
  const owners = [spawnOwner(), spawnOwner()];
  const loser = await Promise.race(owners.map((owner) => owner.ended.then(() => owner)));
  const winner = owners.find((owner) => owner !== loser) as Child;
  expect(loser.stderr()).toMatch(/is in use by another Holecard process/);
  await waitForOutput(winner, /postgresql:/);
  winner.process.kill('SIGKILL');
  await winner.ended;
});
