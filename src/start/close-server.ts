import type { Server } from 'node:http';

const idleCheckMs = 50;

/** Takes no more requests, lets those in flight finish, and cuts off those that take longer than allowed. */
export async function closeServer(server: Server, patienceSeconds: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // A connection that was busy when the server closed would be kept alive after its answer.
  const closeIdle = setInterval(() => server.closeIdleConnections(), idleCheckMs);
  const cutOff = setTimeout(() => server.closeAllConnections(), patienceSeconds * 1000);
  await closed;
  clearInterval(closeIdle);
  clearTimeout(cutOff);
}
