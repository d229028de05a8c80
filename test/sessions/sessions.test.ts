import { randomUUID } from 'node:crypto';
import { startTestApp, type TestApp } from '../http/test-app';
import { clientWith, type OperatorClient, operatorClient, rowCounts } from '../players/operator-client';

let app: TestApp;
let operator: OperatorClient;
let stranger: OperatorClient;

beforeAll(async () => {
  app = await startTestApp([], { rateLimitBurst: 100_000 });
  operator = await operatorClient(app);
  stranger = await operatorClient(app);
});

afterAll(() => app.close());

interface Opened {
  readonly id: string;
  readonly token: string;
}

const wish = (changes: object = {}): object => ({
  playerId: 'alice',
  gameId: 'american-blackjack',
  currency: 'EUR',
  mode: 'demo',
  ...changes,
});

const open = (changes: object = {}, client = operator) => client.send('post', '/v1/sessions', wish(changes));

const EUR_LIMITS = {
  stake: { min: 100, max: 20_000, step: 100 },
  sideBet: { min: 100, max: 2000, step: 100 },
};

describe('a session', () => {
  test('in mode real plays from the wallet', async () => {
    await operator.deposit('alice', 100_000);
    const place = {
      lang: 'pt-BR',
      country: 'BR',
      ip: '2001:db8::7',
      returnUrl: 'https://casino.example/lobby?x=1',
    };
    const { status, body } = await open({ mode: 'real', externalSessionId: 'ext-1', ...place });
    expect(status).toBe(201);
    const { id, token } = body as Opened;
    expect(body).toEqual({
      id,
      token,
      launchUrl: `/play/${id}#${token}`,
      status: 'open',
      playerId: 'alice',
      gameId: 'american-blackjack',
      ruleSet: 'american-blackjack@1',
      mode: 'real',
      currency: 'EUR',
      tableId: null,
      externalSessionId: 'ext-1',
      ...place,
      balance: 100_000,
      limits: EUR_LIMITS,
      openRound: null,
      reminder: null,
      openedAt: app.clock.now.toISOString(),
      expiresAt: new Date(app.clock.now.getTime() + 24 * 3_600_000).toISOString(),
      closedAt: null,
    });
    const read = await operator.send('get', `/v1/sessions/${id}`);
    expect(read.status).toBe(200);
    expect({ ...(read.body as object), token, launchUrl: `/play/${id}#${token}` }).toEqual(body);
    expect(read.body).not.toHaveProperty('token');
    await operator.deposit('alice', 5);
    expect((await operator.send('get', `/v1/sessions/${id}`)).body).toMatchObject({ balance: 100_005 });
  });

  test.each(['demo', 'test'])('in mode %s has play money of its own, granted by the mint', async (mode) => {
    const { body: usual } = await open({ mode });
    const { body: given } = await open({ mode, balance: 777 });
    expect([usual, given]).toMatchObject([{ balance: 1_000_000 }, { balance: 777 }]);
    const granted = await app.dataSource.query<object[]>(
      `SELECT kind, reason, debit_account, credit_account, amount, balance_after, entry_no
       FROM transfers WHERE session_id = $1`,
      [(given as Opened).id],
    );
    expect(granted).toEqual([
      {
        kind: 'grant',
        reason: 'session_opened',
        debit_account: 'mint',
        credit_account: 'player',
        amount: 777,
        balance_after: 777,
        entry_no: 1,
      },
    ]);
    const statement = await operator.send('get', '/v1/players/alice/wallets/EUR/entries');
    expect(JSON.stringify(statement.body)).not.toContain('grant');
  });

  test('makes a player who is not known yet', async () => {
    expect((await open({ playerId: 'newcomer' })).status).toBe(201);
    expect((await operator.send('get', '/v1/players/newcomer')).status).toBe(200);
  });

  test('is the same one again under the same key, and under the same externalSessionId', async () => {
    const key = randomUUID();
    const body = wish({ externalSessionId: 'ext-2' });
    const first = await operator.send('post', '/v1/sessions', body, key);
    const replayed = await operator.send('post', '/v1/sessions', body, key);
    expect([replayed.status, replayed.text]).toEqual([201, first.text]);
    expect(replayed.headers['idempotency-replayed']).toBe('true');
    const again = await operator.send('post', '/v1/sessions', body);
    expect([again.status, again.body]).toEqual([200, first.body]);
    const kept = await app.dataSource.query<{ answer: object }[]>(
      `SELECT answer FROM idempotency_records WHERE key = $1`,
      [key],
    );
    expect(JSON.stringify(kept)).toContain((first.body as Opened).id);
    expect(JSON.stringify(kept)).not.toContain((first.body as Opened).token);
  });

  test.each([{ playerId: 'bob' }, { gameId: 'classic-blackjack' }, { currency: 'USD' }, { mode: 'test' }])(
    'of an externalSessionId that was opened for something else conflicts: %j',
    async (change) => {
      await open({ externalSessionId: 'ext-3' });
      const before = await rowCounts(app);
      const { status, body } = await open({ externalSessionId: 'ext-3', ...change });
      expect([status, body]).toMatchObject([409, { code: 'session_conflict' }]);
      expect(await rowCounts(app)).toEqual(before);
    },
  );

  test('of one externalSessionId is opened once, however many ask at once', async () => {
    const ids = Array.from({ length: 10 }, (_, index) => `ext-4-${index}`);
    const calls = ids.flatMap((externalSessionId) =>
      ['carol', 'dave', 'carol', 'dave'].map((playerId) => open({ externalSessionId, playerId })),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    for (const place of ids.keys()) {
      const ofOneId = statuses.slice(place * 4, place * 4 + 4).sort();
      expect(ofOneId).toEqual([200, 201, 409, 409]);
    }
    const rows = await app.dataSource.query<object[]>(
      `SELECT FROM sessions WHERE external_session_id LIKE 'ext-4-%'`,
    );
    expect(rows).toHaveLength(10);
    expect((await open({ externalSessionId: 'ext-4-0' }, stranger)).status).toBe(201);
  });

  test.each([
    [{ currency: 'XXX' }, 'currency'],
    [{ mode: 'real', balance: 5 }, 'balance'],
    [{ balance: 0 }, 'balance'],
    [{ mode: 'fun' }, 'mode'],
    [{ lang: 'english!' }, 'lang'],
    [{ country: 'Germany' }, 'country'],
    [{ ip: '1.2.3' }, 'ip'],
    [{ returnUrl: 'javascript:alert(1)' }, 'returnUrl'],
    [{ returnUrl: '/lobby' }, 'returnUrl'],
    [{ tableId: 'a-table' }, 'tableId'],
    [{ playerId: undefined }, 'playerId'],
    [{ seat: 1 }, 'seat'],
  ])('%j is refused at %s', async (change, path) => {
    const before = await rowCounts(app);
    const { status, body } = await open(change);
    expect([status, body]).toMatchObject([400, { code: 'invalid_request', errors: [{ path }] }]);
    expect(await rowCounts(app)).toEqual(before);
  });

  test('of a game that does not exist is 404', async () => {
    expect((await open({ gameId: 'whist' })).status).toBe(404);
  });

  test('of a shared game needs a table', async () => {
    const deluxe = { gameId: 'blackjack-deluxe' };
    expect(await open(deluxe)).toMatchObject({ status: 409, body: { code: 'table_required' } });
    expect(await open({ ...deluxe, tableId: randomUUID() })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  test('has the operator’s own limits, and keeps them when they change', async () => {
    const own = { stake: { min: 200, max: 400, step: 200 }, sideBet: { min: 100, max: 100, step: 100 } };
    const path = '/v1/games/infinite-blackjack/limits/EUR';
    await operator.send('put', path, own);
    const { body } = await open({ gameId: 'infinite-blackjack' });
    expect(body).toMatchObject({ limits: own });
    await operator.send('put', path, { ...own, stake: { min: 200, max: 800, step: 200 } });
    expect((await operator.send('get', `/v1/sessions/${(body as Opened).id}`)).body).toMatchObject({
      limits: own,
    });
    expect((await open({ gameId: 'infinite-blackjack' }, stranger)).body).toMatchObject({
      limits: EUR_LIMITS,
    });
  });

  test('CL-09: plays the version of an own game that it was opened with', async () => {
    const save = (settings: object) => operator.send('post', '/v1/rule-sets', { id: 'versions', settings });
    await save({});
    const first = (await open({ gameId: 'versions' })).body as Opened;
    await save({ decks: 8 });
    expect((await open({ gameId: 'versions' })).body).toMatchObject({ ruleSet: 'versions@2' });
    const read = await operator.send('get', `/v1/sessions/${first.id}`);
    expect(read.body).toMatchObject({ ruleSet: 'versions@1' });
    expect((await open({ gameId: 'versions' }, stranger)).status).toBe(404);
  });

  test('is closed once, and stays readable', async () => {
    const { id } = (await open()).body as Opened;
    const closed = await operator.send('delete', `/v1/sessions/${id}`);
    const closedAt = app.clock.now.toISOString();
    expect([closed.status, closed.body]).toMatchObject([200, { id, status: 'closed', closedAt }]);
    app.clock.now = new Date(app.clock.now.getTime() + 1000);
    const again = await operator.send('delete', `/v1/sessions/${id}`);
    expect([again.status, again.body]).toEqual([200, closed.body]);
    expect((await operator.send('get', `/v1/sessions/${id}`)).body).toEqual(closed.body);
  });

  test('expires', async () => {
    const { id } = (await open()).body as Opened;
    const start = app.clock.now;
    app.clock.now = new Date(start.getTime() + 24 * 3_600_000 - 1);
    expect((await operator.send('get', `/v1/sessions/${id}`)).body).toMatchObject({ status: 'open' });
    app.clock.now = new Date(start.getTime() + 24 * 3_600_000);
    expect((await operator.send('get', `/v1/sessions/${id}`)).body).toMatchObject({ status: 'expired' });
    app.clock.now = start;
  });

  test('of another operator does not exist, and nothing changes', async () => {
    const { id } = (await open()).body as Opened;
    expect((await stranger.send('get', `/v1/sessions/${id}`)).status).toBe(404);
    expect((await stranger.send('delete', `/v1/sessions/${id}`)).status).toBe(404);
    expect((await operator.send('get', `/v1/sessions/${id}`)).body).toMatchObject({ status: 'open' });
    expect((await operator.send('get', `/v1/sessions/${randomUUID()}`)).status).toBe(404);
    expect((await operator.send('get', '/v1/sessions/none')).status).toBe(404);
  });

  test('can be read by its own token, which reaches nothing else', async () => {
    const mine = (await open()).body as Opened;
    const other = (await open({ playerId: 'erin' })).body as Opened;
    const client = clientWith(app, operator.operatorId, mine.token);
    expect((await client.send('get', `/v1/sessions/${mine.id}`)).body).toMatchObject({ id: mine.id });
    expect((await client.send('get', `/v1/sessions/${other.id}`)).status).toBe(404);
    expect((await client.send('delete', `/v1/sessions/${mine.id}`)).status).toBe(403);
    expect((await client.send('post', '/v1/sessions', wish())).status).toBe(403);
    expect((await client.send('get', '/v1/players/alice')).status).toBe(200);
    expect((await client.send('get', '/v1/players/erin')).status).toBe(404);
    expect((await client.send('patch', '/v1/players/erin/settings', { confirm: true })).status).toBe(404);
    expect((await client.send('patch', '/v1/players/alice/settings', { confirm: true })).status).toBe(200);
    expect((await client.send('get', '/v1/players/alice/wallets')).status).toBe(403);
    expect((await client.send('get', '/v1/games/american-blackjack')).status).toBe(200);
  });

  test('needs the scope play', async () => {
    const { key } = await app.addKey(operator.operatorId, ['wallet', 'history', 'tables', 'admin']);
    expect((await open({}, clientWith(app, operator.operatorId, key))).status).toBe(403);
  });
});

describe('SW-14: a game that returns more than it takes', () => {
  test('is refused for real money, and open for play money', async () => {
    const before = await rowCounts(app);
    const refused = await open({ gameId: 'blackjack-switch', mode: 'real' });
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'return_too_high' }]);
    expect(await rowCounts(app)).toEqual(before);
    expect((await open({ gameId: 'blackjack-switch', mode: 'demo' })).status).toBe(201);
    expect((await open({ gameId: 'blackjack-switch', mode: 'real', currency: 'FUN' })).status).toBe(201);
    expect((await open({ gameId: 'blackjack-switch-push22', mode: 'real' })).status).toBe(201);
    expect((await open({ gameId: 'infinite-blackjack', mode: 'real' })).status).toBe(201);
  });

  test('is open when the operator has accepted it by name, or raised his ceiling', async () => {
    const accepting = await operatorClient(app, { playerEdgeGames: ['blackjack-switch'] });
    expect((await open({ gameId: 'blackjack-switch', mode: 'real' }, accepting)).status).toBe(201);
    const generous = await operatorClient(app, { maxReturnPpm: 1_080_000 });
    expect((await open({ gameId: 'blackjack-switch', mode: 'real' }, generous)).status).toBe(201);
    const strict = await operatorClient(app, { maxReturnPpm: 1_000_000 });
    expect((await open({ gameId: 'infinite-blackjack', mode: 'real' }, strict)).status).toBe(403);
    expect((await open({ gameId: 'american-blackjack', mode: 'real' }, strict)).status).toBe(201);
  });

  test('also one of the operator’s own', async () => {
    const settings = { blackjackPays: { num: 2, den: 1 } };
    const { body } = await operator.send('post', '/v1/rule-sets', { id: 'two-to-one', settings });
    expect(body).toMatchObject({ playerEdge: true });
    expect((await open({ gameId: 'two-to-one', mode: 'real' })).status).toBe(403);
  });
});

test('sessions with chosen cards can be switched off', async () => {
  const strict = await startTestApp([], { testMode: false });
  try {
    const client = await operatorClient(strict);
    expect(await open({ mode: 'test' }, client)).toMatchObject({
      status: 403,
      body: { code: 'test_mode_off' },
    });
    expect((await open({ mode: 'demo' }, client)).status).toBe(201);
  } finally {
    await strict.close();
  }
});
