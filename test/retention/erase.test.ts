import { randomUUID } from 'node:crypto';
import { erasedName } from '../../src/application/ids';
import type { Erasure } from '../../src/application/retention/erase-player';
import { Housekeeping } from '../../src/http/housekeeping';
import { Sealer } from '../../src/http/records/sealer';
import { Casino, type Problem } from '../support/casino';
import { verify } from '../records/lab';
import { HttpTable } from '../tables/http-table';

const SIXTEEN = { boxes: [{ box: 1, stake: 1000 }], cards: ['9c', '6d', '7s', 'Th', '2c'] };
const WHO = {
  lang: 'en',
  country: 'MT',
  ip: '203.0.113.77',
  returnUrl: 'https://lobby.example/erase-me',
};

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

function sql<Row>(statement: string, values: unknown[] = []): Promise<Row[]> {
  return casino.app.dataSource.query<Row[]>(statement, values);
}

async function withdrawAll(playerId: string): Promise<void> {
  const { body } = await casino.get<{ items: { currency: string; balance: number }[] }>(
    `/v1/players/${playerId}/wallets`,
  );
  for (const { currency, balance } of body.items.filter(({ balance: held }) => held > 0)) {
    const path = `/v1/players/${playerId}/wallets/${currency}/withdrawals`;
    const { status, text } = await casino.post(path, { transactionId: randomUUID(), amount: balance });
    if (status !== 201) throw new Error(text);
  }
}

interface Played {
  readonly playerId: string;
  readonly playerKey: number;
  readonly sessionId: string;
  readonly settled: string;
  readonly cancelled: string;
  readonly deposit: string;
}

/** A player who did everything that leaves his name somewhere: cash, real and demo sessions, rounds, a cancellation. */
async function playEverything(playerId = `person-${randomUUID()}`): Promise<Played> {
  const deposit = `dep-${randomUUID()}`;
  await casino.call('PUT', `/v1/players/${playerId}`, { settings: { sound: false } });
  const cash = { transactionId: deposit, amount: 100_000 };
  await casino.post(`/v1/players/${playerId}/wallets/EUR/deposits`, cash);
  const real = await casino.openSession({
    ...WHO,
    playerId,
    gameId: 'american-blackjack',
    mode: 'real',
    externalSessionId: `lobby-${playerId}`,
  });
  const settled = await casino.deal(real.id, { boxes: [{ box: 1, stake: 1000 }] });
  if (settled.body.status !== 'settled') {
    // Whichever of the two is offered; the other one is refused.
    await casino.act(settled.body.id, { type: 'insurance', accept: false });
    await casino.act(settled.body.id, { type: 'even-money', hand: '1.1', accept: false });
    await casino.act(settled.body.id, { type: 'stand-all' });
  }
  const test = await casino.openSession({ ...WHO, playerId, gameId: 'american-blackjack', mode: 'test' });
  const cancelled = await casino.deal(test.id, SIXTEEN);
  expect((await casino.cancel(cancelled.body.id, { reason: 'fault' })).status).toBe(200);
  const [{ key }] = await sql<{ key: number }>('SELECT player_key AS key FROM players WHERE player_id = $1', [
    playerId,
  ]);
  const ids = { settled: settled.body.id, cancelled: cancelled.body.id, sessionId: real.id };
  return { playerId, playerKey: key, deposit, ...ids };
}

function erase(playerId: string, options: Parameters<Casino['post']>[2] = {}, body: object = {}) {
  const path = `/v1/players/${playerId}/erase`;
  return casino.post<Erasure & Problem>(path, { reason: 'player_request', ...body }, options);
}

/** The tables and columns in which a text stands anywhere, whatever their types are. */
async function placesOf(text: string): Promise<string[]> {
  const columns = await sql<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type IN ('text', 'json', 'jsonb') ORDER BY 1, 2`,
  );
  const found: string[] = [];
  for (const { table, column } of columns) {
    const [{ count }] = await sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${table} WHERE strpos("${column}"::text, $1) > 0`,
      [text],
    );
    if (count > 0) found.push(`${table}.${column}`);
  }
  return found;
}

