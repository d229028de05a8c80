import { randomUUID } from 'node:crypto';
import type { RoundBody } from '../../src/application/rounds/round-body';
import { Casino, type Problem, type Reply } from '../support/casino';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});

afterAll(() => casino.close());

/** Nine and seven against a six: nothing happens by itself. */
const SIXTEEN = { boxes: [{ box: 1, stake: 1000 }], cards: ['9c', '6d', '7s', 'Th'] };

const same = (one: Reply<unknown>, other: Reply<unknown>): void => {
  expect(one.text).toBe(other.text);
  expect(one.status).toBe(other.status);
};

async function newRound(): Promise<{ sessionId: string; round: RoundBody }> {
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  const { body } = await casino.deal(id, SIXTEEN);
  return { sessionId: id, round: body };
}

async function movements(round: RoundBody): Promise<number> {
  const [{ count }] = await casino.app.dataSource.query<[{ count: number }]>(
    'SELECT count(*) AS count FROM transfers WHERE round_id = $1',
    [round.id],
  );
  return count;
}

describe('the same request under the same key', () => {
  test('a deal is answered again byte for byte, even after the round went on', async () => {
    const { id } = await casino.openSession({ gameId: 'american-blackjack' });
    const idempotencyKey = randomUUID();
    const first = await casino.deal(id, SIXTEEN, { idempotencyKey });
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    await casino.act(first.body.id, { type: 'stand', hand: '1.1' });
    const again = await casino.deal(id, SIXTEEN, { idempotencyKey });
    same(again, first);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await movements(first.body)).toBe(
      first.body.version + ((await casino.round(first.body.id)).body.returned > 0 ? 1 : 0),
    );
  });

  test('white space and the order of fields make no other request', async () => {
    const { round } = await newRound();
    const idempotencyKey = randomUUID();
    const path = `/v1/rounds/${round.id}/actions`;
    const first = await casino.post(path, '{"type":"hit","hand":"1.1"}', { idempotencyKey });
    const again = await casino.post(path, '{ "hand": "1.1",\n "type": "hit" }', { idempotencyKey });
    same(again, first);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  test('an action is carried out once', async () => {
    const { round } = await newRound();
    const idempotencyKey = randomUUID();
    const double = { type: 'double', hand: '1.1' };
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => casino.act(round.id, double, { idempotencyKey })),
    );
    for (const reply of replies) same(reply, replies[0]);
    expect(replies[0].status).toBe(200);
    expect(replies.filter((reply) => reply.headers.get('idempotency-replayed') === 'true')).toHaveLength(11);
    expect((await casino.round(round.id)).body.staked).toBe(2000);
  });

  test('a refusal is given again too, though the wallet was filled meanwhile, with the round as it was', async () => {
    const playerId = `player-${randomUUID()}`;
    await casino.deposit(playerId, 1000);
    const { id } = await casino.openSession({ gameId: 'american-blackjack', playerId, mode: 'real' });
    const dear = { boxes: [{ box: 1, stake: 1100 }] };
    const idempotencyKey = randomUUID();
    const first = await casino.deal<Problem>(id, dear, { idempotencyKey });
    expect(first.body).toMatchObject({ code: 'insufficient_funds', balance: 1000, price: 1100 });
    await casino.deposit(playerId, 1000);
    const again = await casino.deal<Problem>(id, dear, { idempotencyKey });
    same(again, first);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await casino.deal(id, dear)).status).toBe(201);
  });

  test('a refused action brings the round of that time along again', async () => {
    const { round } = await newRound();
    const idempotencyKey = randomUUID();
    const split = { type: 'split', hand: '1.1' };
    const first = await casino.act<Problem>(round.id, split, { idempotencyKey });
    expect(first.body).toMatchObject({ code: 'action_not_allowed', round: { version: 1 } });
    await casino.act(round.id, { type: 'stand', hand: '1.1' });
    same(await casino.act<Problem>(round.id, split, { idempotencyKey }), first);
  });

  test('settings changed meanwhile do not change what is answered again', async () => {
    const { id, playerId } = await casino.openSession({ gameId: 'american-blackjack' });
    const idempotencyKey = randomUUID();
    const eleven = { boxes: [{ box: 1, stake: 1000 }], cards: ['5c', '6d', '6s', 'Th'] };
    const first = await casino.deal(id, eleven, { idempotencyKey });
    expect(first.body.advice).not.toBeNull();
    const changed = await casino.call('PATCH', `/v1/players/${playerId}/settings`, { warnings: false });
    expect(changed.status).toBe(200);
    expect((await casino.round(first.body.id)).body.advice).toBeNull();
    same(await casino.deal(id, eleven, { idempotencyKey }), first);
  });

  test('a cancellation is answered again', async () => {
    const { round } = await newRound();
    const idempotencyKey = randomUUID();
    const first = await casino.cancel(round.id, { reason: 'fault' }, { idempotencyKey });
    same(await casino.cancel(round.id, { reason: 'fault' }, { idempotencyKey }), first);
    expect(first.body).toMatchObject({ status: 'cancelled', returned: 1000, net: 0, balance: 1_000_000 });
  });

  test('twenty equal deals at once make one round', async () => {
    const { id } = await casino.openSession({ gameId: 'infinite-blackjack' });
    const body = { boxes: [{ box: 2, stake: 500 }], cards: ['Tc', '9d', '8s', '6h'] };
    const idempotencyKey = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => casino.deal(id, body, { idempotencyKey })),
    );
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0].status).toBe(201);
    expect(await movements(replies[0].body)).toBe(1);
  });
});

