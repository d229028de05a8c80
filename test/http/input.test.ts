import { createHash } from 'node:crypto';
import { makeCursor } from '../../src/http/cursor';
import { ProbeController } from './probe.controller';
import { startTestApp, type TestApp } from './test-app';

let app: TestApp;
let key: string;

beforeAll(async () => {
  app = await startTestApp([ProbeController], { maxBodyBytes: 2048, rateLimitBurst: 10_000 });
  ({ key } = await app.addKey(await app.addOperator()));
});
afterAll(() => app.close());

function post(body: string | object, contentType = 'application/json') {
  return app
    .call('post', '/v1/probe/answers')
    .auth(key, { type: 'bearer' })
    .set('Idempotency-Key', 'k-1')
    .set('Content-Type', contentType)
    .send(typeof body === 'string' ? body : JSON.stringify(body));
}

function get(path: string) {
  return app.call('get', `/v1/probe/${path}`).auth(key, { type: 'bearer' });
}

const MINOR = 'must be a whole number of minor units, 1 to 2^53-1';
const box = (stake: unknown) => ({ boxes: [{ stake: 1000 }, { stake }] });

test.each<[string, string, string]>([
  ['{"boxes":[{"stake":1.5}]}', 'boxes[0].stake', MINOR],
  ['{"boxes":[{"stake":"1000"}]}', 'boxes[0].stake', MINOR],
  ['{"boxes":[{"stake":0}]}', 'boxes[0].stake', MINOR],
  ['{"boxes":[{"stake":-5}]}', 'boxes[0].stake', MINOR],
  ['{"boxes":[{"stake":9007199254740992}]}', 'boxes[0].stake', MINOR],
  ['{"boxes":[{"stake":1e400}]}', 'boxes[0].stake', MINOR],
  ['{"boxes":[{"stake":null}]}', 'boxes[0].stake', MINOR],
  ['{"boxes":[{"stake":1},{}]}', 'boxes[1].stake', `is required: ${MINOR}`],
  ['{"boxes":[{"stake":1,"foo":1}]}', 'boxes[0].foo', 'unknown field'],
  ['{"boxes":[],"toString":1}', 'toString', 'unknown field'],
  ['{"boxes":[],"hasOwnProperty":1}', 'hasOwnProperty', 'unknown field'],
  ['{"boxes":[],"__proto__":{"confirmed":true}}', '__proto__', 'unknown field'],
  ['{"boxes":[{"stake":1,"__proto__":{}}]}', 'boxes[0].__proto__', 'unknown field'],
  ['{"boxes":[],"constructor":{}}', 'constructor', 'unknown field'],
  ['{"boxes":[{"stake":1,"sideBets":{"pairs":true}}]}', 'boxes[0].sideBets.pairs', MINOR],
  ['{"boxes":[{"stake":1,"sideBets":[]}]}', 'boxes[0].sideBets', 'must be an object'],
  ['{"boxes":[],"playerId":"ä"}', 'playerId', 'must be a text of 1 to 128 printable ASCII characters'],
  ['{"boxes":[],"confirmed":"yes"}', 'confirmed', 'must be a boolean value'],
  ['{"boxes":{}}', 'boxes', 'must be an array'],
  ['{}', 'boxes', 'is required: must be an array'],
  ['', 'boxes', 'is required: must be an array'],
  ['null', '', 'must be a JSON object'],
  ['[]', '', 'must be a JSON object'],
  ['"text"', '', 'must be a JSON object'],
  ['5', '', 'must be a JSON object'],
  ['{"boxes":[}', '', 'is not valid JSON'],
  ['{"boxes":[]', '', 'is not valid JSON'],
  [`${'['.repeat(40)}${']'.repeat(40)}`, '', 'nests too deeply'],
])('%s is refused at %j', async (body, path, detail) => {
  const response = await post(body);
  expect([response.status, response.body.code]).toEqual([400, 'invalid_request']);
  expect(response.body.errors).toEqual([expect.objectContaining({ path })]);
  expect(response.body.errors[0].detail).toContain(detail);
});

test('every wrong field is named', async () => {
  const { body } = await post({ boxes: [{ stake: 0, x: 1 }, null], y: 2 });
  const paths = (body.errors as { path: string }[]).map((error) => error.path);
  expect(paths).toEqual(expect.arrayContaining(['boxes[0].stake', 'boxes[0].x', 'y']));
});

test('what is right goes in as it is, and of a key that comes twice the last one counts', async () => {
  const { status, body } = await post('{"boxes":[{"stake":1}],"playerId":"a","playerId":"b"}');
  expect(status).toBe(201);
  expect(body.body).toEqual({ boxes: [{ stake: 1 }], playerId: 'b' });
});

test('the largest safe integer is an amount', async () => {
  expect((await post(box(Number.MAX_SAFE_INTEGER))).status).toBe(201);
});

test.each([
  ['text/plain', 415],
  ['application/x-www-form-urlencoded', 415],
  ['application/json; charset=latin1', 415],
  ['application/json; charset=UTF-8', 201],
  ['Application/JSON', 201],
])('a body sent as %s gets %i', async (type, status) => {
  const response = await post({ boxes: [] }, type);
  expect(response.status).toBe(status);
  if (status === 415) expect(response.body.code).toBe('unsupported_media_type');
});

test('a body that is not UTF-8 is refused', async () => {
  const body = Buffer.from('{"boxes":[],"playerId":"\xff"}', 'latin1');
  const response = await fetch(`${app.baseUrl}/v1/probe/answers`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'idempotency-key': 'k',
      'content-type': 'application/json',
    },
    body,
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ errors: [{ path: '', detail: 'is not UTF-8' }] });
});