describe('erasing a player', () => {
  let played: Played;
  let erasure: Erasure;

  beforeAll(async () => {
    played = await playEverything();
    await casino.app.app.get(Sealer).seal();
    await withdrawAll(played.playerId);
    await casino.app.app.get(Sealer).seal();
    expect((await placesOf(played.playerId)).length).toBeGreaterThan(5);
    const options = { headers: { 'x-actor-name': 'Ada L.' } };
    const reply = await erase(played.playerId, options, { reference: 'case-42' });
    expect(reply.status).toBe(200);
    erasure = reply.body;
  });

  test('says who did it, when and why, and keeps that without his name', async () => {
    expect(erasure).toEqual({
      erasedAs: erasedName(played.playerKey),
      reason: 'player_request',
      reference: 'case-42',
      by: { keyId: casino.keyId, name: 'Ada L.' },
      requestId: expect.any(String),
      at: casino.app.clock.now.toISOString(),
    });
    const rows = await sql<object>('SELECT * FROM erasures WHERE player_key = $1', [played.playerKey]);
    expect(rows).toMatchObject([{ reason: 'player_request', reference: 'case-42', actor_name: 'Ada L.' }]);
    expect(JSON.stringify(rows)).not.toContain(played.playerId);
  });

  test('his id, address, return URL and session id stand nowhere any more', async () => {
    expect(await placesOf(played.playerId)).toEqual([]);
    expect(await placesOf(WHO.ip)).toEqual([]);
    expect(await placesOf(WHO.returnUrl)).toEqual([]);
    const sessions = await sql<object>('SELECT * FROM sessions WHERE player_key = $1', [played.playerKey]);
    expect(sessions).toHaveLength(2);
    for (const session of sessions) {
      expect(session).toMatchObject({ ip: null, country: null, lang: null, return_url: null });
    }
    expect(casino.app.logLines.join('\n')).not.toContain(played.playerId);
  });

  test('the chain of seals stays valid, and every round and transfer is there', async () => {
    expect((await verify(casino.app.dataSource.manager)).lines).toContain(
      'Nothing was changed, removed or inserted.',
    );
    await casino.app.app.get(Sealer).seal();
    expect((await verify(casino.app.dataSource.manager)).code).toBe(0);
    const record = await casino.get<{ round: { playerId: string }; money: { transfers: object[] } }>(
      `/v1/rounds/${played.settled}/record`,
    );
    expect(record.status).toBe(200);
    expect(record.body.round.playerId).toBe(erasure.erasedAs);
    expect(record.body.money.transfers.length).toBeGreaterThan(0);
    const transfer = await casino.get<object>(`/v1/transfers/${played.deposit}`);
    expect(transfer.body).toMatchObject({ playerId: erasure.erasedAs, amount: 100_000 });
    const cancellation = await casino.get<object>(`/v1/cancellations/${played.cancelled}`);
    expect(cancellation.body).toMatchObject({
      playerId: erasure.erasedAs,
      amounts: [{ playerId: erasure.erasedAs, refunded: 1000 }],
      roundBefore: { playerId: erasure.erasedAs },
    });
  });

  test('he does not exist, and cannot be erased again', async () => {
    expect((await casino.get(`/v1/players/${played.playerId}`)).status).toBe(404);
    expect((await casino.get(`/v1/players/${played.playerId}/wallets`)).status).toBe(404);
    expect((await erase(played.playerId)).body).toMatchObject({ code: 'not_found' });
    // What stands for him is nobody's id.
    expect((await casino.get(`/v1/players/${encodeURIComponent(erasure.erasedAs)}`)).status).toBe(400);
  });

  test('a new player of that id begins with nothing, and sees nothing of the old one', async () => {
    const { playerId } = played;
    expect((await casino.call('PUT', `/v1/players/${playerId}`, {})).status).toBe(201);
    const { body } = await casino.get<object>(`/v1/players/${playerId}`);
    expect(body).toMatchObject({ settings: { sound: true } });
    const wallets = await casino.get<{ items: object[] }>(`/v1/players/${playerId}/wallets`);
    expect(wallets.body.items).toEqual([]);
    const rounds = await casino.get<{ items: object[] }>(`/v1/rounds?playerId=${playerId}`);
    expect(rounds.body.items).toEqual([]);
    const again = await casino.post<Problem>(`/v1/players/${playerId}/wallets/EUR/deposits`, {
      transactionId: played.deposit,
      amount: 100_000,
    });
    expect(again.body.code).toBe('transaction_conflict');
    const renewed = await playEverything(playerId);
    expect(renewed.playerKey).not.toBe(played.playerKey);
  });

  test('his rounds are final: a cancellation would pay nobody', async () => {
    const { status, body } = await casino.cancel<Problem>(played.settled, { reason: 'late' });
    expect([status, body.code]).toEqual([409, 'player_erased']);
  });

  test('what a supervisor was answered about a round of a shared table is forgotten: it names everybody', async () => {
    const table = await HttpTable.open(casino);
    const { id, playerId } = await table.session();
    await table.bet({ sessionId: id, seat: 1, amount: 1000 });
    const { roundId } = await table.advance();
    await casino.cancel(roundId, { reason: 'test' });
    const kept = (): Promise<unknown[]> =>
      sql(`SELECT FROM idempotency_records WHERE answer::text LIKE '%' || $1 || '%'`, [playerId]);
    expect(await kept()).not.toEqual([]);
    await table.call('PATCH', '', { status: 'closed' });
    await table.advance();
    const erased = await casino.post(`/v1/players/${playerId}/erase`, { reason: 'player_request' });
    expect(erased.status).toBe(200);
    expect(await kept()).toEqual([]);
  });

  test('his sessions are closed', async () => {
    const { body } = await casino.deal<Problem>(played.sessionId, { boxes: [{ box: 1, stake: 1000 }] });
    expect(body.code).toBe('session_closed');
  });
});

