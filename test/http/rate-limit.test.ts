import { randomBytes } from 'node:crypto';
import { addApiKey } from '../../src/application/operators/api-keys';
import { holdPost } from './held-request';
import { readConfig } from '../../src/config/config';
import type { Exchange } from '../../src/http/express-adapter';
import { Refused } from '../../src/http/problem';
import { RateLimit } from '../../src/http/rate-limit';
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

  later(500);
  expect((await get(key)).headers['ratelimit-remaining']).toBe('0');
  expect((await get(key)).status).toBe(429);
});

test('a request that was begun long ago and ends now fills no bucket again', async () => {
  const { key } = await app.addKey(await app.addOperator());
  const held = await holdPost(`${app.baseUrl}/v1/probe/nothing`, {}, { authorization: `Bearer ${key}` });
  later(60_000);
  for (let call = 0; call < 4; call++) expect((await get(key)).status).toBe(200);
  expect((await held.finish()).status).toBe(429);
  expect((await get(key)).status).toBe(429);
});

test('refusals count as well and carry the headers', async () => {
  const { key } = await app.addKey(await app.addOperator(), ['play']);
  const { status, headers } = await app.call('get', '/v1/probe/wallet').auth(key, { type: 'bearer' });
  expect([status, headers['ratelimit-remaining']]).toEqual([403, '3']);
});

function wrongKey(): string {
  return `hc_${randomBytes(32).toString('base64url')}`;
}

async function guess(times: number): Promise<Set<number>> {
  return new Set(
    await Promise.all(Array.from({ length: times }, async () => (await get(wrongKey())).status)),
  );
}

function later(ms: number): void {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
}

test('an address with too many wrong keys is refused, while keys that were good before go on', async () => {
  const { key } = await app.addKey(await app.addOperator());
  expect((await get(key)).status).toBe(200);
  expect(await guess(100)).toEqual(new Set([401]));
  const refused = await get(wrongKey());
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
    429,
    'rate_limited',
    '1',
  ]);
  expect((await get(key)).status).toBe(200);
  later(1000);
  expect((await get(wrongKey())).status).toBe(401);
});

test('guesses that are looked up at the same time are paid for one by one', () => {
  let now = new Date();
  const limit = new RateLimit(readConfig({}), () => now);
  const exchange = { clientAddress: '203.0.113.9' } as Exchange;
  const ask = () => limit.refuseTooManyFailures(exchange, 'unknown');
  for (let guess = 0; guess < 150; guess++) ask();
  for (let guess = 0; guess < 150; guess++) limit.countFailure(exchange, 'unknown');
  now = new Date(now.getTime() + 5000);
  expect(ask).toThrow(Refused);
  now = new Date(now.getTime() + 100);
  expect(ask).not.toThrow();
});

test('one wrong key that is sent again and again keeps no good one away that is new to this process', async () => {
  const wrong = wrongKey();
  const statuses: number[] = [];
  for (let call = 0; call < 110; call++) statuses.push((await get(wrong)).status);
  expect([statuses[0], statuses[100], statuses[101]]).toEqual([401, 401, 429]);
  const { key } = await app.addKey(await app.addOperator());
  expect((await get(key)).status).toBe(200);
});

test('what was no key is not looked up for five seconds, or until the clock is set back', async () => {
  const key = wrongKey();
  const operatorId = await app.addOperator();
  expect((await get(key)).status).toBe(401);
  await addApiKey(app.dataSource.manager, key, { operatorId, label: 'late', scopes: [] }, app.clock.now);
  later(4999);
  expect((await get(key)).status).toBe(401);
  later(-3_600_000);
  expect((await get(key)).status).toBe(200);
});

test('what was no key may be one five seconds later', async () => {
  const key = wrongKey();
  const operatorId = await app.addOperator();
  expect((await get(key)).status).toBe(401);
  await addApiKey(app.dataSource.manager, key, { operatorId, label: 'late', scopes: [] }, app.clock.now);
  later(5000);
  expect((await get(key)).status).toBe(200);
});

test('behind a proxy that is trusted, failures are counted by the client that it names', async () => {
  await app.close();
  app = await startTestApp([ProbeController], { trustedProxies: 1 });
  const from = (address: string, key: string) => get(key).set('X-Forwarded-For', address);
  const { key } = await app.addKey(await app.addOperator());
  const guesses = Array.from({ length: 100 }, async () => (await from('203.0.113.9', wrongKey())).status);
  expect(new Set(await Promise.all(guesses))).toEqual(new Set([401]));
  expect((await from('203.0.113.9', wrongKey())).status).toBe(429);
  // Whatever the client himself puts before it.
  expect((await from('198.51.100.7, 203.0.113.9', wrongKey())).status).toBe(429);
  expect((await from('198.51.100.7', key)).status).toBe(200);
});
