import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { forgetOldSignatures, signRequest } from '../../src/application/operators/signatures';
import { ProbeController } from './probe.controller';
import { startTestApp, type TestApp } from './test-app';

let app: TestApp;
let key: string;

beforeAll(async () => {
  app = await startTestApp([ProbeController]);
  ({ key } = await app.addKey(await app.addOperator({ requiresSignature: true })));
});
afterAll(() => app.close());

beforeEach(() => {
  // A whole second, as timestamps are: the tolerance is tried to the second.
  app.clock.now = new Date(Math.ceil(app.clock.now.getTime() / 60_000) * 60_000 + 60_000);
});

const BODY = '{ "boxes": [ { "stake": 1000 } ],\n "playerId": "p" }';

interface Signing {
  readonly timestamp?: string;
  readonly method?: string;
  readonly target?: string;
  readonly body?: string;
  readonly secret?: string;
}

function seconds(offset = 0): string {
  return String(Math.floor(app.clock.now.getTime() / 1000) + offset);
}

/** Sends BODY to /v1/probe/answers?; what is given is signed instead of what is sent. */
function send({ timestamp = seconds(), ...signed }: Signing = {}) {
  const { method = 'PUT', target = '/v1/probe/answers', body = BODY, secret = key } = signed;
  const signature = signRequest(secret, { timestamp, method, target, body: Buffer.from(body) });
  return app
    .call('put', '/v1/probe/answers')
    .auth(key, { type: 'bearer' })
    .set('X-Timestamp', timestamp)
    .set('X-Signature', signature)
    .set('Content-Type', 'application/json')
    .send(BODY);
}

async function outcome(request: ReturnType<typeof send>): Promise<[number, string | undefined]> {
  const { status, body } = await request;
  return [status, body.code];
}

test('the test vectors of the documentation come out as they are written there', () => {
  const page = readFileSync(join(__dirname, '../../docs/signing.md'), 'utf8');
  const apiKey = /with the key `(hc_[^`]+)`/.exec(page)?.[1] ?? '';
  const row = (name: string) => page.split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? '';
  const cell = (name: string, column: number) =>
    /`(.*)`/.exec(row(name).split('|').at(column) ?? '')?.[1] ?? '';
  const signatures = [2, 3].map((column) =>
    signRequest(apiKey, {
      timestamp: cell('timestamp', column),
      method: cell('method', column),
      target: cell('path?query', column),
      body: Buffer.from(cell('body', column)),
    }),
  );
  expect(signatures).toEqual([cell('signature', 2), cell('signature', 3)]);
  expect(signatures[0]).toBe('5d9152ad2d683d09ba9f9cbfdd73c2a9487549b4cb32ebfe192b6153f3c5f78d');
});

test('a request that is signed over its very bytes is let in', async () => {
  expect(await outcome(send())).toEqual([200, undefined]);
});

test('a timestamp may also be RFC 3339', async () => {
  expect(await outcome(send({ timestamp: app.clock.now.toISOString() }))).toEqual([200, undefined]);
});

test('a query is signed as well, and a GET without a body', async () => {
  const target = '/v1/probe/lists?limit=2&playerId=a%20b';
  const timestamp = seconds();
  const signed = (path: string) =>
    app
      .call('get', path)
      .auth(key, { type: 'bearer' })
      .set('X-Timestamp', timestamp)
      .set('X-Signature', signRequest(key, { timestamp, method: 'GET', target, body: Buffer.alloc(0) }));
  expect((await signed('/v1/probe/lists?limit=3&playerId=a%20b')).body.code).toBe('signature_invalid');
  expect((await signed(target)).status).toBe(200);
});

test('headers that are missing are asked for', async () => {
  const { status, body } = await app.call('get', '/v1/probe/caller').auth(key, { type: 'bearer' });
  expect([status, body.code]).toEqual([401, 'signature_required']);
});

test.each([
  ['another body', { body: BODY.replace('1000', '9000') }],
  ['the same body in other white space', { body: JSON.stringify(JSON.parse(BODY)) }],
  ['another method', { method: 'POST' }],
  ['another path', { target: '/v1/probe/answers?x=1' }],
  ['another secret', { secret: 'hc_another' }],
  ['a timestamp that is no time', { timestamp: 'yesterday' }],
  ['a time that does not exist', { timestamp: '2026-13-45T00:00:00Z' }],
])('a signature over %s is refused', async (_what, signed) => {
  expect(await outcome(send(signed))).toEqual([401, 'signature_invalid']);
});

test('a timestamp that was changed after signing is refused', async () => {
  const request = send().set('X-Timestamp', seconds(1));
  expect(await outcome(request)).toEqual([401, 'signature_invalid']);
});

test.each([
  [-300, 200],
  [-301, 401],
  [300, 200],
  [301, 401],
])('a clock that is %i seconds off gets %i', async (offset, status) => {
  expect((await send({ timestamp: seconds(offset) })).status).toBe(status);
});

test('a signature is good once, also for two requests at the same time', async () => {
  const statuses = (await Promise.all([send(), send(), send()])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 401, 401]);
});

test('signatures are kept as long as they could be good, and no longer', async () => {
  const timestamp = seconds(299);
  expect((await send({ timestamp })).status).toBe(200);
  app.clock.now = new Date(app.clock.now.getTime() + 599_000);
  await forgetOldSignatures(app.dataSource.manager, app.clock.now);
  expect(await outcome(send({ timestamp }))).toEqual([401, 'signature_invalid']);

  app.clock.now = new Date(app.clock.now.getTime() + 120_000);
  await forgetOldSignatures(app.dataSource.manager, app.clock.now);
  expect(await app.dataSource.query('SELECT count(*) AS n FROM seen_signatures')).toEqual([{ n: 0 }]);
});