describe('what stands against it', () => {
  test('an open round; nothing has changed then', async () => {
    const { id, playerId } = await casino.openSession({ ...WHO, gameId: 'american-blackjack' });
    await casino.deal(id, SIXTEEN);
    const { status, body } = await erase(playerId);
    expect([status, body.code]).toEqual([409, 'round_open']);
    const session = await casino.get<object>(`/v1/sessions/${id}`);
    expect(session.body).toMatchObject({ status: 'open', playerId, ip: WHO.ip, country: WHO.country });
  });

  test('a seat or a bet at a shared table; and once he is erased, nobody sits down for him', async () => {
    const playerId = `seated-${randomUUID()}`;
    await casino.call('PUT', `/v1/players/${playerId}`, {});
    const [{ key }] = await sql<{ key: number }>(
      'SELECT player_key AS key FROM players WHERE player_id = $1',
      [playerId],
    );
    const sit = (): Promise<unknown> =>
      sql(
        `INSERT INTO table_sheets (table_key, table_id, player_key, player_id, session_id, wallet_session_id, mode, sheet)
         VALUES (1, gen_random_uuid(), $1, $2, gen_random_uuid(), gen_random_uuid(), 'real', '{}')`,
        [key, playerId],
      );
    await sit();
    const { status, body } = await erase(playerId);
    expect([status, body.code]).toEqual([409, 'round_open']);
    await sql('DELETE FROM table_sheets WHERE player_key = $1', [key]);
    expect((await erase(playerId)).status).toBe(200);
    await expect(sit()).rejects.toMatchObject({ driverError: { code: '40001' } });
  });

  test('money in a wallet; play money does not count', async () => {
    const playerId = `rich-${randomUUID()}`;
    await casino.deposit(playerId, 500, 'FUN');
    await casino.deposit(playerId, 1);
    const { status, body } = await erase(playerId);
    expect([status, body.code]).toEqual([409, 'wallet_not_empty']);
    await withdrawAll(playerId);
    await casino.deposit(playerId, 500, 'FUN');
    expect((await erase(playerId)).status).toBe(200);
  });

  test('a suspension, lest an excluded player comes back as a new one', async () => {
    const playerId = `excluded-${randomUUID()}`;
    await casino.call('PUT', `/v1/players/${playerId}`, {});
    await sql(
      `INSERT INTO suspensions (suspension_id, issuer, scope, operator_id, player_key, reason, suspended_at)
       SELECT gen_random_uuid(), 'operator', 'player', operator_id, player_key, 'self-exclusion', now()
       FROM players WHERE player_id = $1`,
      [playerId],
    );
    const { status, body } = await erase(playerId);
    expect([status, body.code]).toEqual([409, 'suspension_in_force']);
    await sql(
      `UPDATE suspensions SET lifted_at = now(), lift_reason = 'over'
       WHERE player_key = (SELECT player_key FROM players WHERE player_id = $1)`,
      [playerId],
    );
    expect((await erase(playerId)).status).toBe(200);
  });

  test('an unknown player, no reason, another operator, a key without the scope, a session token', async () => {
    const path = '/v1/players/nobody-here/erase';
    expect((await erase('nobody-here')).status).toBe(404);
    expect((await casino.post(path, {})).status).toBe(400);
    expect((await casino.post(path, { reason: 'because' })).status).toBe(400);
    const { id, token, playerId } = await casino.openSession({ gameId: 'american-blackjack' });
    expect(id).not.toBe('');
    const stranger = await Casino.at(casino.app);
    expect((await erase(playerId, { key: stranger.key })).status).toBe(404);
    const { key } = await casino.app.addKey(casino.operatorId, ['play', 'wallet', 'history', 'tables']);
    expect((await erase(playerId, { key })).status).toBe(403);
    expect((await erase(playerId, { key: token })).status).toBe(403);
    expect((await casino.get(`/v1/players/${playerId}`)).status).toBe(200);
  });

  test('an id that was erased as often as it has keys', async () => {
    const playerId = `again-${randomUUID()}`;
    for (let count = 1; count <= 15; count++) {
      expect((await casino.call('PUT', `/v1/players/${playerId}`, {})).status).toBe(201);
      expect((await erase(playerId)).status).toBe(200);
    }
    expect((await casino.call('PUT', `/v1/players/${playerId}`, {})).status).toBe(201);
    expect((await erase(playerId)).body.code).toBe('erased_too_often');
  });
});

