import { randomBytes } from 'node:crypto';
import { newId } from '../../src/application/ids';
import { makeSessionToken } from '../../src/application/sessions/session-token';
import { TOKEN_SECRET } from '../../src/http/tokens';
import { SessionRow } from '../../src/persistence/entities/sessions';
import { revokeApiKey } from '../../src/persistence/operators/api-keys';
import { ProbeController } from './probe.controller';
import { waitUntil } from '../support/child';
import { startTestApp, type TestApp } from './test-app';

let app: TestApp;
let operatorId: string;

beforeAll(async () => {
  app = await startTestApp([ProbeController]);
  operatorId = await app.addOperator();
});
afterAll(() => app.close());

function get(path: string, token: string) {
  return app.call('get', `/v1/probe/${path}`).auth(token, { type: 'bearer' });
}

async function openSession(): Promise<{ sessionId: string; token: string }> {
  const playerKey = 4711;
  const sessionId = newId(playerKey, app.clock.now);
  await app.dataSource.manager.insert(SessionRow, {
    playerKey,
    sessionId,
    operatorId,
    playerId: 'player-1',
    gameId: 'american-blackjack',
    ruleSetVersion: 1,
    mode: 'demo',
    currency: 'EUR',
    limits: {},
    openedAt: app.clock.now,
    expiresAt: new Date(app.clock.now.getTime() + 3_600_000),
  } as object);
  return { sessionId, token: makeSessionToken(app.app.get<Buffer>(TOKEN_SECRET), { sessionId, operatorId }) };
}

describe('an API key', () => {
  test('tells the use case who calls', async () => {
    const { key, keyId } = await app.addKey(operatorId, ['play', 'wallet']);
    const { status, body } = await get('caller', key).set('X-Actor-Name', 'j.doe');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      operatorId,
      keyId,
      sessionId: null,
      scopes: ['play', 'wallet'],
      actorName: 'j.doe',
    });
  });

  test('is refused when missing, malformed or unknown', async () => {
    const missing = await app.call('get', '/v1/probe/caller');
    const basic = await app.call('get', '/v1/probe/caller').auth('operator', 'secret');
    const unknown = await get('caller', `hc_${randomBytes(32).toString('base64url')}`);
    const foreign = await get('caller', 'sk_live_1');
    for (const { status, body, headers } of [missing, basic, unknown, foreign]) {
      expect([status, body.code, headers['www-authenticate']]).toEqual([401, 'unauthorized', 'Bearer']);
    }
  });

  test('needs the scope of the route, and the refusal names it', async () => {
    const { key } = await app.addKey(operatorId, ['play', 'history']);
    const { status, body } = await get('wallet', key);
    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect(body.detail).toContain('wallet');
    const { key: better } = await app.addKey(operatorId, ['wallet']);
    expect((await get('wallet', better)).body).toEqual({ fine: true });
  });

  test('that is revoked is refused at once', async () => {
    const { key, keyId } = await app.addKey(operatorId);
    expect((await get('caller', key)).status).toBe(200);
    await revokeApiKey(app.dataSource.manager, keyId, app.clock.now);
    expect((await get('caller', key)).status).toBe(401);
  });

  test('is remembered for seconds on hot routes only, where the use case looks again itself', async () => {
    const { key, keyId } = await app.addKey(operatorId);
    expect((await get('hot', key)).body).toMatchObject({ operatorId, keyId });
    await revokeApiKey(app.dataSource.manager, keyId, app.clock.now);
    expect((await get('hot', key)).status).toBe(200);
    app.clock.now = new Date(app.clock.now.getTime() + 5000);
    // What is known serves this request, too, and is looked up behind it.
    expect((await get('hot', key)).status).toBe(200);
    await waitUntil(async () => (await get('hot', key)).status === 401);
  });

  test('lives beside others of the same operator', async () => {
    const [first, second] = [await app.addKey(operatorId), await app.addKey(operatorId)];
    await revokeApiKey(app.dataSource.manager, first.keyId, app.clock.now);
    expect((await get('caller', second.key)).body).toMatchObject({ keyId: second.keyId });
  });

  test('comes with a name of 1 to 128 printable characters, or with none', async () => {
    const { key } = await app.addKey(operatorId);
    const { status, body } = await get('caller', key).set('X-Actor-Name', 'x'.repeat(129));
    expect([status, body.errors]).toEqual([
      400,
      [{ path: 'header.X-Actor-Name', detail: 'must be 1 to 128 printable ASCII characters' }],
    ]);
  });
});

describe('a session token', () => {
  test('is good where the route allows it, and says whose session it is', async () => {
    const { sessionId, token } = await openSession();
    const { status, body } = await get('caller', token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ operatorId, keyId: null, sessionId, scopes: ['play'], actorName: null });
  });

  test('is forbidden everywhere else', async () => {
    const { token } = await openSession();
    for (const path of ['hot', 'wallet', 'lists']) {
      const { status, body } = await get(path, token);
      expect([status, body.code]).toEqual([403, 'forbidden']);
    }
  });

  test('that was tampered with, or that names another operator, is refused', async () => {
    const { token, sessionId } = await openSession();
    const other = await openSession();
    const sealOfOther = other.token.slice(-43);
    const otherOperator = token.replace(operatorId.replaceAll('-', ''), '0'.repeat(32));
    const otherSecret = makeSessionToken(randomBytes(32), { sessionId, operatorId });
    for (const bad of [token.slice(0, -43) + sealOfOther, token.slice(0, -1), otherOperator, otherSecret]) {
      expect((await get('caller', bad)).status).toBe(401);
    }
  });
});
