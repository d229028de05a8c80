import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { PostgresNews } from '../../src/application/tables/news';
import { Casino } from '../support/casino';
import { waitUntil } from '../support/child';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { HttpTable } from './http-table';

const NOWHERE = 'postgresql://nobody@127.0.0.1:1/none';
const TABLE = { tableKey: 3, tableId: '019b0000-0000-7000-8000-000000000003' };
const BROKEN = 'the connection that listens for events of tables broke';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function notify(lastNo: number): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`NOTIFY table_events, '${TABLE.tableId} ${lastNo}'`);
  await client.end();
}

test('who listens is told where a URL past the pooler is given, whatever the other connections go to', async () => {
  const pooled = { options: { url: NOWHERE }, manager: { query: () => Promise.resolve([]) } };
  const errors: string[] = [];
  const news = new PostgresNews({
    dataSource: pooled as unknown as DataSource,
    listenUrl: database.url,
    pollMs: 3_600_000,
    onError: (_error, what) => errors.push(what),
  });
  const told: number[] = [];
  news.subscribe(TABLE, (lastNo) => told.push(lastNo));
  await waitUntil(async () => {
    if (told.length === 0) await notify(7);
    return told.length > 0;
  });
  await news.stop();
  expect([told[0], errors]).toEqual([7, []]);
});

test('LISTEN_DATABASE_URL is that URL, and without it DATABASE_URL is', async () => {
  for (const [overrides, breaks] of [
    [{ listenDatabaseUrl: NOWHERE }, true],
    [{}, false],
  ] as const) {
    const casino = await Casino.open(overrides);
    const table = await HttpTable.open(casino);
    const reading = new AbortController();
    const stream = await fetch(`${casino.app.baseUrl}/v1/tables/${table.id}/stream`, {
      headers: { authorization: `Bearer ${casino.key}` },
      signal: reading.signal,
    });
    expect(stream.status).toBe(200);
    const isBroken = (): boolean => casino.app.logLines.some((line) => line.includes(BROKEN));
    const listeners = (): Promise<unknown[]> =>
      casino.app.dataSource.query(`SELECT FROM pg_stat_activity WHERE datname = current_database()
        AND application_name = 'holecard table events' AND query LIKE 'LISTEN%'`);
    await waitUntil(async () => isBroken() || (await listeners()).length > 0);
    expect(isBroken()).toBe(breaks);
    reading.abort();
    await casino.close();
  }
});
