import { BALANCE_CEILING } from '../../src/domain/money';
import { randomUUID } from 'node:crypto';
import { startTestApp, type TestApp } from '../http/test-app';
import { clientWith, type OperatorClient, operatorClient, rowCounts } from '../players/operator-client';

let app: TestApp;
let operator: OperatorClient;
let stranger: OperatorClient;

beforeAll(async () => {
  app = await startTestApp();
  operator = await operatorClient(app);
  stranger = await operatorClient(app);
});

afterAll(() => app.close());

const deposits = (playerId: string, currency = 'EUR'): string =>
  `/v1/players/${playerId}/wallets/${currency}/deposits`;
const withdrawals = (playerId: string, currency = 'EUR'): string =>
  `/v1/players/${playerId}/wallets/${currency}/withdrawals`;

async function balance(playerId: string): Promise<unknown> {
  const { body } = await operator.send('get', `/v1/players/${playerId}/wallets`);
  return (body as { items: { balance: number }[] }).items[0]?.balance;
}

describe('deposits and withdrawals', () => {
  test('move money and say what the wallet held before and after', async () => {
    const at = app.clock.now.toISOString();
    const deposit = await operator.send('post', deposits('alice'), { transactionId: 'd-1', amount: 100_000 });
    expect(deposit.status).toBe(201);
    expect(deposit.body).toEqual({
      transactionId: 'd-1',
      type: 'deposit',
      playerId: 'alice',
      currency: 'EUR',
      amount: 100_000,
      balanceBefore: 0,
      balanceAfter: 100_000,
      at,
    });
    const withdrawal = await operator.send('post', withdrawals('alice'), {
      transactionId: 'w-1',
      amount: 40_000,
    });
    expect([withdrawal.status, withdrawal.body]).toMatchObject([
      201,
      { type: 'withdrawal', amount: 40_000, balanceBefore: 100_000, balanceAfter: 60_000 },
    ]);
    expect(await balance('alice')).toBe(60_000);
    expect((await operator.send('get', '/v1/transfers/d-1')).body).toEqual(deposit.body);
    expect((await operator.send('get', '/v1/transfers/w-1')).body).toEqual(withdrawal.body);
  });

  test('a repeated transaction id gives the same answer under any key, even when the wallet has moved on', async () => {
    const body = { transactionId: 'd-2', amount: 500 };
    const first = await operator.send('post', deposits('bob'), body);
    await operator.deposit('bob', 77);
    const again = await operator.send('post', deposits('bob'), body);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await balance('bob')).toBe(577);
  });

  test('the same key and request get the same bytes; another request under it is refused', async () => {
    const key = randomUUID();
    const body = { transactionId: 'd-3', amount: 500 };
    const first = await operator.send('post', deposits('carol'), body, key);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    const again = await operator.send('post', deposits('carol'), body, key);
    expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([
      201,
      first.text,
      'true',
    ]);

    const others = [
      await operator.send('post', deposits('carol'), { ...body, amount: 501 }, key),
      await operator.send('post', withdrawals('carol'), body, key),
      await operator.send('post', deposits('somebody-else'), body, key),
    ];
    for (const { status, body: problem } of others) {
      expect([status, problem]).toMatchObject([422, { code: 'idempotency_key_reused' }]);
    }
    expect(await balance('carol')).toBe(500);
    expect((await operator.send('get', '/v1/players/somebody-else')).status).toBe(404);
    expect((await stranger.send('post', deposits('carol'), body, key)).status).toBe(201);
  });

  test('a transaction id that was used for anything else is a conflict', async () => {
    await operator.send('post', deposits('dave'), { transactionId: 'd-4', amount: 500 });
    const before = await rowCounts(app);
    const answers = [
      await operator.send('post', deposits('dave'), { transactionId: 'd-4', amount: 501 }),
      await operator.send('post', withdrawals('dave'), { transactionId: 'd-4', amount: 500 }),
      await operator.send('post', deposits('dave', 'USD'), { transactionId: 'd-4', amount: 500 }),
      await operator.send('post', deposits('unheard-of'), { transactionId: 'd-4', amount: 500 }),
    ];
    for (const { status, body } of answers)
      expect([status, body]).toMatchObject([409, { code: 'transaction_conflict' }]);
    expect(await rowCounts(app)).toEqual(before);
    expect(await balance('dave')).toBe(500);
  });

  test('a withdrawal above the balance is refused, and its transaction id stays free', async () => {
    await operator.deposit('erin', 100);
    const body = { transactionId: 'w-2', amount: 101 };
    const key = randomUUID();
    const refused = await operator.send('post', withdrawals('erin'), body, key);
    expect([refused.status, refused.body]).toMatchObject([
      402,
      { code: 'insufficient_funds', balance: 100, price: 101 },
    ]);
    expect((await operator.send('get', '/v1/transfers/w-2')).status).toBe(404);

    await operator.deposit('erin', 1);
    const duplicate = await operator.send('post', withdrawals('erin'), body, key);
    expect([duplicate.status, duplicate.text]).toEqual([402, refused.text]);
    expect(duplicate.headers['idempotency-replayed']).toBe('true');
    expect(await balance('erin')).toBe(101);
    expect((await operator.send('post', withdrawals('erin'), body)).status).toBe(201);
    expect(await balance('erin')).toBe(0);
  });

  test('a wallet that was never used holds nothing', async () => {
    await operator.send('put', '/v1/players/frank', {});
    const { status, body } = await operator.send('post', withdrawals('frank'), {
      transactionId: 'w-3',
      amount: 1,
    });
    expect([status, body]).toMatchObject([402, { balance: 0, price: 1 }]);
    expect((await operator.send('get', '/v1/players/frank/wallets')).body).toEqual({
      items: [],
      nextCursor: null,
    });
  });

  test('a wallet is filled up to a ceiling that leaves room for every payout', async () => {
    const most = BALANCE_CEILING;
    expect((await operator.deposit('grace', most)).body).toMatchObject({ balanceAfter: most });
    const { status, body } = await operator.deposit('grace', 1);
    expect([status, body]).toMatchObject([409, { code: 'balance_limit_exceeded', balance: most }]);
    expect(await balance('grace')).toBe(most);
  });

  test.each([
    ['XXX', { transactionId: 't', amount: 1 }, 'path.currency'],
    ['eur', { transactionId: 't', amount: 1 }, 'path.currency'],
    ['EUR', { transactionId: 't', amount: 0 }, 'amount'],
    ['EUR', { transactionId: 't', amount: -5 }, 'amount'],
    ['EUR', { transactionId: 't', amount: 1.5 }, 'amount'],
    ['EUR', { transactionId: 't', amount: '5' }, 'amount'],
    ['EUR', { transactionId: 't', amount: 2 ** 53 }, 'amount'],
    ['EUR', { transactionId: '', amount: 5 }, 'transactionId'],
    ['EUR', { transactionId: 't', amount: 5, note: 'x' }, 'note'],
  ])('in %s, %j is refused at %s', async (currency, sent, path) => {
    const before = await rowCounts(app);
    const { status, body } = await operator.send('post', deposits('heidi', currency), sent);
    expect([status, body]).toMatchObject([400, { code: 'invalid_request', errors: [{ path }] }]);
    expect(await rowCounts(app)).toEqual(before);
  });

  test('need an Idempotency-Key and the scope', async () => {
    const { key } = await app.addKey(operator.operatorId, ['play']);
    const keyless = app.call('post', deposits('ivan')).set('Authorization', `Bearer ${key}`);
    expect((await keyless.send({ transactionId: 't', amount: 1 })).status).toBe(403);
    const player = clientWith(app, operator.operatorId, key);
    expect((await player.deposit('ivan', 1)).status).toBe(403);
    const { key: cashier } = await app.addKey(operator.operatorId, ['wallet']);
    const call = app.call('post', deposits('ivan')).set('Authorization', `Bearer ${cashier}`);
    const { status, body } = await call.send({ transactionId: 't', amount: 1 });
    expect([status, body]).toMatchObject([400, { code: 'idempotency_key_required' }]);
  });

  test('transaction ids are each operator’s own', async () => {
    await operator.send('post', deposits('judy'), { transactionId: 'd-5', amount: 500 });
    expect((await stranger.send('get', '/v1/transfers/d-5')).status).toBe(404);
    const { status, body } = await stranger.send('post', deposits('judy'), {
      transactionId: 'd-5',
      amount: 7,
    });
    expect([status, body]).toMatchObject([201, { balanceBefore: 0, balanceAfter: 7 }]);
    expect(await balance('judy')).toBe(500);
  });
});

