import { Client } from 'pg';

/** The channel on which a commit says which table it moved, and what the number of its last event is. */
const CHANNEL = 'table_events';

/** First pause before a broken connection is tried again; it doubles up to the longest. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5000;

export interface ListeningOptions {
  readonly url: string;
  readonly onNews: (tableId: string, lastNo: number) => void;
  /** Called when the connection stands, for the first time and again: what was said meanwhile is lost. */
  readonly onOpen: () => void;
  readonly onError: (error: Error) => void;
}

/** A connection of its own that listens for what tables commit, and is opened again whenever it breaks. */
export class Listening {
  private client: Client | null = null;
  private timer: NodeJS.Timeout | undefined;
  private pauseMs = FIRST_PAUSE_MS;
  private stopped = false;

  constructor(private readonly options: ListeningOptions) {}

  start(): void {
    void this.connect();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    const client = this.client;
    this.client = null;
    await client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new Client({
      connectionString: this.options.url,
      application_name: 'holecard table events',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    });
    this.client = client;
    client.on('error', (error) => this.lose(client, error));
    client.on('end', () => this.lose(client, new Error('the connection that listens was closed')));
    client.on('notification', ({ payload }) => this.hear(payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      this.lose(client, error instanceof Error ? error : new Error(String(error)));
      return;
    }
    if (this.client !== client) return;
    this.pauseMs = FIRST_PAUSE_MS;
    this.options.onOpen();
  }

  /** pg reports one broken connection in several ways; the first one counts. */
  private lose(client: Client, error: Error): void {
    if (this.client !== client || this.stopped) return;
    this.client = null;
    client.end().catch(() => undefined);
    this.options.onError(error);
    this.timer = setTimeout(() => void this.connect(), this.pauseMs).unref();
    this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_PAUSE_MS);
  }

  private hear(payload: string): void {
    const [tableId, lastNo] = payload.split(' ');
    if (/^\d+$/.test(lastNo)) this.options.onNews(tableId, Number(lastNo));
  }
}
