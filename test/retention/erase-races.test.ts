import { randomUUID } from 'node:crypto';
import { Housekeeping } from '../../src/http/housekeeping';
import { Casino } from '../support/casino';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

const REPEATS = 15;

function erase(playerId: string): Promise<{ status: number }> {
  return casino.post(`/v1/players/${playerId}/erase`, { reason: 'player_request' });
}

/** Rows with that name which belong to a player who was erased. */
async function namesOfTheErased(playerId: string): Promise<string[]> {
  const { dataSource } = casino.app;
  const tables = ['sessions', 'rounds', 'wallet_transactions'].map(
    (table) => `SELECT '${table}' AS place, player_key FROM ${table} WHERE player_id = $1`,
  );
  const cancelled = `SELECT 'cancellations', player_key FROM cancellations WHERE round_before->>'playerId' = $1`;
  const rows = await dataSource.query<{ place: string }[]>(
    `SELECT place FROM (${[...tables, cancelled].join(' UNION ALL ')}) AS named
     JOIN players p USING (player_key) WHERE p.erased_at IS NOT NULL`,
    [playerId],
  );
  return rows.map(({ place }) => place);
}

/** Money or an open round that an erased player would have for ever. */
async function leftOvers(): Promise<unknown[]> {
  return casino.app.dataSource.query(
    `SELECT p.player_key FROM players p WHERE erased_at IS NOT NULL AND (
       EXISTS (SELECT FROM rounds r WHERE r.player_key = p.player_key AND ended_at IS NULL)
       OR EXISTS (SELECT FROM wallets w WHERE w.player_key = p.player_key AND balance > 0 AND currency <> 'FUN'
         AND session_id = '00000000-0000-0000-0000-000000000000'))`,
  );
}

type Rival = (playerId: string) => Promise<{ status: number }>;

const cash: Rival = (playerId) =>
  casino.post(`/v1/players/${playerId}/wallets/EUR/deposits`, { transactionId: randomUUID(), amount: 100 });
const session: Rival = (playerId) =>
  casino.post('/v1/sessions', { playerId, gameId: 'american-blackjack', currency: 'EUR', mode: 'demo' });
const settings: Rival = (playerId) =>
  casino.call('PATCH', `/v1/players/${playerId}/settings`, { sound: false });

test.each<[string, Rival, number[]]>([
  ['a deposit', cash, [201]],
  ['a session', session, [201]],
  ['a change of settings', settings, [200, 404]],
])(
  '%s and an erasure at once: one comes first, and the other is about what is true then',
  async (_, rival, statuses) => {
    for (let count = 0; count < REPEATS; count++) {
      const playerId = `race-${randomUUID()}`;
      await casino.call('PUT', `/v1/players/${playerId}`, {});
      const [erased, other] = await Promise.all([erase(playerId), rival(playerId)]);
      expect([200, 409]).toContain(erased.status);
      expect(statuses).toContain(other.status);
      expect(await namesOfTheErased(playerId)).toEqual([]);
    }
    expect(await leftOvers()).toEqual([]);
  },
);

test('a deal and an erasure at once: either the round is open and he stays, or no round is dealt', async () => {
  const outcomes = new Set<string>();
  for (let count = 0; count < REPEATS; count++) {
    const { id, playerId } = await casino.openSession({ gameId: 'american-blackjack' });
    const [erased, dealt] = await Promise.all([
      erase(playerId),
      casino.deal(id, { boxes: [{ box: 1, stake: 1000 }], cards: ['9c', '6d', '7s', 'Th', '2c'] }),
    ]);
    outcomes.add(`${erased.status} ${dealt.status}`);
    expect(await namesOfTheErased(playerId)).toEqual([]);
  }
  expect(['200 409', '409 201']).toEqual(expect.arrayContaining([...outcomes]));
  expect(await leftOvers()).toEqual([]);
});

test('a cancellation and an erasure at once leave no name behind', async () => {
  for (let count = 0; count < REPEATS; count++) {
    const { id, playerId } = await casino.openSession({ gameId: 'american-blackjack' });
    const cards = ['9c', '6d', '7s', 'Th', '2c'];
    const { body } = await casino.deal(id, { boxes: [{ box: 1, stake: 1000 }], cards });
    await casino.act(body.id, { type: 'stand-all' });
    const [erased, cancelled] = await Promise.all([
      erase(playerId),
      casino.cancel(body.id, { reason: 'fault' }),
    ]);
    expect(erased.status).toBe(200);
    expect([200, 409]).toContain(cancelled.status);
    expect(await namesOfTheErased(playerId)).toEqual([]);
  }
});

test('two erasures at once: one of them finds nobody', async () => {
  const playerId = `twice-${randomUUID()}`;
  await casino.call('PUT', `/v1/players/${playerId}`, {});
  const statuses = (await Promise.all([erase(playerId), erase(playerId)])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 404]);
});

test('whoever read the player before he was erased cannot write about him afterwards', async () => {
  const playerId = `stale-${randomUUID()}`;
  await casino.call('PUT', `/v1/players/${playerId}`, {});
  const { dataSource } = casino.app;
  const [{ key }] = await dataSource.query<[{ key: number }]>(
    'SELECT player_key AS key FROM players WHERE player_id = $1',
    [playerId],
  );
  await erase(playerId);
  const stale = dataSource.query(
    `INSERT INTO wallet_transactions (operator_id, transaction_id, player_key, player_id, currency, type, amount,
       balance_before, balance_after, at) VALUES ($1, 'stale', $2, $3, 'EUR', 'deposit', 1, 0, 1, now())`,
    [casino.operatorId, key, playerId],
  );
  await expect(stale).rejects.toMatchObject({ driverError: { code: '40001' } });
});

test('an answer that was kept for him too late is forgotten within a minute', async () => {
  const playerId = `late-${randomUUID()}`;
  await casino.call('PUT', `/v1/players/${playerId}`, {});
  await erase(playerId);
  const { dataSource } = casino.app;
  await dataSource.query(
    `INSERT INTO idempotency_records (player_key, operator_id, key, request_hash, status, answer, created_at)
     SELECT player_key, operator_id, 'late', '\\x00', 200, $1::json, at FROM erasures ORDER BY position DESC LIMIT 1`,
    [{ kind: 'body', body: { playerId } }],
  );
  await casino.app.app.get(Housekeeping).run();
  const kept = await dataSource.query<unknown[]>(`SELECT FROM idempotency_records WHERE key = 'late'`);
  expect(kept).toEqual([]);
});