test('a body that is too large is 413, and the connection lives on', async () => {
  const { status, body } = await post({ boxes: [], playerId: 'x'.repeat(3000) });
  expect([status, body.code]).toEqual([413, 'body_too_large']);
  expect((await post({ boxes: [] })).status).toBe(201);
});

test('strangers are turned away before anybody reads what they sent', async () => {
  const { status } = await app
    .call('post', '/v1/probe/answers')
    .set('Content-Type', 'application/json')
    .send('{');
  expect(status).toBe(401);
});

test('input that a route does not take is refused', async () => {
  const nothing = () => app.call('post', '/v1/probe/nothing').auth(key, { type: 'bearer' });
  expect((await nothing()).status).toBe(200);
  expect((await nothing().send({})).status).toBe(200);
  expect((await nothing().send({ a: 1 })).body.errors).toEqual([{ path: 'a', detail: 'unknown field' }]);
  expect((await get('caller?verbose=1')).body.errors).toEqual([
    { path: 'query.verbose', detail: 'unknown field' },
  ]);
});

describe('queries', () => {
  test('have defaults and are converted', async () => {
    expect((await get('lists')).body).toEqual({ limit: 50, place: null, playerId: null });
    const cursor = makeCursor({ at: 7 });
    const { body } = await get(`lists?limit=200&playerId=p%201&cursor=${cursor}`);
    expect(body).toEqual({ limit: 200, place: { at: 7 }, playerId: 'p 1' });
  });

  test.each([
    ['limit=0', 'query.limit'],
    ['limit=201', 'query.limit'],
    ['limit=1.5', 'query.limit'],
    ['limit=ten', 'query.limit'],
    ['limit=', 'query.limit'],
    ['limit=1&limit=2', 'query.limit'],
    ['offset=3', 'query.offset'],
    ['playerId=%C3%A4', 'query.playerId'],
    ['cursor=rubbish', 'query.cursor'],
    [`cursor=${makeCursor({ at: 'x' })}`, 'query.cursor'],
    ['cursor=', 'query.cursor'],
  ])('%s is refused at %s', async (query, path) => {
    const { status, body } = await get(`lists?${query}`);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.errors).toEqual([expect.objectContaining({ path })]);
  });
});

describe('path parameters', () => {
  test('that should be a UUID and are none name nothing', async () => {
    const id = '019b0000-0000-7000-8000-00000000000A';
    expect((await get(`rounds/${id}`)).body).toEqual({ roundId: id.toLowerCase() });
    const { status, body } = await get('rounds/17');
    expect([status, body.code, body.detail]).toEqual([404, 'not_found', 'There is no such round.']);
  });

  test('that are ids of the operator are 1 to 128 printable characters', async () => {
    const remove = (id: string) =>
      app.call('delete', `/v1/probe/players/${id}`).auth(key, { type: 'bearer' });
    expect((await remove('a%2Fb%20c')).body).toEqual({ playerId: 'a/b c' });
    for (const id of ['x'.repeat(129), '%C3%A4', '%0A']) {
      const { status, body } = await remove(id);
      expect([status, body.errors[0].path]).toEqual([400, 'path.playerId']);
    }
  });
});

describe('the Idempotency-Key', () => {
  const send = (method: 'post' | 'put', idempotencyKey?: string) => {
    const request = app.call(method, '/v1/probe/answers').auth(key, { type: 'bearer' });
    return (idempotencyKey === undefined ? request : request.set('Idempotency-Key', idempotencyKey)).send({
      boxes: [],
    });
  };

  test('is required where the route says so', async () => {
    const { status, body } = await send('post');
    expect([status, body.code]).toEqual([400, 'idempotency_key_required']);
  });

  test('may be left out where it is optional', async () => {
    expect((await send('put')).body.key).toBeNull();
    expect((await send('put', 'k 1')).body.key).toBe('k 1');
  });

  test('has 1 to 255 printable characters', async () => {
    expect((await send('put', 'x'.repeat(255))).status).toBe(200);
    for (const bad of ['x'.repeat(256), '\u00e4', '']) {
      const { status, body } = await send('put', bad);
      expect([status, body.errors[0].path]).toEqual([400, 'header.Idempotency-Key']);
    }
  });

  test('belongs to a hash of method, target and body, in which order and white space are no difference', async () => {
    const { body } = await post('{"playerId":"p","boxes":[{"stake":5,"sideBets":{"pairs":1}}]}');
    const again = await post(
      ' { "boxes" : [ { "sideBets": {"pairs":1}, "stake": 5.0 } ], "playerId" : "p" } ',
    );
    const canonical = '{"boxes":[{"sideBets":{"pairs":1},"stake":5}],"playerId":"p"}';
    const hash = createHash('sha256').update(`POST\n/v1/probe/answers\n${canonical}`).digest('hex');
    expect([body.hash, again.body.hash]).toEqual([hash, hash]);
    expect((await post({ boxes: [], playerId: 'p' })).body.hash).not.toBe(hash);
  });

  test('of an answer that is given again shows in the answer', async () => {
    const { headers, text } = await send('put', 'k');
    expect(headers['idempotency-replayed']).toBe('true');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(text).toBe('{"body":{"boxes":[]},"key":"k"}');
    expect((await post({ boxes: [] })).headers['idempotency-replayed']).toBeUndefined();
  });
});
