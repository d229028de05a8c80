import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A wire between the application and its database, which can be cut and mended, and go silent. */
export class Wire {
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
    await listening(this.server, this.port);
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

  /** From here on nothing passes over the connections that there are, and none of them ends; new ones are as ever. */
  silence(): void {
    for (const socket of this.sockets) socket.unpipe().on('data', () => undefined);
  }
}

/** Between two times at which the wire is whole, somebody else may have the port for a moment. */
async function listening(server: Server, port: number): Promise<void> {
  for (;;) {
    server.listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      await sleep(50);
    }
  }
}
