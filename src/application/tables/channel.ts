import type { EntityManager } from 'typeorm';
import { readEvents, type TableEvent } from '../../persistence/tables/events';
import type { TablePlace } from '../../persistence/tables/load-table';
import type { Turns } from './turns';

/** Events that are read at once, and that begin at a multiple of it: readers of one page share its read. */
const PAGE = 100;
/** Pages before the recent events that are kept for others who need them. */
const KEPT_PAGES = 16;
/** The newest events, which most of those who come back ask for. */
const KEPT_EVENTS = 1000;
/** With so many private parts at most: the event that settles a crowd has hundreds, each of a kilobyte or so. */
const KEPT_PARTS = 20_000;

interface Page {
  /** All events up to this number were written when it was read. */
  readonly upTo: number;
  readonly events: Promise<TableEvent[]>;
}

/**
 * The events of one table as this process has read them, each once, whoever listens. `recent` is without a gap and ends
 * with the last one that was read.
 */
export class Channel {
  private recent: TableEvent[] = [];
  private readonly pages = new Map<number, Page>();
  private reading: Promise<void> | null = null;
  /** The greatest number that was heard of. */
  private heardOf: number;

  /** @param lastNo the number of the table's last event, which is where it begins to read on. */
  constructor(
    private readonly db: EntityManager,
    readonly place: TablePlace,
    public lastNo: number,
    private readonly turns: Turns,
    private readonly onEvents: (events: readonly TableEvent[]) => void,
  ) {
    this.heardOf = lastNo;
  }

  /** Reads on until it has all up to that number; told while it reads, it reads on afterwards. */
  readUpTo(no: number): Promise<void> {
    this.heardOf = Math.max(this.heardOf, no);
    this.reading ??= this.readOn().finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  /** Some events after that number, in order and without a gap; null when the next one is not kept any more. */
  async after(no: number): Promise<readonly TableEvent[] | null> {
    const recentFrom = this.lastNo - this.recent.length;
    const events =
      no >= recentFrom
        ? this.recent.slice(no - recentFrom)
        : (await this.page(no - (no % PAGE), recentFrom)).filter((event) => event.no > no);
    const end = events.findIndex((event, index) => event.no !== no + 1 + index);
    const unbroken = end < 0 ? events : events.slice(0, end);
    return unbroken.length === 0 ? null : unbroken;
  }

  private async readOn(): Promise<void> {
    while (this.lastNo < this.heardOf) {
      const { heardOf } = this;
      const events = await readEvents(this.db, this.place, this.lastNo, PAGE);
      const last = events.at(-1);
      if (last === undefined) {
        // Nothing came: what was heard of is not there, unless it was told while this was read.
        if (this.heardOf === heardOf) this.heardOf = this.lastNo;
        continue;
      }
      // What was forgotten before it was read leaves a gap, and nothing before a gap is recent.
      const follows = last.no === this.lastNo + events.length;
      this.recent = follows ? newestOf([...this.recent, ...events]) : [];
      this.lastNo = last.no;
      this.onEvents(events);
    }
  }

  private page(base: number, recentFrom: number): Promise<TableEvent[]> {
    const upTo = Math.min(base + PAGE, recentFrom);
    const known = this.pages.get(base);
    if (known !== undefined && known.upTo >= upTo) return known.events;
    const events = this.turns.take(() => readEvents(this.db, this.place, base, PAGE));
    this.pages.delete(base);
    this.pages.set(base, { upTo, events });
    events.catch(() => this.pages.delete(base));
    const oldest = this.pages.keys().next();
    if (this.pages.size > KEPT_PAGES && oldest.done !== true) this.pages.delete(oldest.value);
    return events;
  }
}

/** The last of these events, as many as are kept. */
function newestOf(events: readonly TableEvent[]): TableEvent[] {
  let parts = 0;
  const first = events.findLastIndex((event, index) => {
    parts += Object.keys(event.private ?? {}).length;
    return parts > KEPT_PARTS || events.length - index > KEPT_EVENTS;
  });
  return events.slice(first + 1);
}
