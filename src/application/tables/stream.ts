import type { TableEvent } from '../../persistence/tables/events';
import { isRefusal, type Refusal } from '../refusal';
import { Channel } from './channel';
import { Turns } from './turns';
import type { CutReason, EventSink, Reader, Station, StreamOptions, Watcher } from './watching';

/** Reads of states, and of pages of old events, that run at the same time in a process, however many ask. */
const READS_AT_ONCE = 3;

/** Tells the readers of this process what happens at their tables: in order, once each, from where they were. */
export class TableStreams {
  private readonly stations = new Map<string, Station>();
  /** In the order in which they came. */
  private readonly readers = new Set<Reader>();
  private readonly turns = new Turns(READS_AT_ONCE);
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(private readonly options: StreamOptions) {}

  /**
   * Lets a reader in. Who has seen nothing, something that is not known here, or too little for too long, is first told
   * how the table stands; a refusal of that is returned, and nothing is open then.
   */
  async open<Sink extends EventSink>(watcher: Watcher, makeSink: () => Sink): Promise<Sink | Refusal> {
    const { lastNo, seenNo } = watcher;
    const knows = seenNo !== null && seenNo <= lastNo && lastNo - seenNo <= this.options.limits.behind;
    const state = knows || this.stopped ? null : await this.turns.take(watcher.readState);
    if (isRefusal(state)) return state;
    const sink = makeSink();
    // In good order, as those who were there: they come back, to another process.
    if (this.stopped) {
      sink.end();
      return sink;
    }
    const reader = this.admit(watcher, sink, knows ? seenNo : 0);
    if (state !== null) this.sendState(reader, state.body);
    void this.follow(reader);
    return sink;
  }

  /** Ends all streams: their readers come back to another process. */
  stop(): void {
    this.stopped = true;
    clearInterval(this.timer);
    for (const reader of this.readers) this.dismiss(reader);
  }

  private admit(watcher: Watcher, sink: EventSink, cursor: number): Reader {
    const { monotonicMs, limits, onOpen } = this.options;
    const now = monotonicMs();
    // Spread, so that those who came at once do not all come back at once; no game hangs on this chance.
    const endsAt = now + limits.ageMs * (0.8 + 0.4 * Math.random());
    const others = [...this.readers].filter((other) => other.watcher.caller === watcher.caller);
    if (others.length >= limits.perCaller) this.dismiss(others[0]);
    const station = this.stationOf(watcher);
    const times = { endsAt, sentAt: now, taken: 0, takenAt: now };
    const reader: Reader = { watcher, sink, station, cursor, ...times };
    station.readers.add(reader);
    this.readers.add(reader);
    onOpen(this.readers.size);
    sink.onClosed(() => this.forget(reader));
    this.timer ??= setInterval(() => this.sweep(), limits.sweepMs).unref();
    return reader;
  }

  private stationOf({ place, lastNo }: Watcher): Station {
    const known = this.stations.get(place.tableId);
    if (known !== undefined) return known;
    const { dataSource, news, onError } = this.options;
    const live = new Set<Reader>();
    const channel = new Channel(dataSource.manager, place, lastNo, this.turns, (events) => {
      for (const event of events) for (const reader of live) this.deliver(reader, event);
    });
    const hear = (no: number): void => {
      channel.readUpTo(no).catch((error: unknown) => onError(error, 'events of a table could not be read'));
    };
    const leave = news.subscribe(place, hear);
    const station = { channel, readers: new Set<Reader>(), live, leave };
    this.stations.set(place.tableId, station);
    // What happened after the number was read, and before anybody listened, was told to nobody.
    hear(lastNo + 1);
    return station;
  }

  /** Sends what a reader has missed, at his own pace, until he has all that was read; from then on he is live. */
  private async follow(reader: Reader): Promise<void> {
    const { station, sink } = reader;
    try {
      while (this.readers.has(reader)) {
        if (reader.cursor >= station.channel.lastNo) {
          station.live.add(reader);
          return;
        }
        const events = await station.channel.after(reader.cursor);
        if (events === null) await this.restate(reader);
        for (const event of events ?? []) {
          await sink.drained();
          if (!this.readers.has(reader)) return;
          this.send(reader, event);
        }
      }
    } catch (error) {
      this.options.onError(error, 'a reader could not be told what he missed');
      this.cut(reader, 'error');
    }
  }

  /** What comes next is not kept any more: the table as it stands takes its place. */
  private async restate(reader: Reader): Promise<void> {
    const state = await this.turns.take(reader.watcher.readState);
    if (isRefusal(state)) this.dismiss(reader);
    else if (this.readers.has(reader)) this.sendState(reader, state.body);
  }

  private sendState(reader: Reader, body: { readonly eventId: number }): void {
    reader.sink.sendState(body.eventId, body);
    this.sent(reader, body.eventId);
  }

  private deliver(reader: Reader, event: TableEvent): void {
    if (event.no <= reader.cursor) return;
    if (event.no > reader.cursor + 1) {
      reader.station.live.delete(reader);
      void this.follow(reader);
      return;
    }
    this.send(reader, event);
    if (reader.sink.waitingBytes > this.options.limits.waitingBytes) this.cut(reader, 'backlog');
  }

  private send(reader: Reader, event: TableEvent): void {
    reader.sink.sendEvent(event);
    this.sent(reader, event.no);
  }

  private sent(reader: Reader, no: number): void {
    reader.cursor = no;
    reader.sentAt = this.options.monotonicMs();
    this.options.onSent();
  }

  private sweep(): void {
    const now = this.options.monotonicMs();
    const { stalledMs, heartbeatMs } = this.options.limits;
    for (const reader of this.readers) {
      const { waitingBytes, takenBytes } = reader.sink;
      if (waitingBytes === 0 || takenBytes !== reader.taken) {
        reader.taken = takenBytes;
        reader.takenAt = now;
      }
      if (now - reader.takenAt > stalledMs) this.cut(reader, 'stalled');
      else if (now >= reader.endsAt) this.dismiss(reader);
      else if (now - reader.sentAt >= heartbeatMs) {
        reader.sink.sendNothing();
        reader.sentAt = now;
      }
    }
  }

  /** Ends a stream; the connection of a reader who does not take the rest of it breaks after a while. */
  private dismiss(reader: Reader): void {
    this.forget(reader);
    reader.sink.end();
    if (reader.sink.waitingBytes > 0) {
      setTimeout(() => reader.sink.cut(), this.options.limits.farewellMs).unref();
    }
  }

  private cut(reader: Reader, reason: CutReason): void {
    if (!this.readers.has(reader)) return;
    this.forget(reader);
    this.options.onCut(reason);
    reader.sink.cut();
  }

  private forget(reader: Reader): void {
    if (!this.readers.delete(reader)) return;
    const { station, watcher } = reader;
    station.live.delete(reader);
    station.readers.delete(reader);
    if (station.readers.size === 0) {
      station.leave();
      this.stations.delete(watcher.place.tableId);
    }
    this.options.onOpen(this.readers.size);
  }
}
