import type { DataSource } from 'typeorm';
import { readLastEventNos } from '../../persistence/tables/events';
import { Listening } from '../../persistence/tables/listening';
import type { TablePlace } from '../../persistence/tables/load-table';

/** Told that a table has events up to that number; nothing is lost where the same is told twice, or too late. */
export type NewsOf = (lastNo: number) => void;

/**
 * How a process hears that tables moved. What moved stands in the database: news carry a number and nothing else, so that
 * whatever brings messages can bring these. Commits publish; here they are only listened to.
 */
export interface TableNews {
  /** Listens for a table until the returned function is called. */
  subscribe(place: TablePlace, news: NewsOf): () => void;
  stop(): Promise<void>;
}

export interface NewsOptions {
  readonly dataSource: DataSource;
  /** Where PostgreSQL is reached itself, when `dataSource` goes through a pooler, which tells nothing to who listens. */
  readonly listenUrl?: string;
  /** How often the database is asked what nobody told. */
  readonly pollMs: number;
  readonly onError: (error: unknown, what: string) => void;
}

export const POLL_MS = 1000;

/**
 * News by PostgreSQL's LISTEN on a connection of its own. Below it lies a net: the last numbers of all tables that
 * somebody listens for are asked for every second, in one query, for messages are lost when a connection breaks. Both
 * begin with the first who listens and stay until the stop, for readers come and go; while nobody listens nothing is asked.
 */
export class PostgresNews implements TableNews {
  private readonly subscriptions = new Map<string, { place: TablePlace; listeners: Set<NewsOf> }>();
  private listening: Listening | null = null;
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> | null = null;
  private stopped = false;

  constructor(private readonly options: NewsOptions) {}

  subscribe(place: TablePlace, news: NewsOf): () => void {
    const { tableId } = place;
    const known = this.subscriptions.get(tableId) ?? { place, listeners: new Set() };
    known.listeners.add(news);
    this.subscriptions.set(tableId, known);
    this.start();
    return () => {
      known.listeners.delete(news);
      if (known.listeners.size === 0) this.subscriptions.delete(tableId);
    };
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    this.subscriptions.clear();
    await this.listening?.stop();
    await this.polling;
  }

  private start(): void {
    if (this.timer !== undefined || this.stopped) return;
    const { dataSource, listenUrl, pollMs, onError } = this.options;
    this.timer = setInterval(() => void this.poll(), pollMs).unref();
    this.listening = new Listening({
      url: listenUrl ?? (dataSource.options as { readonly url: string }).url,
      onNews: (tableId, lastNo) => this.tell(tableId, lastNo),
      onOpen: () => void this.poll(),
      onError: (error) => onError(error, 'the connection that listens for events of tables broke'),
    });
    this.listening.start();
  }

  private poll(): Promise<void> {
    this.polling ??= this.ask().finally(() => {
      this.polling = null;
    });
    return this.polling;
  }

  private async ask(): Promise<void> {
    const places = [...this.subscriptions.values()].map(({ place }) => place);
    if (places.length === 0) return;
    try {
      const { manager } = this.options.dataSource;
      for (const { tableId, eventNo } of await readLastEventNos(manager, places)) this.tell(tableId, eventNo);
    } catch (error) {
      this.options.onError(error, 'tables could not be asked for their events');
    }
  }

  private tell(tableId: string, lastNo: number): void {
    for (const listener of this.subscriptions.get(tableId)?.listeners ?? []) listener(lastNo);
  }
}