describe('the statement', () => {
  test('shows every movement, the newest first, page by page, also while new ones arrive', async () => {
    await operator.deposit('kim', 1000);
    for (const amount of [1, 2, 3]) {
      await operator.send('post', withdrawals('kim'), { transactionId: `kim-${amount}`, amount });
    }
    const path = '/v1/players/kim/wallets/EUR/entries?limit=2';
    const first = (await operator.send('get', path)).body as { items: object[]; nextCursor: string };
    expect(first.items).toMatchObject([
      {
        entryNo: 4,
        kind: 'withdrawal',
        amount: -3,
        balanceAfter: 994,
        transactionId: 'kim-3',
        roundId: null,
        bet: null,
      },
      { entryNo: 3, kind: 'withdrawal', amount: -2, balanceAfter: 997, transactionId: 'kim-2' },
    ]);
    await operator.deposit('kim', 5);
    const second = await operator.send('get', `${path}&cursor=${first.nextCursor}`);
    expect(second.body).toMatchObject({
      items: [
        { entryNo: 2, amount: -1, balanceAfter: 999 },
        {
          entryNo: 1,
          kind: 'deposit',
          reason: 'deposit',
          amount: 1000,
          balanceAfter: 1000,
          at: app.clock.now.toISOString(),
        },
      ],
      nextCursor: null,
    });
  });

  test('of a currency that was never used is empty; of none that exists, refused', async () => {
    await operator.send('put', '/v1/players/leo', {});
    expect((await operator.send('get', '/v1/players/leo/wallets/USD/entries')).body).toEqual({
      items: [],
      nextCursor: null,
    });
    expect((await operator.send('get', '/v1/players/leo/wallets/XXX/entries')).status).toBe(400);
    expect((await operator.send('get', '/v1/players/nobody/wallets/USD/entries')).status).toBe(404);
    const foreign = Buffer.from('{"after":"x"}').toString('base64url');
    const { status, body } = await operator.send(
      'get',
      `/v1/players/leo/wallets/USD/entries?cursor=${foreign}`,
    );
    expect([status, body]).toMatchObject([400, { errors: [{ path: 'query.cursor' }] }]);
  });

  test('money on bets of open real rounds is in play', async () => {
    await operator.deposit('mia', 900);
    await operator.deposit('mia', 50, 'USD');
    const [row] = await app.dataSource.query<{ player_key: number }[]>(
      `SELECT player_key FROM players WHERE player_id = 'mia' AND operator_id = $1`,
      [operator.operatorId],
    );
    const insert = (currency: string, mode: string, status: string, inPlay: number): Promise<unknown> =>
      app.dataSource.query(
        `INSERT INTO rounds (player_key, round_id, session_id, operator_id, player_id, game_id, rule_set_version, mode,
           currency, limits, decision_seconds, seed_no, client_seed, nonce, shoe, status, version, staked, returned, in_play, bets, dealt_at,
           deadline, ended_at)
         VALUES ($1, gen_random_uuid(), gen_random_uuid(), $2, 'mia', 'g', 1, $3, $4, '{}', 1, 1, '', 0, '{}', $5, 1, 500, 0,
           $6, '[]', now(), now(), CASE WHEN $5 = 'settled' THEN now() END)`,
        [row.player_key, operator.operatorId, mode, currency, status, inPlay],
      );
    await insert('EUR', 'real', 'playing', 300);
    await insert('EUR', 'real', 'insurance', 20);
    await insert('EUR', 'demo', 'playing', 7000);
    await insert('EUR', 'real', 'settled', 0);
    const { body } = await operator.send('get', '/v1/players/mia/wallets');
    expect(body).toMatchObject({
      items: [
        { currency: 'EUR', balance: 900, inPlay: 320, play: false },
        { currency: 'USD', balance: 50, inPlay: 0, play: false },
      ],
    });
  });
});

test('the currencies say how many digits they have', async () => {
  const { status, body } = await operator.send('get', '/v1/currencies');
  expect(status).toBe(200);
  const { items } = body as { items: { code: string }[] };
  expect(items).toContainEqual({ code: 'EUR', exponent: 2, play: false, unit: 100 });
  expect(items).toContainEqual({ code: 'JPY', exponent: 0, play: false, unit: 100 });
  expect(items).toContainEqual({ code: 'FUN', exponent: 2, play: true, unit: 100 });
});
