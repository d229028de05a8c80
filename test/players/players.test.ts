import { playerKeyCandidates } from '../../src/application/ids';
import { startTestApp, type TestApp } from '../http/test-app';
import { clientWith, type OperatorClient, operatorClient, rowCounts } from './operator-client';

let app: TestApp;
let operator: OperatorClient;
let stranger: OperatorClient;

beforeAll(async () => {
  app = await startTestApp();
  operator = await operatorClient(app);
  stranger = await operatorClient(app);
});

afterAll(() => app.close());

const DEFAULTS = { warnings: true, confirm: false, sound: true, autoActions: { declineInsurance: false } };

describe('players', () => {
  test('are created with 201, and are there with 200 afterwards', async () => {
    const first = await operator.send('put', '/v1/players/alice', {});
    expect(first.status).toBe(201);
    const at = app.clock.now.toISOString();
    expect(first.body).toEqual({ playerId: 'alice', settings: DEFAULTS, createdAt: at, updatedAt: at });

    const second = await operator.send('put', '/v1/players/alice', {});
    expect([second.status, second.body]).toEqual([200, first.body]);
    const read = await operator.send('get', '/v1/players/alice');
    expect([read.status, read.body]).toEqual([200, first.body]);
  });

  test('one created twenty times at once is one player, created once', async () => {
    const calls = Array.from({ length: 20 }, () => operator.send('put', '/v1/players/bob', {}));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array<number>(19).fill(200), 201]);
    const rows = await app.dataSource.query<unknown[]>(`SELECT FROM players WHERE player_id = 'bob'`);
    expect(rows).toHaveLength(1);
  });

  test('C-22: settings change one by one and stay', async () => {
    await operator.send('put', '/v1/players/carol', { settings: { sound: false } });
    await operator.send('patch', '/v1/players/carol/settings', { confirm: true });
    await operator.send('patch', '/v1/players/carol/settings', { autoActions: { declineInsurance: true } });
    const { status, body } = await operator.send('patch', '/v1/players/carol/settings', { warnings: false });
    expect(status).toBe(200);
    const settings = {
      warnings: false,
      confirm: true,
      sound: false,
      autoActions: { declineInsurance: true },
    };
    expect(body).toMatchObject({ settings });
    expect((await operator.send('get', '/v1/players/carol')).body).toEqual(body);
    expect((await operator.send('put', '/v1/players/carol', {})).body).toEqual(body);
  });

  test('two settings changed at once are both changed', async () => {
    await operator.send('put', '/v1/players/dave', {});
    await Promise.all(
      [{ warnings: false }, { confirm: true }, { sound: false }].map((change) =>
        operator.send('patch', '/v1/players/dave/settings', change),
      ),
    );
    const { body } = await operator.send('get', '/v1/players/dave');
    expect(body).toMatchObject({ settings: { warnings: false, confirm: true, sound: false } });
  });

  test.each([
    [{ warnings: 'yes' }, 'warnings'],
    [{ warnings: null }, 'warnings'],
    [{ volume: 3 }, 'volume'],
    [{ autoActions: { declineInsurance: 1 } }, 'autoActions.declineInsurance'],
    [{ autoActions: { split: true } }, 'autoActions.split'],
  ])('settings %j are refused at %s', async (settings, path) => {
    await operator.send('put', '/v1/players/erin', {});
    const { status, body } = await operator.send('patch', '/v1/players/erin/settings', settings);
    expect([status, body]).toMatchObject([400, { code: 'invalid_request', errors: [{ path }] }]);
    expect((await operator.send('get', '/v1/players/erin')).body).toMatchObject({ settings: DEFAULTS });
  });

  test('those of another operator do not exist, and nothing changes', async () => {
    await operator.send('put', '/v1/players/frank', {});
    const before = await rowCounts(app);
    const answers = [
      await stranger.send('get', '/v1/players/frank'),
      await stranger.send('patch', '/v1/players/frank/settings', { confirm: true }),
      await stranger.send('get', '/v1/players/frank/wallets'),
      await stranger.send('get', '/v1/players/frank/wallets/EUR/entries'),
      await stranger.send('post', '/v1/players/frank/wallets/EUR/withdrawals', {
        transactionId: 'w',
        amount: 1,
      }),
    ];
    for (const { status, body } of answers)
      expect([status, body]).toMatchObject([404, { code: 'not_found' }]);
    expect(await rowCounts(app)).toEqual(before);
    expect((await operator.send('get', '/v1/players/frank')).body).toMatchObject({ settings: DEFAULTS });
  });

  test('two operators may have players of one id', async () => {
    await operator.send('put', '/v1/players/grace', { settings: { confirm: true } });
    expect((await stranger.send('put', '/v1/players/grace', {})).status).toBe(201);
    expect((await stranger.send('get', '/v1/players/grace')).body).toMatchObject({
      settings: { confirm: false },
    });
  });

  test('a key without the scope is refused', async () => {
    const { key } = await app.addKey(operator.operatorId, ['history']);
    const reader = clientWith(app, operator.operatorId, key);
    expect((await reader.send('put', '/v1/players/heidi', {})).status).toBe(403);
    expect((await operator.send('get', '/v1/players/heidi')).status).toBe(404);
  });

  test('an id that could never be one is refused', async () => {
    expect((await operator.send('put', `/v1/players/${'x'.repeat(129)}`, {})).status).toBe(400);
    expect((await operator.send('put', `/v1/players/${encodeURIComponent('ü')}`, {})).status).toBe(400);
    const odd = 'a/b c?d';
    const { status, body } = await operator.send('put', `/v1/players/${encodeURIComponent(odd)}`, {});
    expect([status, body]).toMatchObject([201, { playerId: odd }]);
  });
});

