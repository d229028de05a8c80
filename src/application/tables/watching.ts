import type { DataSource } from 'typeorm';
import type { TableEvent } from '../../persistence/tables/events';
import type { TablePlace } from '../../persistence/tables/load-table';
import type { Refusal } from '../refusal';
import type { Answer } from '../request';
import type { Channel } from './channel';
import type { TableNews } from './news';

/** Where a reader's events go: an open answer, which takes them as fast as its connection does. */
export interface EventSink {
  /** The table as it stands after the event of that number. */
  sendState(no: number, body: object): void;
  sendEvent(event: TableEvent): void;
  /** Says that the connection lives, and nothing else. */
  sendNothing(): void;
  /** Bytes that the connection has not taken yet, and those that it has taken in all. */
  readonly waitingBytes: number;
  readonly takenBytes: number;
  /** Resolves when it takes more, or is closed. */
  drained(): Promise<void>;
  /** Ends the answer in good order: the reader comes back where he was. */
  end(): void;
  /** Breaks the connection off. */
  cut(): void;
  onClosed(listener: () => void): void;
}

/** Somebody who is to be told the events of a table. */
export interface Watcher {
  readonly place: TablePlace;
  /** The number of the table's last event when he was let in. */
  readonly lastNo: number;
  /** The last event that he has seen, by his own account; null when he has seen none. */
  readonly seenNo: number | null;
  /** Whoever shares it is limited together: a key, or a session. */
  readonly caller: string;
  readonly readState: () => Promise<Answer<{ readonly eventId: number }> | Refusal>;
}

export const STREAM_LIMITS = {
  /** Bytes that may wait for one reader before he is cut off: memory is for those who keep up. */
  waitingBytes: 256 * 1024,
  /** For how long a reader may take nothing while something waits for him. */
  stalledMs: 30_000,
  heartbeatMs: 15_000,
  /** A stream ends after so long, give or take a fifth: who comes back shows his credentials again. */
  ageMs: 900_000,
  /** Whoever is further behind is told how the table stands instead of all that happened. */
  behind: 10_000,
  /** Streams of one caller; the oldest gives way, for it is likely to be one whose connection died unnoticed. */
  perCaller: 500,
  /** For how long the rest of a stream that has ended may wait for its reader. */
  farewellMs: 2000,
  sweepMs: 1000,
};

export interface StreamOptions {
  readonly dataSource: DataSource;
  readonly news: TableNews;
  readonly monotonicMs: () => number;
  readonly limits: typeof STREAM_LIMITS;
  readonly onOpen: (streams: number) => void;
  readonly onSent: () => void;
  readonly onCut: (reason: CutReason) => void;
  readonly onError: (error: unknown, what: string) => void;
}

export type CutReason = 'backlog' | 'stalled' | 'error';

/** A watcher with an open answer. Times are those of a clock that nobody sets. */
export interface Reader {
  readonly watcher: Watcher;
  readonly sink: EventSink;
  readonly station: Station;
  /** The last event that he was sent, or that the state he was sent includes. */
  cursor: number;
  readonly endsAt: number;
  sentAt: number;
  taken: number;
  takenAt: number;
}

/** A table with readers. `live` are those who have all that was read so far. */
export interface Station {
  readonly channel: Channel;
  readonly readers: Set<Reader>;
  readonly live: Set<Reader>;
  readonly leave: () => void;
}
