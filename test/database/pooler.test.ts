import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { createDataSource, ENDLESS_MS } from '../../src/database/data-source';
import { migrate } from '../../src/database/migrate';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { type Pooler, startPooler } from '../support/pooler';

let database: TestDatabase;
let pooler: Pooler;
let pooled: DataSource;
let direct: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  pooler = await startPooler(database.url);
  pooled = await createDataSource(pooler.url, 1).initialize();
  direct = await createDataSource(database.url, 1).initialize();
});
afterAll(async () => {
  await pooled.destroy();
  await direct.destroy();
  pooler.close();
  await database.drop();
});

/** What the connections of migrations do just now. */
async function migrators(): Promise<{ state: string; waits: boolean }[]> {
  return direct.query<{ state: string; waits: boolean }[]>(
    `SELECT state, wait_event_type IS NOT DISTINCT FROM 'Lock' AS waits FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'holecard migrations'`,
  );
}

test('migrations leave no lock behind on connections that are kept for others', async () => {
  expect(await migrate(pooled)).toEqual([]);
  expect((await migrators()).map(({ state }) => state)).toEqual(['idle', 'idle']);
  expect(await migrate(direct)).toEqual([]);
  expect(await migrate(pooled)).toEqual([]);
});

test('who waits for his turn keeps no connection busy, and comes when it is his', async () => {
  let release: () => void = () => undefined;
  let began: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const hasBegun = new Promise<void>((resolve) => (began = resolve));
  const order: string[] = [];
  const first = migrate(direct, async () => {
    began();
    await held;
    order.push('first');
  });
  await hasBegun;
  const second = migrate(direct, () => Promise.resolve(void order.push('second')));
  for (let look = 0; look < 20; look++) {
    expect((await migrators()).filter(({ waits }) => waits)).toEqual([]);
    await sleep(20);
  }
  expect(order).toEqual([]);
  release();
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'second']);
});

test('migrations that fail leave the lock to the next', async () => {
  await expect(migrate(direct, () => Promise.reject(new Error('no such role')))).rejects.toThrow(
    'no such role',
  );
  expect(await migrate(direct)).toEqual([]);
});

test('a pooler that breaks off idle transactions soon does not take the lock away from who migrates', async () => {
  const LIMIT = 'idle_in_transaction_session_timeout\0';
  const [asked, given] = [`${LIMIT}${ENDLESS_MS}`, `${LIMIT}${'100'.padStart(`${ENDLESS_MS}`.length)}`];
  let changed = 0;
  const strict = await startPooler(database.url, (said) => {
    if (!said.includes(asked)) return said;
    changed += 1;
    return Buffer.from(said.toString('latin1').replace(asked, given), 'latin1');
  });
  const behind = createDataSource(strict.url, 1);
  try {
    expect(await migrate(behind, () => sleep(500))).toEqual([]);
    expect(changed).toBe(2);
  } finally {
    strict.close();
  }
});

test('a command waits for statements for as long as they take, and a setting of the role does not change that', async () => {
  const [{ role }] = await direct.query<[{ role: string }]>('SELECT current_user AS role');
  await direct.query(`ALTER ROLE ${role} IN DATABASE ${new URL(database.url).pathname.slice(1)}
    SET statement_timeout = '15s'`);
  const command = await createDataSource(database.url, 1, [], undefined, 'command').initialize();
  try {
    expect(await command.query('SHOW statement_timeout')).toEqual([{ statement_timeout: '2147483647ms' }]);
    expect(command.options).not.toHaveProperty('extra.query_timeout');
  } finally {
    await command.destroy();
  }
});
