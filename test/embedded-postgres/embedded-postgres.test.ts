import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres';
import { silentLog } from '../support/silent-log';
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder';

let folder: TemporaryFolder;
let postgres: EmbeddedPostgres;

beforeAll(async () => {
  folder = createTemporaryFolder();
  postgres = await startEmbeddedPostgres({ dataDir: folder.path, log: silentLog });
});

afterAll(async () => {
  await postgres.stop();
  await folder.remove();
});

async function ask<T>(sql: string, url = postgres.url): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ value: T }>(sql);
    return rows.at(0)?.value as T;
  } finally {
    await client.end();
  }
}

it('is a real PostgreSQL 18 that keeps what it has confirmed', async () => {
  expect(await ask('SELECT version() AS value')).toMatch(/^PostgreSQL 18\./);
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    expect([setting, await ask(`SELECT current_setting('${setting}') AS value`)]).toEqual([setting, 'on']);
  }
});

it('can be reached from this machine only, with the password only', async () => {
  expect(await ask("SELECT current_setting('listen_addresses') AS value")).toBe('127.0.0.1');
  expect(await ask("SELECT current_setting('unix_socket_directories') AS value")).toBe('');
  const withoutPassword = new URL(postgres.url);
  withoutPassword.password = 'wrong';
  await expect(ask('SELECT 1 AS value', withoutPassword.href)).rejects.toMatchObject({ code: '28P01' });
});

it('keeps the password where only its owner can read it', () => {
  const path = join(folder.path, 'cluster', 'password');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).toBe(new URL(postgres.url).password);
});

it('keeps its data over a restart', async () => {
  await ask('CREATE TABLE kept AS SELECT 42 AS value');
  await postgres.stop();
  await expect(ask('SELECT 1 AS value')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  postgres = await startEmbeddedPostgres({ dataDir: folder.path, log: silentLog });
  expect(await ask('SELECT value FROM kept')).toBe(42);
});

it('refuses a data folder that another process has, and leaves that one alone', async () => {
  await expect(startEmbeddedPostgres({ dataDir: folder.path, log: silentLog })).rejects.toThrow(
    /^DATA_DIR .* is in use by another Holecard process/,
  );
  expect(await ask('SELECT 1 AS value')).toBe(1);
});
