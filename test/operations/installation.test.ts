import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readConfig } from '../../src/config/config';
import { startEmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres';
import { withInstallation } from '../../src/operations/installation';
import { parseOperatorCommand } from '../../src/operations/operator-command';
import { runOperatorCommand } from '../../src/operations/run-operator-command';
import { startChild, stopChildren, waitForOutput, waitUntil } from '../support/child';
import { silentLog } from '../support/silent-log';
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder';

let folder: TemporaryFolder;

beforeAll(() => {
  folder = createTemporaryFolder();
});
afterEach(stopChildren);
afterAll(() => folder.remove());

function run(line: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const command = parseOperatorCommand(line.split(' '));
  return withInstallation(readConfig(env), ({ manager }) => runOperatorCommand(manager, command, new Date()));
}

test('commands work beside a server that runs, and without one on a database of their own', async () => {
  const env = { DATA_DIR: folder.path };
  const lockFile = join(folder.path, 'cluster/data/postmaster.pid');
  const server = await startEmbeddedPostgres({
    dataDir: folder.path,
    log: silentLog,
    settings: { fsync: 'off' },
  });
  await run('create beside', env);
  expect(existsSync(lockFile)).toBe(true);
  await server.stop();

  await run('create alone', env);
  expect(existsSync(lockFile)).toBe(false);
  expect((await run('list', env)).map((line) => line.split(' ')[0])).toEqual(['alone', 'beside']);
});

test('a command that is broken off stops the database that was started for it', async () => {
  const program = `
    const { withInstallation } = require(${JSON.stringify(resolve(__dirname, '../../dist/src/operations/installation.js'))});
    const { readConfig } = require(${JSON.stringify(resolve(__dirname, '../../dist/src/config/config.js'))});
    void withInstallation(readConfig(process.env), () => new Promise(() => console.log('at work')));`;
  const { PATH } = process.env;
  const child = startChild(process.execPath, ['-e', program], { env: { PATH, DATA_DIR: folder.path } });
  await waitForOutput(child, /at work/);
  const lockFile = join(folder.path, 'cluster/data/postmaster.pid');
  expect(existsSync(lockFile)).toBe(true);
  child.process.kill('SIGINT');
  expect(await child.ended).toBe(130);
  await waitUntil(() => !existsSync(lockFile));
});

test('a database that cannot be reached is named without its password', async () => {
  const failed = run('list', { DATABASE_URL: 'postgresql://someone:secret-word@127.0.0.1:1/none' });
  await expect(failed).rejects.toThrow(
    /^Cannot connect to PostgreSQL at 127\.0\.0\.1:1\/none: .*ECONNREFUSED/,
  );
  await expect(failed).rejects.not.toThrow(/secret-word/);
});
