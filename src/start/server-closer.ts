import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

const CHECK_MS = 50;
/** For how long nobody may have been connected until a server that is to stop takes it that nobody comes. */
const QUIET_MS = 1000;
/** For how long a connection may have said nothing at all: its first request may be on the way. */
const SILENT_MS = 1000;
/** For how long those in the queue of the port are let in at last: one in each turn of the event loop. */
const QUEUE_MS = 1000;
/** A turn so short, in which nobody came, leaves nobody in the queue. */
const SHORT_TURN_MS = 1;

export interface ClosingTimes {
  /** For how long connections are still taken. Longer than idle ones are kept alive: then none is closed in its use. */
  readonly drainSeconds: number;
  /** For how long requests in flight may take after that. */
  readonly patienceSeconds: number;
}

/**
 * Closes a server without breaking a connection that somebody is about to use.
 *
 * A client cannot know that the connection he has kept is being closed: what he sends in that moment is lost. So from the
 * beginning of the end on every answer says `Connection: close`, and the server goes on as before. A connection that is
 * used ends with that answer; one that is not ends by its keep-alive time, which its client knows of. Only then the port
 * is closed.
 */
export class ServerCloser {
  /** When each was opened. */
  private readonly connections = new Map<Socket, number>();
  private readonly underWay = new Set<ServerResponse>();
  private opened = 0;
  private lastSeenAt = -Infinity;
  private isClosing = false;

  /** @param server one that does not listen yet: all that is under way when it is closed has to be known. */
  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.opened += 1;
      this.connections.set(socket, performance.now());
      socket.once('close', () => {
        this.connections.delete(socket);
        this.lastSeenAt = performance.now();
      });
    });
    server.prependListener('request', (_request, response) => {
      this.underWay.add(response);
      response.once('close', () => this.underWay.delete(response));
      if (this.isClosing) sayLast(response);
    });
  }

  /** Resolves when no connection is open any more: every request that has come is answered, or has taken too long. */
  async close({ drainSeconds, patienceSeconds }: ClosingTimes): Promise<void> {
    const { server } = this;
    this.isClosing = true;
    for (const response of this.underWay) sayLast(response);
    const drainedAt = performance.now() + drainSeconds * 1000;
    while (!this.isQuiet() && performance.now() < drainedAt) await sleep(CHECK_MS);
    const release = await this.letIn();
    const closed = new Promise((resolve) => server.close(resolve));
    for (const response of this.underWay) closeAfter(response);
    release();
    const check = setInterval(() => void nextTurn().then(() => this.closeSilent()), CHECK_MS);
    const cutOff = setTimeout(() => server.closeAllConnections(), patienceSeconds * 1000);
    await closed;
    clearInterval(check);
    clearTimeout(cutOff);
  }

  private isQuiet(): boolean {
    return this.connections.size === 0 && performance.now() - this.lastSeenAt >= QUIET_MS;
  }

  /**
   * Lets those in who stand in the queue of the port, for whoever is in it is reset when the port is closed. Their requests
   * wait meanwhile, so that no work holds up the next in the queue.
   *
   * @returns what sets the requests going that have waited.
   */
  private async letIn(): Promise<() => void> {
    const { server } = this;
    const handlers = server.listeners('request') as RequestListener[];
    const waiting: Parameters<RequestListener>[] = [];
    server.removeAllListeners('request');
    server.on('request', (...exchange) => void waiting.push(exchange));
    const lastAt = performance.now() + QUEUE_MS;
    let isEmpty = false;
    for (let began = performance.now(); !isEmpty && began < lastAt;) {
      const { opened } = this;
      await nextTurn();
      const now = performance.now();
      isEmpty = this.opened === opened && now - began < SHORT_TURN_MS;
      began = now;
    }
    return () => {
      server.removeAllListeners('request');
      for (const handler of handlers) server.on('request', handler);
      for (const exchange of waiting) server.emit('request', ...exchange);
    };
  }

  /** Browsers open connections ahead, and may never use them. */
  private closeSilent(): void {
    const before = performance.now() - SILENT_MS;
    for (const [socket, openedAt] of this.connections) {
      if (socket.bytesRead === 0 && openedAt <= before) socket.destroy();
    }
  }
}

/** Tells the client that no request may follow on this connection, unless he was told otherwise already. */
function sayLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

/** An answer that began before, and promised to keep its connection, has its end followed by the end of that. */
function closeAfter(response: ServerResponse): void {
  const { socket } = response;
  response.once('finish', () => socket?.destroySoon());
}
