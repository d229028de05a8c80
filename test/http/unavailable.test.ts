import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { isDatabaseGone } from '../../src/http/unavailable';
import { ProbeController } from './probe.controller';
import { startTestApp, type TestApp } from './test-app';

/** A wire between the application and its database, which can be cut and mended. */
class Wire {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private port = 0;

  constructor(private readonly target: URL) {}

  async mend(): Promise<URL> {
    this.server = createServer((near) => {
      const far = connect(Number(this.target.port), this.target.hostname);
      for (const socket of [near, far]) {
        this.sockets.add(socket.on('error', () => socket.destroy()));
      }
      near.pipe(far).pipe(near);
    });
    await new Promise<void>((resolve) => this.server?.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
    const url = new URL(this.target);
    url.port = String(this.port);
    return url;
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.server?.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
    await closed;
  }
}

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
  expect((await app.call('get', '/health/ready')).status).toBe(200);
});

test.each([
  ['25P03', true],
  ['57P01', true],
  ['57P03', true],
  ['53300', true],
  ['08006', true],
  ['ECONNREFUSED', true],
  ['ECONNRESET', true],
  ['23505', false],
  ['42601', false],
])('an error with the code %s: database gone is %s', (code, gone) => {
  expect(isDatabaseGone(Object.assign(new Error('x'), { code }))).toBe(gone);
});

test.each([
  ['timeout exceeded when trying to connect', true],
  ['Connection terminated unexpectedly', true],
  ['Database connection provided by a query runner was already released, cannot continue', true],
  ['Query runner already released. Cannot run queries anymore.', true],
  ['relation "rounds" does not exist', false],
])('an error that says %j: database gone is %s', (message, gone) => {
  expect(isDatabaseGone(new Error(message))).toBe(gone);
});

test('refused on every address of a host is gone as well', () => {
  const refused = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
  expect(isDatabaseGone(new AggregateError([refused]))).toBe(true);
  expect(isDatabaseGone('ECONNREFUSED')).toBe(false);
});
