import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fleet } from './fleet';

/** A client that hears nothing for so long goes elsewhere: at the tables of the soak test something happens every second. */
const SILENCE_MS = 10_000;

/**
 * Reads the stream of a table as a browser does, from any process that lives, and comes back with `Last-Event-ID`
 * whenever it ends. It writes down whatever it was told twice, out of order, or not at all.
 */
export class EventClient {
  private static readonly agent = new Agent({ keepAlive: false });
  readonly faults: string[] = [];
  lastId: number | null = null;
  received = 0;
  connections = 0;
  private stopped = false;
  private response: IncomingMessage | null = null;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly fleet: Fleet,
    private readonly path: string,
    private readonly token: string,
    private readonly silenceMs = SILENCE_MS,
  ) {}

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.response?.destroy();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      const server = this.fleet.anyLiving();
      if (server !== null) await this.read(server.baseUrl).catch(() => undefined);
      await sleep(20 + Math.random() * 200);
    }
  }

  private async read(baseUrl: string): Promise<void> {
    const response = await this.connect(baseUrl);
    this.response = response;
    if (response.statusCode !== 200) {
      if (response.statusCode !== 503) this.faults.push(`the stream answered ${response.statusCode}`);
      response.destroy();
      return;
    }
    this.connections += 1;
    let rest = '';
    for await (const chunk of response) {
      const blocks = (rest + (chunk as Buffer).toString()).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) this.take(block);
    }
  }

  private connect(baseUrl: string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const seen = this.lastId === null ? {} : { 'last-event-id': String(this.lastId) };
      const headers = { authorization: `Bearer ${this.token}`, accept: 'text/event-stream', ...seen };
      const request = get(`${baseUrl}${this.path}`, { agent: EventClient.agent, headers }, resolve);
      request.setTimeout(this.silenceMs, () => request.destroy(new Error('nothing was heard')));
      request.on('error', reject);
    });
  }

  private take(block: string): void {
    const match = /^id: (\d+)\nevent: (\w+)\n/.exec(block);
    if (match === null) return;
    const [, number, event] = match;
    const id = Number(number);
    if (this.lastId === null ? event !== 'state' : id !== this.lastId + 1 || event === 'state') {
      this.faults.push(`after ${this.lastId ?? 'nothing'} came ${event} ${id}`);
    }
    this.lastId = id;
    this.received += 1;
  }
}
