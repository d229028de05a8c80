import type { DataSource } from 'typeorm';
import { createDataSource } from '../../src/database/data-source';
import { migrate, migrateDown } from '../../src/database/migrate';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource(database.url, 2).initialize();
});

afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

async function valueOf(expression: string): Promise<unknown> {
  const [row] = await dataSource.query<[{ value: unknown }]>(`SELECT ${expression} AS value`);
  return row.value;
}

describe('a connection', () => {
  it.each([
    ['9007199254740991::bigint', Number.MAX_SAFE_INTEGER],
    ['-9007199254740991::bigint', -Number.MAX_SAFE_INTEGER],
    ['0::bigint', 0],
    ['7::integer', 7],
    ["'x'::text", 'x'],
  ])('reads %s as %p', async (expression, value) => {
    expect(await valueOf(expression)).toBe(value);
  });

  it('refuses to round a bigint', async () => {
    await expect(valueOf('9007199254740992::bigint')).rejects.toThrow(/too large/);
  });

  it('stays usable after a refused number', async () => {
    await expect(valueOf('9007199254740993::bigint')).rejects.toThrow('9007199254740993');
    expect(await valueOf('1::bigint')).toBe(1);
  });

  it('bounds statements, locks and idle transactions, and says whose it is', async () => {
    expect(await valueOf("current_setting('statement_timeout')")).toBe('15s');
    expect(await valueOf("current_setting('lock_timeout')")).toBe('10s');
    expect(await valueOf("current_setting('idle_in_transaction_session_timeout')")).toBe('30s');
    expect(await valueOf("current_setting('application_name')")).toBe('holecard');
  });

  it('reaches a UTF-8 database in UTC whose order does not depend on the machine', async () => {
    expect(await valueOf("current_setting('server_encoding')")).toBe('UTF8');
    expect(await valueOf("current_setting('timezone')")).toBe('UTC');
    expect(await valueOf('(SELECT datlocale FROM pg_database WHERE datname = current_database())')).toBe(
      'C.UTF-8',
    );
  });
});

describe('migrations', () => {
  it('have all been run in a test database', async () => {
    expect(await valueOf('(SELECT count(*) FROM migrations)')).toBeGreaterThan(0);
    expect(await migrate(dataSource)).toEqual([]);
  });

  it('are run once when several processes start together', async () => {
    await migrateDown(dataSource);
    expect(await valueOf('(SELECT count(*) FROM migrations)')).toBe(0);
    const runs = await Promise.all([migrate(dataSource), migrate(dataSource), migrate(dataSource)]);
    const ran = runs.filter((names) => names.length > 0);
    expect(ran).toHaveLength(1);
    expect(await valueOf('(SELECT count(*) FROM migrations)')).toBe(ran[0]?.length);
  });
});
