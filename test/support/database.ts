import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A migrated, empty database that only the calling test file knows. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(serverUrl());
  const name = `test_${randomBytes(8).toString('hex')}`;
  await maintain(`CREATE DATABASE ${name} TEMPLATE ${template.pathname.slice(1)}`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => maintain(`DROP DATABASE ${name} WITH (FORCE)`) };
}

function serverUrl(): string {
  const url = process.env['HOLECARD_TEST_POSTGRES_URL'];
  if (url === undefined) throw new Error('tests that need a database belong to the project "integration"');
  return url;
}

async function maintain(sql: string): Promise<void> {
  const url = new URL(serverUrl());
  url.pathname = '/postgres';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
