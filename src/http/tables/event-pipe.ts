import { Readable } from 'node:stream';
import type { TableEvent } from '../../persistence/tables/events';
import { concerns, toldEvent, type Viewer } from '../../application/tables/told-event';
import type { EventSink } from '../../application/tables/watching';

/** Bytes that may wait before what a reader missed is sent on: enough to keep his connection busy. */
const ENOUGH = 64 * 1024;

/** How long a client waits before it comes back, in milliseconds. */
const RETRY = Buffer.from('retry: 1000\n\n');
const COMMENT = Buffer.from(':\n\n');

/** The events that concern nobody in particular are the same bytes for all readers, made once. */
const forEverybody = new WeakMap<TableEvent, Buffer>();

/** The events of a table as Server-Sent Events, for one reader. Bytes that his connection does not take wait here. */
export class EventPipe extends Readable implements EventSink {
  private sentBytes = 0;
  private isFull = false;
  private ended = false;
  private readonly waiting = new Set<() => void>();

  /** @param viewer whose private parts are told; nobody's is null. */
  constructor(private readonly viewer: Viewer | null) {
    super({ highWaterMark: ENOUGH });
    this.once('close', () => this.goOn());
    // The headers go out with the first bytes.
    this.write(RETRY);
  }

  get waitingBytes(): number {
    return this.readableLength;
  }

  get takenBytes(): number {
    return this.sentBytes - this.readableLength;
  }

  sendState(no: number, body: object): void {
    this.write(message(no, 'state', body));
  }

  sendEvent(event: TableEvent): void {
    if (concerns(event, this.viewer)) {
      this.write(message(event.no, event.type, toldEvent(event, this.viewer)));
      return;
    }
    const known = forEverybody.get(event);
    const bytes = known ?? message(event.no, event.type, toldEvent(event, null));
    if (known === undefined) forEverybody.set(event, bytes);
    this.write(bytes);
  }

  sendNothing(): void {
    this.write(COMMENT);
  }

  async drained(): Promise<void> {
    if (!this.isFull || this.destroyed) return;
    await new Promise<void>((resolve) => this.waiting.add(resolve));
  }

  end(): void {
    if (!this.destroyed && !this.ended) this.push(null);
    this.ended = true;
  }

  cut(): void {
    this.destroy(new ReaderCutOff('the reader of a stream was cut off'));
  }

  onClosed(listener: () => void): void {
    if (this.destroyed) listener();
    else this.once('close', listener);
  }

  override _read(): void {
    this.isFull = false;
    this.goOn();
  }

  private write(bytes: Buffer): void {
    if (this.destroyed || this.ended) return;
    this.sentBytes += bytes.length;
    this.isFull = !this.push(bytes);
  }

  private goOn(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }
}

/** Why an answer breaks off: whoever pipes has to destroy the connection, for an end would look like the end. */
export class ReaderCutOff extends Error {
  override readonly name = 'ReaderCutOff';
}

/** JSON has no line breaks of its own, so that a message is one line of data. */
function message(no: number, type: string, data: object): Buffer {
  return Buffer.from(`id: ${no}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
}