describe('another request under the same key is refused with idempotency_key_reused', () => {
  const reused = { status: 422, body: { code: 'idempotency_key_reused' } };

  test('another body', async () => {
    const { round } = await newRound();
    const idempotencyKey = randomUUID();
    await casino.act(round.id, { type: 'hit', hand: '1.1' }, { idempotencyKey });
    const version = (await casino.round(round.id)).body.version;
    expect(await casino.act(round.id, { type: 'stand', hand: '1.1' }, { idempotencyKey })).toMatchObject(
      reused,
    );
    expect((await casino.round(round.id)).body.version).toBe(version);
  });

  test('another round of the same player, and one of another player', async () => {
    const { round, sessionId } = await newRound();
    const idempotencyKey = randomUUID();
    await casino.act(round.id, { type: 'stand', hand: '1.1' }, { idempotencyKey });
    const next = await casino.deal(sessionId, SIXTEEN);
    const other = await newRound();
    const stand = { type: 'stand', hand: '1.1' };
    expect(await casino.act(next.body.id, stand, { idempotencyKey })).toMatchObject(reused);
    expect(await casino.act(other.round.id, stand, { idempotencyKey })).toMatchObject(reused);
  });

  test('but keys are per operator', async () => {
    const other = await Casino.at(casino.app);
    const idempotencyKey = randomUUID();
    const { id } = await casino.openSession({ gameId: 'american-blackjack' });
    const { id: otherId } = await other.openSession({ gameId: 'american-blackjack' });
    expect((await casino.deal(id, SIXTEEN, { idempotencyKey })).status).toBe(201);
    expect((await other.deal(otherId, SIXTEEN, { idempotencyKey })).status).toBe(201);
  });
});

test('while the first request under a key is still running, the second waits, and is told so in the end', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  const idempotencyKey = randomUUID();
  const first = casino.app.dataSource.createQueryRunner();
  await first.startTransaction();
  await first.query(
    `INSERT INTO idempotency_records (player_key, operator_id, key, request_hash, status, answer, created_at)
     SELECT player_key, operator_id, $2, '', 0, 'null', now() FROM sessions WHERE session_id = $1`,
    [id, idempotencyKey],
  );
  const waited = await casino.deal<Problem>(id, SIXTEEN, { idempotencyKey });
  expect(waited).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress', retryable: true } });
  await first.rollbackTransaction();
  await first.release();
  expect((await casino.deal(id, SIXTEEN, { idempotencyKey })).status).toBe(201);
});

test('a call that can move money needs a key', async () => {
  const { sessionId, round } = await newRound();
  for (const path of [
    `/v1/sessions/${sessionId}/rounds`,
    `/v1/rounds/${round.id}/actions`,
    `/v1/rounds/${round.id}/cancel`,
  ]) {
    const reply = await fetch(`${casino.app.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${casino.key}`, 'content-type': 'application/json' },
      body: '{"reason":"x"}',
    });
    expect(await reply.json()).toMatchObject({ status: 400, code: 'idempotency_key_required' });
  }
});
