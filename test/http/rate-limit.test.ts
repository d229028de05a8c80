import { randomBytes } from 'node:crypto';
import { ProbeController } from './probe.controller';
import { startTestApp, type TestApp } from './test-app';

let app: TestApp;

beforeEach(async () => {
  app = await startTestApp([ProbeController], { rateLimitPerSecond: 2, rateLimitBurst: 4 });
});
afterEach(() => app.close());

function get(key: string) {
  return app.call('get', '/v1/probe/caller').auth(key, { type: 'bearer' });
}

test('each key has its own bucket, and every answer says where it stands', async () => {
  const operatorId = await app.addOperator();
  const [{ key }, { key: other }] = [await app.addKey(operatorId), await app.addKey(operatorId)];
  const seen: (string | undefined)[] = [];
  for (let call = 0; call < 4; call++) seen.push((await get(key)).headers['ratelimit-remaining']);
  expect(seen).toEqual(['3', '2', '1', '0']);

  const refused = await get(key);
  expect([refused.status, refused.body.code, refused.body.retryable]).toEqual([429, 'rate_limited', true]);
  expect(refused.headers).toMatchObject({
    'ratelimit-limit': '4',
    'ratelimit-remaining': '0',
    'ratelimit-reset': '2',
    'retry-after': '1',
  });
  expect((await get(other)).status).toBe(200);

  app.clock.now = new Date(app.clock.now.getTime() + 500);
  expect((await get(key)).headers['ratelimit-remaining']).toBe('0');
  expect((await get(key)).status).toBe(429);
});

test('refusals count as well and carry the headers', async () => {
  const { key } = await app.addKey(await app.addOperator(), ['play']);
  const { status, headers } = await app.call('get', '/v1/probe/wallet').auth(key, { type: 'bearer' });
  expect([status, headers['ratelimit-remaining']]).toEqual([403, '3']);
});

test('an address with too many wrong keys is refused, while keys that were good before go on', async () => {
  const { key } = await app.addKey(await app.addOperator());
  expect((await get(key)).status).toBe(200);
  const wrong = () => get(`hc_${randomBytes(32).toString('base64url')}`);
  const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await wrong()).status));
  expect(new Set(statuses)).toEqual(new Set([401]));
  const refused = await wrong();
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
    429,
    'rate_limited',
    '1',
  ]);
  expect((await get(key)).status).toBe(200);
  app.clock.now = new Date(app.clock.now.getTime() + 1000);
  expect((await wrong()).status).toBe(401);
});
