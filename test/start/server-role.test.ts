import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../src/database/data-source';
import { migrate } from '../../src/database/migrate';
import { openToRole, restrictedUrl } from '../../src/start/server-role';
import { createTestDatabase, type TestDatabase } from '../support/database';

const role = `app "${randomBytes(6).toString('hex')}"`;
let database: TestDatabase;
let owner: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await createDataSource(database.url, 1).initialize();
});
afterAll(async () => {
  await owner.query(`REASSIGN OWNED BY "${role.replaceAll('"', '""')}" TO CURRENT_USER`);
  await owner.query(`DROP OWNED BY "${role.replaceAll('"', '""')}"`);
  await owner.query(`DROP ROLE "${role.replaceAll('"', '""')}"`);
  await owner.destroy();
  await database.drop();
});

function urlOf(user: string, password: string): string {
  const url = new URL(database.url);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password);
  return url.href;
}

test('the owner makes the role that the server works under, once, and it can add to the records and nothing else', async () => {
  const url = urlOf(role, `it's a "secret"/%`);
  const prepare = (): Promise<string[]> => migrate(owner, (db) => openToRole(db, url));
  await Promise.all([prepare(), prepare(), prepare()]);
  const server = await createDataSource(url, 1).initialize();
  try {
    expect(await server.query('SELECT current_user AS who, session_user AS logged_in')).toEqual([
      { who: role, logged_in: role },
    ]);
    expect(await migrate(server)).toEqual([]);
    const [{ rights }] = await server.query<[{ rights: string[] }]>(
      `SELECT array_agg(privilege ORDER BY privilege) FILTER (WHERE has_table_privilege('transfers', privilege)) AS rights
       FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) AS privilege`,
    );
    expect(rights).not.toContain('UPDATE');
    for (const sql of [
      'UPDATE transfers SET amount = 1',
      'DELETE FROM round_steps',
      'TRUNCATE cancellations',
      'ALTER TABLE transfers DISABLE TRIGGER ALL',
      'CREATE TABLE mine ()',
      'SET ROLE holecard',
    ]) {
      await expect(server.query(sql)).rejects.toThrow(/permission denied|must be owner/);
    }
  } finally {
    await server.destroy();
  }
});

test('a role that no right could bind is refused by its name', async () => {
  const { username, password } = new URL(database.url);
  await expect(openToRole(owner.manager, urlOf(username, password))).rejects.toThrow(
    new RegExp(`^DATABASE_URL: the role ${username} is a superuser`),
  );
});

test('the password of the embedded role is made of the owner’s and does not tell it', () => {
  const made = [1, 2].map(
    (number) => new URL(restrictedUrl(`postgresql://holecard:secret${number}@127.0.0.1:5432/holecard`)),
  );
  expect(made.map(({ username }) => username)).toEqual(['holecard_app', 'holecard_app']);
  expect(made[0].password).not.toBe(made[1].password);
  expect(made[0].href).not.toContain('secret');
  expect(restrictedUrl('postgresql://holecard:secret1@127.0.0.1:5432/holecard')).toBe(made[0].href);
});
