import { randomInt, randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { loadVault } from '../../src/application/fairness/seed-maker';
import { createDataSource } from '../../src/database/data-source';
import { entities } from '../../src/persistence/entities';
import { auditEverything } from '../support/audit';
import { type Child, startChild, stopChildren, waitForOutput } from '../support/child';
import { createTestDatabase, type TestDatabase } from '../support/database';

const root = resolve(__dirname, '../..');
const KEY = 'hc_crash_test_key_0123456789';
const READY = /API +(http:\/\/127\.0\.0\.1:\d+)\/v1\n/;
/** Of the server that runs: each takes whatever port is free. */
let baseUrl: string;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterEach(stopChildren);
afterAll(() => database.drop());

async function startServer(): Promise<Child> {
  const { PATH, HOME } = process.env;
  const settings = {
    DATABASE_URL: database.url,
    SANDBOX_API_KEY: KEY,
    LOG_LEVEL: 'error',
    DRAIN_SECONDS: '0',
  };
  const env = { PATH, HOME, PORT: '0', ...settings };
  const child = startChild(process.execPath, [join(root, 'dist/src/main.js')], { env, cwd: '/' });
  [, baseUrl] = await waitForOutput(child, READY);
  return child;
}

interface Sent {
  readonly path: string;
  readonly body: string;
  readonly key: string;
  readonly status: number;
  readonly answer: string;
}

const sent: Sent[] = [];

/** Sends until it is answered, always the same under the same key, as an aggregator does. */
async function send(path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const key = randomUUID();
  const text = JSON.stringify(body);
  for (;;) {
    const reply = await post(path, text, key).catch(() => null);
    if (reply === null || reply.status >= 500) await sleep(20);
    else {
      sent.push({ path, body: text, key, status: reply.status, answer: reply.text });
      return { status: reply.status, body: JSON.parse(reply.text) as Record<string, unknown> };
    }
  }
}

async function post(path: string, body: string, key: string): Promise<{ status: number; text: string }> {
  const headers = {
    authorization: `Bearer ${KEY}`,
    'idempotency-key': key,
    'content-type': 'application/json',
  };
  const response = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}

/** What a restart of the database does to the server: every connection breaks, in whatever statement it is. */
async function cutAllConnections(): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  await client.end();
}

async function playRounds(playerId: string, until: { over: boolean }): Promise<number> {
  const session = { playerId, gameId: 'american-blackjack', currency: 'EUR', mode: 'real' };
  const { body } = await send('/v1/sessions', session);
  let dealt = 0;
  while (!until.over) {
    const { status, body: round } = await send(`/v1/sessions/${String(body['id'])}/rounds`, {
      boxes: [{ box: 1, stake: 100 }],
    });
    expect(status).toBe(201);
    dealt += 1;
    if (round['status'] === 'settled') continue;
    const stood = await send(`/v1/rounds/${String(round['id'])}/actions`, { type: 'stand-all' });
    expect(stood.status).toBe(200);
  }
  return dealt;
}

test('a process killed or a database cut off at any moment: nothing is lost and nothing done twice', async () => {
  let server = await startServer();
  const players = Array.from({ length: 4 }, () => `player-${randomUUID()}`);
  for (const playerId of players) {
    const deposit = { transactionId: `fund-${playerId}`, amount: 10_000_000 };
    expect((await send(`/v1/players/${playerId}/wallets/EUR/deposits`, deposit)).status).toBe(201);
  }
  const until = { over: false };
  const playing = Promise.all(players.map((playerId) => playRounds(playerId, until)));
  for (let kill = 0; kill < 4; kill++) {
    await sleep(randomInt(150, 600));
    await cutAllConnections();
    await sleep(randomInt(150, 600));
    server.process.kill('SIGKILL');
    await server.ended;
    server = await startServer();
  }
  until.over = true;
  const dealt = (await playing).reduce((sum, rounds) => sum + rounds, 0);

  for (const { path, body, key, status, answer } of sent.filter((_, index) => index % 5 === 0)) {
    expect(await post(path, body, key)).toEqual({ status, text: answer });
  }
  const dataSource = createDataSource(database.url, 2, entities);
  await dataSource.initialize();
  try {
    const [{ rounds }] = await dataSource.query<[{ rounds: number }]>(
      'SELECT count(*) AS rounds FROM rounds',
    );
    expect(rounds).toBe(dealt);
    expect(await auditEverything(dataSource, await loadVault(dataSource.manager, undefined))).toEqual([]);
  } finally {
    await dataSource.destroy();
  }
}, 600_000);