test('the same request again gets the first answer, and erases no new player of that id', async () => {
  const playerId = `once-${randomUUID()}`;
  await casino.call('PUT', `/v1/players/${playerId}`, {});
  const idempotencyKey = randomUUID();
  const first = await erase(playerId, { idempotencyKey });
  await casino.call('PUT', `/v1/players/${playerId}`, {});
  const second = await erase(playerId, { idempotencyKey });
  expect(second.text).toBe(first.text);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect((await casino.get(`/v1/players/${playerId}`)).status).toBe(200);
});

describe('what was answered about the suspension of a player, to nobody’s shard', () => {
  /** Suspends and lifts, each under a key of its own, and gives the id of the suspension. */
  async function suspendAndLift(playerId: string): Promise<string> {
    const suspension = { scope: 'player', playerId, reason: 'test' };
    const { status, body } = await casino.post<{ id: string }>('/v1/suspensions', suspension);
    expect(status).toBe(201);
    for (const reason of ['over', 'over and done with']) {
      const lifted = await casino.post(`/v1/suspensions/${body.id}/lift`, { reason });
      expect([lifted.status, lifted.text.includes(playerId)]).toEqual([200, true]);
    }
    return body.id;
  }

  const keptWith = (playerId: string): Promise<unknown[]> =>
    sql('SELECT FROM idempotency_records WHERE strpos(answer::text, $1) > 0', [playerId]);

  test('goes with him, and that about others stays', async () => {
    const [playerId, other] = [`lifted-${randomUUID()}`, `other-${randomUUID()}`];
    await suspendAndLift(playerId);
    await suspendAndLift(other);
    expect((await keptWith(playerId)).length).toBeGreaterThanOrEqual(2);
    expect((await erase(playerId)).status).toBe(200);
    expect(await keptWith(playerId)).toEqual([]);
    expect((await keptWith(other)).length).toBeGreaterThanOrEqual(2);
  });

  test('also what a request under way keeps just after', async () => {
    const playerId = `late-${randomUUID()}`;
    const suspensionId = await suspendAndLift(playerId);
    const late = await sql<object>(
      `SELECT * FROM idempotency_records WHERE player_key = 0 AND answer->'body'->>'id' = $1 LIMIT 1`,
      [suspensionId],
    );
    expect((await erase(playerId)).status).toBe(200);
    await sql(
      `INSERT INTO idempotency_records SELECT * FROM jsonb_populate_record(NULL::idempotency_records, $1)`,
      [JSON.stringify({ ...late[0], request_hash: '\\x00' })],
    );
    expect(await keptWith(playerId)).toHaveLength(1);
    await casino.app.app.get(Housekeeping).run();
    expect(await keptWith(playerId)).toEqual([]);
  });
});
