import { randomInt, randomUUID } from 'node:crypto';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { loadVault } from '../../src/application/fairness/seed-maker';
import { createDataSource } from '../../src/database/data-source';
import { entities } from '../../src/persistence/entities';
import { auditEverything } from '../support/audit';
import { stopChildren, waitUntil } from '../support/child';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { EventClient } from './event-client';
import { type Blow, Fleet } from './fleet';
import { gapsOfTables } from './numbering';

/** How long it goes on: short with all other tests, longer by `npm run soak:tables`. */
const WANTED = process.env['TABLE_SOAK_SECONDS'];
const SECONDS = Number(WANTED ?? '15');
const TABLES = 2;
const PLAYERS = 30;
/** Of the players of each table; the others watch. */
const BETTORS = 10;
/** Streams of each player: 300 in all. */
const DEVICES = 5;
const PATIENCE_MS = 120_000;
const BLOWS: readonly Blow[] = ['SIGKILL', 'SIGKILL', 'SIGTERM', 'SIGSTOP'];
/**
 * A table goes on within so many milliseconds after its time was up, whatever became of its driver. Beside all other tests
 * a server may take as long to start, or stand still by itself: then it is enough that every table goes on.
 */
const LONGEST_PAUSE_MS = WANTED === undefined ? Infinity : 5000;

interface Player {
  readonly tableId: string;
  readonly sessionId: string;
  readonly token: string;
}

let database: TestDatabase;
let dataSource: DataSource;
let fleet: Fleet;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource(database.url, 4, entities).initialize();
  fleet = new Fleet(database.url, 3);
  await fleet.start();
});

afterAll(async () => {
  await stopChildren();
  await dataSource.destroy();
  await database.drop();
});

const over = { isOver: false };

async function openTable(): Promise<string> {
  const seconds = { betting: 2, insurance: 1, decision: 1, result: 1 };
  const { status, body } = await fleet.send('POST', '/v1/tables', {
    gameId: 'blackjack-deluxe',
    currency: 'EUR',
    mode: 'real',
    seconds,
  });
  expect(status).toBe(201);
  return String(body['id']);
}

async function openPlayer(tableId: string): Promise<Player> {
  const playerId = `player-${randomUUID()}`;
  const deposit = { transactionId: randomUUID(), amount: 1_000_000 };
  expect((await fleet.send('POST', `/v1/players/${playerId}/wallets/EUR/deposits`, deposit)).status).toBe(
    201,
  );
  const session = { playerId, gameId: 'blackjack-deluxe', currency: 'EUR', mode: 'real', tableId };
  const { status, body } = await fleet.send('POST', '/v1/sessions', session);
  expect(status).toBe(201);
  return { tableId, sessionId: String(body['id']), token: String(body['token']) };
}

const answers = new Map<string, number>();

interface Looked {
  readonly status: string;
  readonly seats: readonly { readonly seat: number; readonly state: string }[];
  readonly allowed: readonly Option[];
  readonly inAdvance: readonly Option[];
}

interface Option {
  readonly type: string;
  readonly hand?: string;
}

const anyOf = <V>(list: readonly V[]): V => list[randomInt(list.length)];

/** What may be done at a table that looks so, if it still does when it arrives; null where there is nothing. */
function whimAt(
  { status, seats, allowed, inAdvance }: Looked,
  own: number,
): readonly [path: string, body: object] | null {
  if (status === 'betting') {
    const other = anyOf(seats.filter(({ seat, state }) => seat === own || state !== 'free')).seat;
    const amount = 100 * randomInt(10, 20);
    return anyOf<readonly [string, object]>([
      ['bets', { seat: own, kind: 'seat', amount: 1000 }],
      ['bets', { seat: other, kind: 'behind', amount }],
      ['bets', { seat: other, kind: 'pairs', amount: 100 * randomInt(1, 5) }],
    ]);
  }
  const options = [...allowed, ...inAdvance];
  if (options.length === 0) return null;
  const { type, hand } = anyOf(options);
  const answer = type === 'insurance' || type.startsWith('follow-');
  return ['actions', { type, hand, ...(answer ? { accept: randomInt(3) > 0 } : {}) }];
}

/** Looks at the table, bets and chooses, all through any process; some of it comes too late and is refused. */
async function playAtRandom({ tableId, token }: Player, index: number): Promise<void> {
  const path = `/v1/tables/${tableId}`;
  while (!over.isOver) {
    await sleep(randomInt(100, 900));
    const { body: table } = await fleet.send('GET', path, null, token);
    const whim = whimAt(table as unknown as Looked, 1 + ((index >> 1) % 7));
    if (whim === null) continue;
    const { status, body } = await fleet.send('POST', `${path}/${whim[0]}`, whim[1], token);
    const what = status === 200 ? `${whim[0]} done` : String(body['code']);
    answers.set(what, (answers.get(what) ?? 0) + 1);
  }
}

/** By how many milliseconds the phase of a table is late, of the one that is latest. */
async function latenessMs(): Promise<number> {
  const [{ late }] = await dataSource.query<[{ late: number | null }]>(
    `SELECT (extract(epoch FROM max(clock_timestamp() - due_at)) * 1000)::float8 AS late FROM tables`,
  );
  return late ?? 0;
}

/** Writes down by how much a phase was late at most, in milliseconds. */
async function watchTables(worst: { lateMs: number }): Promise<void> {
  while (!over.isOver) {
    worst.lateMs = Math.max(worst.lateMs, await latenessMs());
    await sleep(50);
  }
}

