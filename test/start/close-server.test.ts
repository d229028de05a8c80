import { Agent, createServer, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer } from '../../src/start/close-server';
import { waitUntil } from '../support/child';

let server: Server;
let port: number;
let agent: Agent;
let inFlight: ServerResponse[];

beforeEach(async () => {
  inFlight = [];
  agent = new Agent({ keepAlive: true });
  server = createServer((_request, response) => void inFlight.push(response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  ({ port } = server.address() as AddressInfo);
});

afterEach(() => {
  agent.destroy();
  server.closeAllConnections();
  server.close();
});

function get(): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    });
    asked.once('error', reject).end();
  });
}

it('lets a request in flight finish, although its connection is kept alive', async () => {
  const answer = get();
  await waitUntil(() => inFlight.length === 1);
  const closed = closeServer(server, 20);
  await expect(get()).rejects.toThrow();
  inFlight[0]?.end('done');
  expect(await answer).toBe(200);
  await closed;
  expect(server.listening).toBe(false);
});

it('cuts off a request that takes longer than allowed', async () => {
  const answer = get();
  const refused = expect(answer).rejects.toThrow(/hang up|ECONNRESET/);
  await waitUntil(() => inFlight.length === 1);
  await closeServer(server, 0.2);
  await refused;
});

it('does not wait for connections that nobody uses', async () => {
  const answer = get();
  await waitUntil(() => inFlight.length === 1);
  inFlight[0]?.end();
  await answer;
  const before = Date.now();
  await closeServer(server, 20);
  expect(Date.now() - before).toBeLessThan(5000);
});