describe('a player whose hash is taken by somebody else', () => {
  async function occupy(playerId: string, keys: number): Promise<number[]> {
    const candidates = playerKeyCandidates(operator.operatorId, playerId);
    for (const playerKey of candidates.slice(0, keys)) {
      await app.dataSource.query(
        `INSERT INTO players (player_key, operator_id, player_id, created_at, updated_at)
         VALUES ($1, $2, $3, now(), now())`,
        [playerKey, stranger.operatorId, `holder of ${playerKey}`],
      );
    }
    return candidates;
  }

  test('moves to the next key and is found there', async () => {
    const candidates = await occupy('ivan', 2);
    expect((await operator.send('put', '/v1/players/ivan', { settings: { confirm: true } })).status).toBe(
      201,
    );
    const [row] = await app.dataSource.query<{ player_key: number }[]>(
      `SELECT player_key FROM players WHERE player_id = 'ivan'`,
    );
    expect(row.player_key).toBe(candidates[2]);
    expect((await operator.send('get', '/v1/players/ivan')).body).toMatchObject({
      settings: { confirm: true },
    });
    expect((await operator.send('put', '/v1/players/ivan', {})).status).toBe(200);
    expect((await operator.deposit('ivan', 500)).status).toBe(201);
    const wallets = await operator.send('get', '/v1/players/ivan/wallets');
    expect(wallets.body).toMatchObject({
      items: [{ currency: 'EUR', balance: 500, inPlay: 0, play: false }],
    });
  });

  test('is created once, however many ask at once', async () => {
    const candidates = await occupy('judy', 1);
    const calls = Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0 ? operator.send('put', '/v1/players/judy', {}) : operator.deposit('judy', 10),
    );
    for (const { status } of await Promise.all(calls)) expect([200, 201]).toContain(status);
    const rows = await app.dataSource.query<{ player_key: number }[]>(
      `SELECT player_key FROM players WHERE player_id = 'judy'`,
    );
    expect(rows).toEqual([{ player_key: candidates[1] }]);
    const { body } = await operator.send('get', '/v1/players/judy/wallets');
    expect(body).toMatchObject({ items: [{ balance: 50 }] });
  });
});