async function countRounds(): Promise<number> {
  const [{ rounds }] = await dataSource.query<[{ rounds: number }]>(
    'SELECT count(*)::int AS rounds FROM table_rounds',
  );
  return rounds;
}

/** On a machine that has more to do than it can, everything takes longer in proportion. */
function patience(): number {
  return LONGEST_PAUSE_MS * Math.max(1, loadavg()[0] / (2 * cpus().length));
}

/** Strikes one process after the other, the next one when the one before is back. */
async function strikeAtRandom(blows: Map<Blow, number>): Promise<void> {
  while (!over.isOver) {
    await sleep(randomInt(500, 2500));
    const { living } = fleet;
    const blow = BLOWS[randomInt(BLOWS.length)];
    blows.set(blow, (blows.get(blow) ?? 0) + 1);
    await fleet.strike(living[randomInt(living.length)], blow);
  }
}

async function eventNoOf(tableId: string): Promise<number> {
  const rows = await dataSource.query<[{ no: number }]>(
    `SELECT event_no AS no FROM tables WHERE table_id = $1`,
    [tableId],
  );
  return rows[0].no;
}

interface Watched {
  readonly tableId: string;
  readonly client: EventClient;
}

/** Every player on several devices, each with a stream of its own. */
async function openStreams(players: readonly Player[]): Promise<Watched[]> {
  const clients = players.flatMap(({ tableId, token }) =>
    Array.from({ length: DEVICES }, () => ({
      tableId,
      client: new EventClient(fleet, `/v1/tables/${tableId}/stream`, token),
    })),
  );
  for (const { client } of clients) {
    client.start();
    await sleep(10);
  }
  await waitUntil(() => clients.every(({ client }) => client.lastId !== null), PATIENCE_MS);
  return clients;
}

/** The tables stand still, and every client has heard of everything up to there. */
async function hearTheLast(tables: readonly string[], clients: readonly Watched[]): Promise<void> {
  for (const tableId of tables) {
    const { status } = await fleet.send('POST', `/v1/tables/${tableId}/pause`, { reason: 'enough' });
    expect(status).toBe(200);
  }
  const last = new Map(await Promise.all(tables.map(async (id) => [id, await eventNoOf(id)] as const)));
  await waitUntil(
    () => clients.every(({ client, tableId }) => client.lastId === last.get(tableId)),
    PATIENCE_MS,
  );
  await Promise.all(clients.map(({ client }) => client.stop()));
}

async function report(
  clients: readonly Watched[],
  seconds: number,
  lateMs: number,
  blows: ReadonlyMap<Blow, number>,
): Promise<void> {
  const sum = (of: (client: EventClient) => number): number =>
    clients.reduce((total, { client }) => total + of(client), 0);
  const list = (counts: ReadonlyMap<string, number>): string =>
    [...counts].map(([what, times]) => `${times} ${what}`).join(', ');
  const [{ rounds, parts, events }] = await dataSource.query<
    [{ rounds: number; parts: number; events: number }]
  >(
    `SELECT (SELECT count(*)::int FROM table_rounds) AS rounds, (SELECT count(*)::int FROM rounds) AS parts,
       (SELECT count(*)::int FROM table_events) AS events`,
  );
  const received = sum((client) => client.received);
  const lines = [
    `${TABLES} tables, ${clients.length} streams, ${Math.round(seconds)} s: ${rounds} rounds with ${parts} bettors`,
    `${events} events, delivered ${received} times (${Math.round(received / seconds)}/s), to each client once and in order`,
    `${sum((client) => client.connections) - clients.length} reconnections after ${list(blows)}`,
    `longest pause of a table: ${(lateMs / 1000).toFixed(1)} s`,
    `${fleet.repeated} requests repeated; answers: ${list(answers)}`,
    'checked: order and gaps of events and steps, money, cards against their seeds, shoes, books',
  ];
  process.stdout.write(`${lines.join('\n  ')}\n`);
}

test(
  'three processes that die and come back: every client sees every event once, and every cent is right',
  async () => {
    const tables = await Promise.all(Array.from({ length: TABLES }, openTable));
    const players: Player[] = [];
    for (let index = 0; index < TABLES * PLAYERS; index++)
      players.push(await openPlayer(tables[index % TABLES]));
    const clients = await openStreams(players);

    const worst = { lateMs: 0 };
    const blows = new Map<Blow, number>();
    const since = performance.now();
    const bettors = players.slice(0, TABLES * BETTORS);
    const busy = [
      ...bettors.map(playAtRandom),
      watchTables(worst),
      strikeAtRandom(blows),
      strikeAtRandom(blows),
    ];
    await sleep(SECONDS * 1000);
    await waitUntil(async () => (await countRounds()) > 0, PATIENCE_MS);
    over.isOver = true;
    await Promise.all(busy);
    await waitUntil(async () => (await latenessMs()) < 0, PATIENCE_MS);
    const seconds = (performance.now() - since) / 1000;
    await hearTheLast(tables, clients);
    await fleet.stop();

    await report(clients, seconds, worst.lateMs, blows);
    expect(clients.flatMap(({ client }) => client.faults)).toEqual([]);
    expect(fleet.failures).toEqual([]);
    expect(worst.lateMs).toBeLessThan(patience());
    expect(await gapsOfTables(dataSource)).toEqual([]);
    expect(await auditEverything(dataSource, await loadVault(dataSource.manager, undefined))).toEqual([]);
  },
  SECONDS * 1000 + 600_000,
);
