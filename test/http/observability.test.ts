import { Metrics } from '../../src/http/observability/metrics';
import { waitUntil } from '../support/child';
import { ProbeController } from './probe.controller';
import { startTestApp, type TestApp } from './test-app';

let app: TestApp;
let operatorId: string;
let key: string;
let keyId: string;

beforeAll(async () => {
  app = await startTestApp([ProbeController], { metricsToken: 'metrics-token' });
  operatorId = await app.addOperator();
  ({ key, keyId } = await app.addKey(operatorId));
});
afterAll(() => app.close());
beforeEach(() => {
  app.logLines.length = 0;
});

function requestLines(): Record<string, unknown>[] {
  return app.logLines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['msg'] === 'request');
}

describe('request ids', () => {
  test('come back, also in errors', async () => {
    const { body, headers } = await app
      .call('get', '/v1/probe/caller')
      .auth(key, { type: 'bearer' })
      .set('X-Request-Id', 'lobby 7/42');
    expect([headers['x-request-id'], body.requestId]).toEqual(['lobby 7/42', 'lobby 7/42']);
    const refused = await app.call('get', '/v1/nowhere').set('X-Request-Id', 'r-1');
    expect([refused.headers['x-request-id'], refused.body.requestId]).toEqual(['r-1', 'r-1']);
  });

  test('are made where none, or none that is fit, was given', async () => {
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    const none = await app.call('get', '/v1/nowhere');
    const tooLong = await app.call('get', '/v1/nowhere').set('X-Request-Id', 'x'.repeat(129));
    const foreign = await app.call('get', '/v1/nowhere').set('X-Request-Id', '\u00e4');
    for (const { headers } of [none, tooLong, foreign]) expect(headers['x-request-id']).toMatch(uuid);
    expect(none.headers['x-request-id']).not.toBe(tooLong.headers['x-request-id']);
  });
});

describe('the log', () => {
  test('has one line for a request, and nothing secret in any', async () => {
    await app
      .call('post', '/v1/probe/answers?note=quiet')
      .auth(key, { type: 'bearer' })
      .set({ 'X-Request-Id': 'req-1', 'Idempotency-Key': 'k-1', 'X-Actor-Name': 'j.doe' })
      .send({ boxes: [], playerId: 'someone' });
    expect(requestLines()).toEqual([
      expect.objectContaining({
        requestId: 'req-1',
        method: 'POST',
        route: '/v1/probe/answers',
        status: 400,
        ms: expect.any(Number) as number,
        operatorId,
        keyId,
        actorName: 'j.doe',
      }),
    ]);
    expect(app.logLines.join('\n')).not.toMatch(new RegExp(`${key}|Bearer|someone|quiet`));
  });

  test('names no route that the caller made up', async () => {
    await app.call('get', '/v1/made/up');
    expect(requestLines()).toEqual([expect.objectContaining({ route: 'unknown', status: 404 })]);
    expect(app.logLines.join('\n')).not.toContain('made/up');
  });
});

describe('health and metrics', () => {
  test('from this machine need no key', async () => {
    expect((await app.call('get', '/health/live')).body).toEqual({
      status: 'up',
      uptimeSeconds: expect.any(Number) as number,
    });
    await waitUntil(async () => (await app.call('get', '/health/ready')).status === 200);
    expect((await app.call('get', '/metrics')).headers['content-type']).toBe(
      'text/plain; version=0.0.4; charset=utf-8',
    );
  });

  test('through a proxy say only what is needed, and metrics want their token', async () => {
    const forwarded = (path: string) => app.call('get', path).set('X-Forwarded-For', '203.0.113.9');
    expect((await forwarded('/health/live')).body).toEqual({ status: 'up' });
    const told: unknown[] = [];
    await waitUntil(async () => {
      const { status, body } = await forwarded('/health/ready');
      return status === 200 && told.push(body) > 0;
    });
    expect(told).toEqual([{ status: 'up' }]);
    expect((await forwarded('/metrics')).status).toBe(401);
    expect((await forwarded('/metrics').auth('metrics-toke', { type: 'bearer' })).status).toBe(401);
    expect((await forwarded('/metrics').auth('metrics-token', { type: 'bearer' })).status).toBe(200);
  });

  test('requests are counted by route pattern, and time at the database is measured', async () => {
    await app
      .call('get', '/v1/probe/rounds/019b0000-0000-7000-8000-000000000001')
      .auth(key, { type: 'bearer' });
    const { text } = await app.call('get', '/metrics');
    expect(text).toContain(
      'http_request_seconds_count{route="/v1/probe/rounds/:roundId",method="GET",status="200"} 1',
    );
    expect(text).toMatch(/db_query_seconds_count [1-9]/);
    expect(text).toMatch(/db_pool_connections\{state="idle"\} [1-9]/);
  });

  test('what happens in the game is counted by whoever knows it', async () => {
    const metrics = app.app.get(Metrics);
    metrics.roundsTotal.inc({ game: 'american-blackjack', outcome: 'settled', mode: 'real' });
    metrics.moneyMinorTotal.inc({ kind: 'stake', currency: 'EUR' }, 1000);
    metrics.sweeperLagSeconds.set(3);
    const { text } = await app.call('get', '/metrics');
    expect(text).toContain('rounds_total{game="american-blackjack",outcome="settled",mode="real"} 1');
    expect(text).toContain('money_minor_total{kind="stake",currency="EUR"} 1000');
    expect(text).toContain('sweeper_lag_seconds 3');
  });
});

test('without a metrics token there is nothing at /metrics for others', async () => {
  const closed = await startTestApp();
  const { status } = await closed.call('get', '/metrics').set('X-Forwarded-For', '203.0.113.9');
  expect(status).toBe(404);
  await closed.close();
});
