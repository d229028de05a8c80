import { randomUUID } from 'node:crypto';
import { Casino, type Reply } from '../support/casino';

/** One operator's things, and what another operator's call on them must come to. */
let owner: Casino;
let stranger: Casino;
let ids: Record<string, string>;

interface Route {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
}

let routes: readonly Route[];

beforeAll(async () => {
  owner = await Casino.open();
  stranger = await Casino.at(owner.app);
  ids = await ownersThings();
  const document = (await (await fetch(`${owner.app.baseUrl}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  routes = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId }]) => ({
      method: method.toUpperCase(),
      path,
      operationId,
    })),
  );
});

afterAll(() => owner.close());

async function ownersThings(): Promise<Record<string, string>> {
  await owner.post('/v1/rule-sets', { id: 'house-game', settings: {} });
  const playerId = `player-${randomUUID()}`;
  const transactionId = randomUUID();
  await owner.post(`/v1/players/${playerId}/wallets/EUR/deposits`, { transactionId, amount: 100_000 });
  const session = { playerId, gameId: 'house-game', mode: 'real' };
  const { id: sessionId } = await owner.openSession(session);
  const cancelled = await owner.deal((await owner.openSession(session)).id, {
    boxes: [{ box: 1, stake: 100 }],
  });
  await owner.cancel(cancelled.body.id, { reason: 'test' });
  const open = await owner.openSession({ ...session, gameId: 'blackjack-switch-push22' });
  const round = await owner.deal(open.id, { boxes: [{ box: 1, stake: 100 }] });
  const suspension = { scope: 'player', playerId: `player-${randomUUID()}`, reason: 'test' };
  const suspended = await owner.post<{ id: string }>('/v1/suspensions', suspension);
  const table = await owner.post<{ id: string }>('/v1/tables', {
    gameId: 'blackjack-deluxe',
    currency: 'EUR',
    mode: 'test',
  });
  const sits = await owner.openSession({ gameId: 'blackjack-deluxe', tableId: table.body.id });
  await owner.post(`/v1/tables/${table.body.id}/bets`, { ...TABLE_BET, sessionId: sits.id });
  return {
    tableId: table.body.id,
    seat: '1',
    tableSessionId: sits.id,
    suspensionId: suspended.body.id,
    playerId,
    transactionId,
    sessionId,
    gameId: 'house-game',
    ruleSetId: 'house-game',
    currency: 'EUR',
    roundId: round.body.id,
  };
}

const TABLE_BET = { seat: 1, kind: 'seat', amount: 1000 };

/** A body that would be right if the thing were his. */
const BODIES: Readonly<Record<string, object>> = {
  setLimits: { stake: { min: 100, max: 500, step: 100 }, sideBet: { min: 100, max: 500, step: 100 } },
  putPlayer: {},
  changePlayerSettings: { warnings: false },
  deposit: { transactionId: 'of-the-stranger', amount: 100 },
  withdraw: { transactionId: 'of-the-stranger', amount: 100 },
  deal: { boxes: [{ box: 1, stake: 100 }] },
  act: { type: 'stand-all' },
  cancelRound: { reason: 'theft' },
  liftSuspension: { reason: 'mercy' },
  erasePlayer: { reason: 'player_request' },
  setClientSeed: { clientSeed: 'of the stranger' },
  changeTable: { status: 'closed' },
  scriptTableCards: { cards: ['As'] },
  placeTableBet: TABLE_BET,
  actAtTable: { type: 'stand', hand: '1.1' },
  pauseTable: { reason: 'theft' },
  resumeTable: { reason: 'theft' },
};

/** Calls of a player at a table name his session: in the body, or in the query. */
const NAMES_SESSION: ReadonlySet<string> = new Set(['placeTableBet', 'actAtTable']);
const ASKS_SESSION: ReadonlySet<string> = new Set(['takeTableBetsBack', 'leaveTableSeat']);

/**
 * Calls that make a player of his own of the id, for ids of players are every operator's own. Everything else that
 * another operator names does not exist.
 */
const MAKES_HIS_OWN: ReadonlySet<string> = new Set(['putPlayer', 'deposit']);

/** The owner's rows in every table, to the last column. */
async function everythingOfTheOwner(): Promise<unknown> {
  const tables = await owner.app.dataSource.query<{ table: string }[]>(
    `SELECT table_name AS table FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'operator_id' ORDER BY 1`,
  );
  const byKey = ['wallets', 'shoes', 'round_steps', 'table_sheets'];
  return Promise.all([
    ...tables.map(({ table }) => rows(table, 'operator_id = $1', [owner.operatorId])),
    ...byKey.map((table) =>
      rows(table, 'player_key IN (SELECT player_key FROM players WHERE operator_id = $1)', [
        owner.operatorId,
      ]),
    ),
  ]);
}

function rows(table: string, where: string, values: unknown[]): Promise<unknown> {
  return owner.app.dataSource.query(`SELECT to_jsonb(t) FROM ${table} t WHERE ${where} ORDER BY 1`, values);
}

async function callOf(
  { method, path: route, operationId }: Route,
  by: Casino,
): Promise<Pick<Reply, 'status'>> {
  const path = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name]);
  // It has no end.
  if (operationId === 'streamTable') return statusOf(by, path);
  const sessionId = ids['tableSessionId'];
  const query = ASKS_SESSION.has(operationId) ? `?sessionId=${sessionId}` : '';
  const body = NAMES_SESSION.has(operationId) ? { ...BODIES[operationId], sessionId } : BODIES[operationId];
  return by.call(method, path + query, body);
}

async function statusOf({ app, key }: Casino, path: string): Promise<Pick<Reply, 'status'>> {
  const response = await fetch(app.baseUrl + path, { headers: { authorization: `Bearer ${key}` } });
  await response.body?.cancel();
  return { status: response.status };
}

test('every route that names a thing: another operator’s does not exist, and nothing of it changes', async () => {
  const named = routes.filter(({ path }) => path.includes('{'));
  expect(named.length).toBeGreaterThan(15);
  const before = await everythingOfTheOwner();
  const results: Record<string, number | string> = {};
  const makes = ({ operationId }: Route): number => (MAKES_HIS_OWN.has(operationId) ? 1 : 0);
  for (const route of named.sort((one, other) => makes(one) - makes(other))) {
    expect(Object.keys(ids)).toEqual(
      expect.arrayContaining([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)),
    );
    const { status } = await callOf(route, stranger);
    results[route.operationId] = status;
    if (!MAKES_HIS_OWN.has(route.operationId))
      expect({ ...route, status }).toEqual({ ...route, status: 404 });
  }
  expect(await everythingOfTheOwner()).toEqual(before);
  for (const made of MAKES_HIS_OWN) expect(results[made]).toBeLessThan(300);
});

/** The round of the owner is open: it was not cancelled, and is not proved before it has ended. */
const NOT_YET: Readonly<Record<string, number>> = { readCancellation: 404, readProof: 409 };

test('the same calls by the owner find the things, so the test above looks at something', async () => {
  const reads = routes.filter(({ method, path }) => method === 'GET' && path.includes('{'));
  for (const route of reads) {
    const { status } = await callOf(route, owner);
    const expected = NOT_YET[route.operationId] ?? 200;
    expect({ ...route, status }).toEqual({ ...route, status: expected });
  }
});

test('lists hold one’s own only', async () => {
  for (const { path } of routes.filter(
    ({ method, path: at }) =>
      method === 'GET' && /^\/v1\/(rounds|bets|cancellations|suspensions|tables)$/.test(at),
  )) {
    expect((await stranger.get<{ items: unknown[] }>(path)).body.items).toEqual([]);
    expect((await owner.get<{ items: unknown[] }>(path)).body.items.length).toBeGreaterThan(0);
  }
});

test('every route but the open ones refuses strangers without credentials', async () => {
  for (const { method, path } of routes.filter((route) => route.path.startsWith('/v1/'))) {
    const url = owner.app.baseUrl + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name]);
    for (const authorization of ['', 'Bearer hc_wrong', 'Bearer hs_wrong', 'Basic abc']) {
      const { status } = await fetch(url, { method, headers: authorization === '' ? {} : { authorization } });
      expect({ method, path, status: status === 429 ? 401 : status }).toEqual({ method, path, status: 401 });
    }
  }
});
