import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServerCloser } from '../../src/start/server-closer';
import { waitUntil } from '../support/child';
import { msOf, onceWithin } from '../support/within';

let server: Server;
let closer: ServerCloser;
let port: number;
let agent: Agent;
let inFlight: ServerResponse[];
let answersAtOnce: boolean;

async function open(): Promise<void> {
  inFlight = [];
  answersAtOnce = true;
  agent = new Agent({ keepAlive: true });
  server = createServer((_request, response) => {
    if (answersAtOnce) response.end('done');
    else inFlight.push(response);
  });
  // Nothing ends by this while a test is held up.
  server.keepAliveTimeout = 600_000;
  closer = new ServerCloser(server);
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  ({ port } = server.address() as AddressInfo);
}

beforeEach(open);
afterEach(() => {
  agent.destroy();
  server.closeAllConnections();
  server.close();
});

interface Answer {
  readonly status: number | undefined;
  readonly connection: string | undefined;
  /** Whether it came over a connection that had been used before. */
  readonly wasKept: boolean;
}

function get(by: Agent = agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, agent: by }, (response: IncomingMessage) => {
      const { statusCode: status, headers } = response;
      response
        .resume()
        .once('end', () => resolve({ status, connection: headers.connection, wasKept: asked.reusedSocket }))
        .once('error', reject);
    });
    asked.once('error', reject).end();
  });
}

/** The end of a connection over which a text was sent, and what came back. */
async function raw(
  text: string,
): Promise<{ socket: Socket; received: () => string; isClosed: () => boolean }> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  let closed = false;
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.on('close', () => (closed = true));
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  if (text !== '') socket.write(text);
  return { socket, received: () => received, isClosed: () => closed };
}

/** Longer than any of it takes on the busiest machine. */
const LONG = { drainSeconds: 90, patienceSeconds: 90 };
const SHORT = { drainSeconds: 0.2, patienceSeconds: 90 };
const MUCH_LESS_MS = 45_000;

it('stops at once when nobody is connected', () =>
  onceWithin(1000, async () => {
    if (!server.listening) await open();
    const tookMs = await msOf(closer.close(LONG));
    expect(server.listening).toBe(false);
    return tookMs;
  }));

it('answers on kept-alive and on new connections while it drains, and each answer is the last on its connection', async () => {
  await get();
  await waitUntil(() => Object.keys(agent.freeSockets).length === 1);
  // While he says nothing, it is not done.
  const guest = await raw('');
  const closed = closer.close(LONG);
  expect(await get()).toEqual({ status: 200, connection: 'close', wasKept: true });
  expect(await get()).toEqual({ status: 200, connection: 'close', wasKept: false });
  guest.socket.destroy();
  await closed;
  await expect(get()).rejects.toThrow('ECONNREFUSED');
});

it('leaves an idle connection to its keep-alive time, and then does not wait any longer', async () => {
  server.keepAliveTimeout = 2500;
  const began = performance.now();
  const kept = await raw('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  // What was so when the connection was ended, however late this is noticed.
  const atItsEnd: { listening: boolean; afterMs: number }[] = [];
  kept.socket.once('end', () => {
    atItsEnd.push({ listening: server.listening, afterMs: performance.now() - began });
  });
  await waitUntil(() => kept.received().includes('done'));
  expect(await msOf(closer.close(LONG))).toBeLessThan(MUCH_LESS_MS);
  await waitUntil(kept.isClosed);
  const [{ listening, afterMs }] = atItsEnd;
  expect(listening).toBe(true);
  expect(afterMs).toBeGreaterThanOrEqual(2500);
});

it('says of a request in flight that its answer is the last one, and lets it finish after the port is closed', async () => {
  answersAtOnce = false;
  const answer = get();
  await waitUntil(() => inFlight.length === 1);
  const closed = closer.close(SHORT);
  await waitUntil(() => !server.listening);
  await expect(get(new Agent())).rejects.toThrow('ECONNREFUSED');
  inFlight[0]?.end('done');
  expect(await answer).toEqual({ status: 200, connection: 'close', wasKept: false });
  await closed;
});

it('answers a request of which only some bytes have come when the port is closed', async () => {
  const half = await raw('GET / HTTP/1.1\r\nhost:');
  await waitUntil(async () => (await connections()) === 1);
  await sleep(50);
  const closed = closer.close(SHORT);
  await waitUntil(() => !server.listening);
  await sleep(1500);
  half.socket.write(' x\r\n\r\n');
  await closed;
  await waitUntil(half.isClosed);
  expect(half.received()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*Connection: close\r\n[^]*done/);
});

it('waits a moment for the first request of a connection, and no longer for one that never comes', async () => {
  const silent = await raw('');
  const late = await raw('');
  await waitUntil(async () => (await connections()) === 2);
  const closed = closer.close({ ...SHORT, drainSeconds: 0 });
  await waitUntil(() => !server.listening);
  late.socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  expect(await msOf(closed)).toBeLessThan(MUCH_LESS_MS);
  await waitUntil(() => late.isClosed() && silent.isClosed());
  expect(late.received()).toContain('200 OK');
  expect(silent.received()).toBe('');
});

it('ends the connection after an answer that had begun before, and promised to keep it', async () => {
  answersAtOnce = false;
  const long = await raw('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await waitUntil(() => inFlight.length === 1);
  inFlight[0]?.write('begun ');
  await waitUntil(() => long.received().includes('begun'));
  const closed = closer.close(SHORT);
  await waitUntil(() => !server.listening);
  inFlight[0]?.end('and ended');
  expect(await msOf(closed)).toBeLessThan(MUCH_LESS_MS);
  await waitUntil(long.isClosed);
  expect(long.received()).toContain('and ended');
});

it('cuts off a request that takes longer than allowed', async () => {
  answersAtOnce = false;
  const refused = expect(get()).rejects.toThrow(/hang up|ECONNRESET/);
  await waitUntil(() => inFlight.length === 1);
  await closer.close({ drainSeconds: 0, patienceSeconds: 0.2 });
  await refused;
});

it('answers those who were in the queue of the port when it was closed', async () => {
  const answers: Promise<Answer>[] = [];
  const closed = closer.close({ ...SHORT, drainSeconds: 0 });
  for (let n = 0; n < 50; n++) answers.push(get(new Agent()));
  const ended = await Promise.allSettled(answers);
  await closed;
  const errors = ended.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
  expect(errors.filter((error) => !error.includes('ECONNREFUSED'))).toEqual([]);
});

it('resets nobody who keeps his connection until he is told that it ends', async () => {
  const answers = new Array<number>(32).fill(0);
  const clients = answers.map(async (_, client) => {
    const own = new Agent({ keepAlive: true });
    for (let isLast = false; !isLast; answers[client] += 1) {
      isLast = (await get(own)).connection === 'close';
      await sleep(Math.random() * 10);
    }
  });
  await waitUntil(() => answers.every((count) => count > 2));
  await closer.close(LONG);
  const ended = await Promise.allSettled(clients);
  expect(ended.filter(({ status }) => status === 'rejected')).toEqual([]);
});

function connections(): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}
