import { existsSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDataSource } from '../../src/database/data-source';
import { urlOfRunning } from '../../src/embedded-postgres/running';
import { type Child, startChild, stopChildren, waitForOutput, waitUntil } from '../support/child';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder';

const root = resolve(__dirname, '../..');
const ready = /API +(http:\/\/127\.0\.0\.1:(\d+))\/v1\n/;
let folder: TemporaryFolder;
let database: TestDatabase;

beforeAll(async () => {
  folder = createTemporaryFolder();
  database = await createTestDatabase();
});

afterEach(stopChildren);

afterAll(async () => {
  await database.drop();
  await folder.remove();
});

const lockFile = (): string => join(folder.path, 'cluster/data/postmaster.pid');

/** The roles of the server's connections. */
const CONNECTED = `SELECT DISTINCT usename AS role FROM pg_stat_activity
  WHERE application_name = 'holecard' AND pid <> pg_backend_pid()`;

/** The environment of this test run, without what would change the server's configuration. */
function environment(variables: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, HOST: '127.0.0.1', PORT: '0', ...variables };
}

function startServer(variables: Record<string, string>): Child {
  return startChild(process.execPath, [join(root, 'dist/src/main.js')], {
    env: environment(variables),
    cwd: '/',
  });
}

/** Whoever is connected and says nothing holds up the end for DRAIN_SECONDS. */
async function connected(baseUrl: string): Promise<Socket> {
  const silent = connect(Number(new URL(baseUrl).port), '127.0.0.1').on('error', () => undefined);
  await new Promise((resolve) => silent.once('connect', resolve));
  return silent;
}

/** Waits until the probe is told that the server is about to stop, and gives its answer. */
async function unready(baseUrl: string): Promise<readonly [status: number, connection: string | null]> {
  for (;;) {
    const { status, headers, ...answer } = await fetch(`${baseUrl}/health/ready`).then(async (response) => {
      const body = (await response.json()) as { readonly code?: string; readonly detail?: string };
      return { status: response.status, headers: response.headers, ...body };
    });
    if (answer.code === 'unavailable' && answer.detail === 'The server is about to stop.')
      return [status, headers.get('connection')];
  }
}

it('npm start brings everything up, and SIGTERM takes everything down with exit code 0', async () => {
  const server = startChild('npm', ['start'], { cwd: root, env: environment({ DATA_DIR: folder.path }) });
  const [, baseUrl] = await waitForOutput(server, ready, 110_000);
  expect(server.stdout()).toContain(`Docs         ${baseUrl}/docs`);
  expect(server.stdout()).toContain(`embedded PostgreSQL in ${folder.path}`);
  expect((await fetch(`${baseUrl}/health/live`)).status).toBe(200);
  expect((await fetch(`${baseUrl}/no-such-page`)).status).toBe(404);
  // The owner of the tables made the schema and has gone; the server cannot touch its records.
  const owner = await createDataSource(urlOfRunning(folder.path) ?? '', 1).initialize();
  // The database takes a moment to let go of who has gone.
  await waitUntil(async () => (await owner.query<unknown[]>(CONNECTED)).length === 1);
  expect(await owner.query(CONNECTED)).toEqual([{ role: 'holecard_app' }]);
  await owner.destroy();

  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  await expect(fetch(`${baseUrl}/`)).rejects.toThrow();
  expect(existsSync(join(folder.path, 'cluster/data/PG_VERSION'))).toBe(true);
  expect(existsSync(lockFile())).toBe(false);
}, 240_000);

it('runs on a PostgreSQL of the operator and does not repeat its password', async () => {
  const server = startServer({ DATABASE_URL: database.url });
  await waitForOutput(server, ready);
  expect(server.stdout()).toContain(`PostgreSQL at ${new URL(database.url).host}/test_`);
  expect(server.stdout() + server.stderr()).not.toContain(new URL(database.url).password);
  server.process.kill('SIGINT');
  expect(await server.ended).toBe(0);
});

it('still answers those who are connected when it is told to stop, and tells its probe that it is not ready', async () => {
  const server = startServer({ DATABASE_URL: database.url, DRAIN_SECONDS: '90' });
  const [, baseUrl] = await waitForOutput(server, ready);
  await waitUntil(async () => (await fetch(`${baseUrl}/health/ready`)).status === 200);
  const silent = await connected(baseUrl);
  server.process.kill('SIGTERM');
  expect(await unready(baseUrl)).toEqual([503, 'close']);
  const answer = await fetch(`${baseUrl}/health/live`);
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  silent.destroy();
  expect(await server.ended).toBe(0);
});

it('finishes its start before it stops when it is told to stop meanwhile', async () => {
  const server = startServer({ DATA_DIR: folder.path });
  await waitUntil(() => existsSync(lockFile()));
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(existsSync(lockFile())).toBe(false);
});

it('takes a signal that comes twice, as that of a Ctrl-C does under npm, for one', async () => {
  const codes: (number | string)[] = [];
  // Where the machine stands still between the two, they are two.
  while (codes.at(-1) !== 0 && codes.length < 5) {
    const server = startServer({ DATA_DIR: folder.path });
    await waitForOutput(server, ready);
    server.process.kill('SIGINT');
    await sleep(100);
    server.process.kill('SIGINT');
    codes.push(await server.ended);
  }
  expect(codes.at(-1)).toBe(0);
  expect(existsSync(lockFile())).toBe(false);
});

it('ends at once when it is told again to stop, and its PostgreSQL with it', async () => {
  const server = startServer({ DATA_DIR: folder.path, DRAIN_SECONDS: '90' });
  const [, baseUrl] = await waitForOutput(server, ready);
  await connected(baseUrl);
  server.process.kill('SIGTERM');
  // It has heard, and more than a second later a signal is another one.
  await unready(baseUrl);
  await sleep(1500);
  expect([server.process.exitCode, existsSync(lockFile())]).toEqual([null, true]);
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(1);
  expect(server.stderr()).toContain('Holecard was told again to stop, and ends at once.\n');
  await waitUntil(() => !existsSync(lockFile()));
});

it('names PORT when the port is in use, and starts no database', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const port = String((other.address() as AddressInfo).port);
  const dataDir = join(folder.path, 'never made');

  const server = startServer({ PORT: port, DATA_DIR: dataDir });
  expect(await server.ended).toBe(1);
  expect(server.stderr()).toContain(`PORT ${port} on 127.0.0.1 is in use`);
  expect(existsSync(dataDir)).toBe(false);
  other.close();
});

it.each([
  [{ PORT: 'http', TEST_MODE: 'maybe' }, [/PORT must be/, /TEST_MODE must be one of on, off, not "maybe"/]],
  [{ HOST: '192.0.2.1' }, [/HOST 192\.0\.2\.1 is not an address of this machine/]],
  [
    { DATABASE_URL: 'postgresql://u:secret-word@127.0.0.1:1/none' },
    [/Cannot connect to the PostgreSQL at 127\.0\.0\.1:1/],
  ],
])('refuses to start with %j', async (variables, messages) => {
  const server = startServer(variables);
  expect(await server.ended).toBe(1);
  for (const message of messages) expect(server.stderr()).toMatch(message);
  expect(server.stderr()).not.toContain('secret-word');
  expect(server.stdout()).toBe('');
});
