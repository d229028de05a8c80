import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { isLiveApiKey } from '../../src/application/operators/api-keys';
import { createDataSource } from '../../src/database/data-source';
import { entities } from '../../src/persistence/entities';
import { listApiKeys, revokeApiKey } from '../../src/persistence/operators/api-keys';
import { findOperatorByName, listOperators } from '../../src/persistence/operators/operators';
import { seedSandbox } from '../../src/start/sandbox';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let dataSource: DataSource;
let folder: string;
const now = new Date('2026-01-01T00:00:00.000Z');

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'holecard-sandbox-'));
  database = await createTestDatabase();
  dataSource = createDataSource(database.url, 1, entities);
  await dataSource.initialize();
});
afterEach(async () => {
  await dataSource.destroy();
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function sandboxKeys() {
  const sandbox = await findOperatorByName(dataSource.manager, 'sandbox');
  return listApiKeys(dataSource.manager, sandbox?.operatorId ?? '');
}

test('a fresh embedded installation makes a key up, and every later start prints the same one', async () => {
  const key = (await seedSandbox(dataSource, undefined, folder, now)) ?? '';
  expect(key).toMatch(/^hc_[A-Za-z0-9_-]{43}$/);
  expect(await isLiveApiKey(dataSource.manager, key)).toBe(true);
  expect(await seedSandbox(dataSource, undefined, folder, now)).toBe(key);
  expect((await sandboxKeys()).map(({ scopes }) => scopes)).toEqual([
    ['play', 'wallet', 'history', 'tables', 'admin'],
  ]);

  const file = join(folder, 'sandbox-api-key');
  expect(readFileSync(file, 'utf8')).toBe(`${key}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a key that was revoked is neither printed nor brought back', async () => {
  const key = (await seedSandbox(dataSource, undefined, folder, now)) ?? '';
  const [{ keyId } = { keyId: '' }] = await sandboxKeys();
  await revokeApiKey(dataSource.manager, keyId, now);
  expect(await seedSandbox(dataSource, undefined, folder, now)).toBeUndefined();
  expect(await isLiveApiKey(dataSource.manager, key)).toBe(false);
});

test('a configured key is used, not printed; another one is added to it', async () => {
  expect(await seedSandbox(dataSource, 'hc_first', folder, now)).toBeUndefined();
  await seedSandbox(dataSource, 'hc_second', folder, now);
  await seedSandbox(dataSource, 'hc_second', folder, now);
  expect(await sandboxKeys()).toHaveLength(2);
  expect(await isLiveApiKey(dataSource.manager, 'hc_first')).toBe(true);
  expect(await isLiveApiKey(dataSource.manager, 'hc_second')).toBe(true);
});

test('a database of the operator gets a sandbox only when a key for it is given', async () => {
  expect(await seedSandbox(dataSource, undefined, null, now)).toBeUndefined();
  expect(await listOperators(dataSource.manager)).toEqual([]);
  await seedSandbox(dataSource, 'hc_given', null, now);
  expect(await isLiveApiKey(dataSource.manager, 'hc_given')).toBe(true);
});
