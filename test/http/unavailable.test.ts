import { QueryFailedError } from 'typeorm';
import { unavailable } from '../../src/http/unavailable';
import { Wire } from '../support/wire';
import { waitUntil } from '../support/child';
import { ProbeController } from './probe.controller';
import { startTestApp, type TestApp } from './test-app';

let app: TestApp;
let key: string;
let wire: Wire;

beforeAll(async () => {
  app = await startTestApp(
    [ProbeController],
    {},
    {
      reachedAt: async (url) => {
        wire = new Wire(new URL(url));
        return (await wire.mend()).href;
      },
    },
  );
  ({ key } = await app.addKey(await app.addOperator()));
});
afterAll(async () => {
  await app.close();
  await wire.cut();
});

test('while the database is gone, calls are 503 and may be repeated; afterwards all is well again', async () => {
  const call = () => app.call('get', '/v1/probe/caller').auth(key, { type: 'bearer' });
  expect((await call()).status).toBe(200);

  await wire.cut();
  const { status, body, headers } = await call();
  expect([status, body.code, body.retryable, headers['retry-after']]).toEqual([
    503,
    'unavailable',
    true,
    '1',
  ]);
  expect((await app.call('get', '/health/ready')).status).toBe(503);
  expect((await app.call('get', '/health/live')).status).toBe(200);

  await wire.mend();
  expect((await call()).status).toBe(200);
  await waitUntil(async () => (await app.call('get', '/health/ready')).status === 200);
});

const GONE = 'the database cannot be reached';
const OVERDUE = 'the database did not answer in time';
const SLOW = 'the database took too long for a statement';
const LOCKED = 'a lock was waited for in vain';
const CHANGED = 'others changed the same all the time';
const READ_ONLY = 'the database takes no writes';
const FULL = 'the database is out of connections, memory or disk';

test.each([
  ['08000', GONE],
  ['08001', GONE],
  ['08003', GONE],
  ['08004', GONE],
  ['08006', GONE],
  ['08007', GONE],
  ['08P01', GONE],
  ['25P03', GONE],
  ['25P04', GONE],
  ['28000', GONE],
  ['28P01', GONE],
  ['3D000', GONE],
  ['40003', GONE],
  ['57P01', GONE],
  ['57P02', GONE],
  ['57P03', GONE],
  ['57P04', GONE],
  ['57P05', GONE],
  ['EAI_AGAIN', GONE],
  ['ECONNABORTED', GONE],
  ['ECONNREFUSED', GONE],
  ['ECONNRESET', GONE],
  ['EHOSTDOWN', GONE],
  ['EHOSTUNREACH', GONE],
  ['ENETDOWN', GONE],
  ['ENETUNREACH', GONE],
  ['ENOTFOUND', GONE],
  ['EPIPE', GONE],
  ['ETIMEDOUT', GONE],
  ['57014', SLOW],
  ['55P03', LOCKED],
  ['40001', CHANGED],
  ['40P01', CHANGED],
  ['25006', READ_ONLY],
  ['53000', FULL],
  ['53100', FULL],
  ['53200', FULL],
  ['53300', FULL],
  ['53400', FULL],
  ['22003', undefined],
  ['23505', undefined],
  ['25P02', undefined],
  ['40002', undefined],
  ['42501', undefined],
  ['42601', undefined],
  ['XX000', undefined],
  ['ENOENT', undefined],
])('an error with the code %s: %s', (code, reason) => {
  const error = Object.assign(new Error('x'), { code });
  expect(unavailable(error)?.reason).toBe(reason);
  expect(unavailable(new QueryFailedError('SELECT', [], error))?.reason).toBe(reason);
});

test.each([
  ['timeout exceeded when trying to connect', GONE],
  ['timeout expired', GONE],
  ['Connection terminated unexpectedly', GONE],
  ['Connection terminated due to connection timeout', GONE],
  ['Client has encountered a connection error and is not queryable', GONE],
  ['Client was closed and is not queryable', GONE],
  ['Cannot use a pool after calling end on the pool', GONE],
  ['The server does not support SSL connections', GONE],
  ['There was an error establishing an SSL connection', GONE],
  ['Database connection provided by a query runner was already released, cannot continue', GONE],
  ['Query runner already released. Cannot run queries anymore.', GONE],
  ['Query read timeout', OVERDUE],
  ['relation "rounds" does not exist', undefined],
])('an error that says %j: %s', (message, reason) => {
  expect(unavailable(new Error(message))?.reason).toBe(reason);
  expect(unavailable(new QueryFailedError('SELECT', [], new Error(message)))?.reason).toBe(reason);
});

test('what goes wrong where a connection is opened passes, whatever its code is', () => {
  const failed = Object.assign(new Error('x'), { code: 'ENOENT', syscall: 'connect' });
  expect(unavailable(failed)?.reason).toBe(GONE);
  expect(unavailable(Object.assign(failed, { syscall: 'open' }))).toBeNull();
});

test('refused on every address of a host is gone as well', () => {
  const refused = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
  expect(unavailable(new AggregateError([refused]))?.reason).toBe(GONE);
  expect(unavailable(new AggregateError([new Error('x')]))).toBeNull();
  expect(unavailable('ECONNREFUSED')).toBeNull();
});
