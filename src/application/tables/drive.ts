import type { DataSource } from 'typeorm';
import type { Lease } from '../../persistence/tables/commit-table';
import {
  claimTables,
  type DueTable,
  type Fleet,
  listDueTables,
  releaseEverything,
  releaseTables,
  renewLeases,
} from '../../persistence/tables/leases';
import type { TablePlace } from '../../persistence/tables/load-table';

/** What became of a table whose time was up. */
export type Outcome = 'moved' | 'nothing' | 'lost';

export interface DriveOptions {
  readonly dataSource: DataSource;
  /** A UUID that no process had before: who starts again is somebody else. */
  readonly processId: string;
  /** The time at the tables, from the database's. */
  readonly clock: (databaseNow: Date) => Date;
  /** Milliseconds of a clock that nobody sets. */
  readonly monotonicMs: () => number;
  /** Ends the phase of a table when its time is up, in one transaction that checks the lease. */
  readonly run: (place: TablePlace, lease: Lease) => Promise<Outcome>;
  readonly onDriven: (tables: number) => void;
  readonly onMoved: (lateSeconds: number) => void;
  readonly onFailed: (tableId: string, error: unknown) => void;
}

/** How often the leases are renewed. */
const BEAT_MS = 1000;
/** How many tables are moved at the same time: less than the connections of a process, and enough that a slow one is alone. */
const AT_ONCE = 4;
/** After so long a table is asked in any case: where the clock was set back, its time seems further away than it can be. */
const LONGEST_WAIT_MS = 30_000;
/** Pauses after a failure, doubled from the first to the longest; and after a table that did not move although it should. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

interface Scheduled {
  place: TablePlace;
  fence: number;
  /** As the database knows it; another one is another phase. */
  dueAt: number;
  /** When that is, by the monotonic clock, as it was when it was first seen. */
  at: number;
  failures: number;
  /** Not run before; by the monotonic clock. */
  notBefore: number;
}

/**
 * Drives tables: holds its share of them by leases, and runs each when its time is up. How much time is left is asked of
 * the database once for each phase, and then measured by a clock that nobody sets: a clock that jumps ahead ends no
 * phase early.
 */
export class TableDrive {
  private readonly scheduled = new Map<string, Scheduled>();
  private readonly running = new Map<string, Promise<void>>();
  private fleet: Fleet = { processes: 1, tables: 0 };
  private beatAt = -Infinity;
  private stopped = false;

  constructor(private readonly options: DriveOptions) {}

  /**
   * Looks once: renews what it holds, takes what nobody drives, starts what is due. It does not wait for tables that run.
   *
   * @returns in how many milliseconds the next table is due; Infinity when none is.
   */
  async tick(): Promise<number> {
    const { monotonicMs, dataSource, processId, onDriven } = this.options;
    const beats = monotonicMs() >= this.beatAt;
    if (beats) {
      const startedAt = monotonicMs();
      this.fleet = await renewLeases(dataSource.manager, processId);
      this.beatAt = startedAt + BEAT_MS;
    }
    const due = await listDueTables(dataSource.manager, processId);
    const mine = await this.share(due, beats);
    this.schedule(mine);
    onDriven(mine.length);
    this.startDue();
    return this.untilNext();
  }

  /** Resolves when no table runs. */
  async settled(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running.values());
  }

  /** Gives up all tables, so that the next process takes them over at once; what runs is finished first. */
  async stop(): Promise<void> {
    const { dataSource, processId } = this.options;
    this.stopped = true;
    // Who has never looked holds nothing.
    if (this.beatAt === -Infinity) return;
    const idle = [...this.scheduled.keys()].filter((tableId) => !this.running.has(tableId));
    await releaseTables(dataSource.manager, processId, idle);
    await this.settled();
    await releaseEverything(dataSource.manager, processId);
  }

  /** The tables to drive now: takes those that nobody drives as far as its share goes, and gives up what is beyond it. */
  private async share(due: readonly DueTable[], beats: boolean): Promise<DueTable[]> {
    const { dataSource, processId } = this.options;
    const mine = due.filter(({ fence }) => fence !== null);
    const { processes, tables } = this.fleet;
    const room = Math.ceil(Math.max(tables, due.length) / processes) - mine.length;
    if (room > 0 && due.length > mine.length) {
      const claimed = await claimTables(dataSource.manager, processId, room);
      const fences = new Map(claimed.map(({ tableId, fence }) => [tableId, fence]));
      return due.flatMap((table) => {
        const fence = fences.get(table.tableId) ?? table.fence;
        return fence === null ? [] : [{ ...table, fence }];
      });
    }
    if (room >= 0 || !beats) return mine;
    // Those that have most time left change hands: their new driver has looked before they are due.
    const latest = mine
      .filter(({ tableId }) => !this.running.has(tableId))
      .sort((a, b) => b.dueAt.getTime() - a.dueAt.getTime());
    const surplus = latest.slice(0, -room).map(({ tableId }) => tableId);
    await releaseTables(dataSource.manager, processId, surplus);
    return mine.filter(({ tableId }) => !surplus.includes(tableId));
  }

  private schedule(mine: readonly DueTable[]): void {
    const now = this.options.monotonicMs();
    const held = new Set(mine.map(({ tableId }) => tableId));
    for (const tableId of this.scheduled.keys()) if (!held.has(tableId)) this.scheduled.delete(tableId);
    for (const { tableKey, tableId, fence, dueAt, databaseNow } of mine) {
      if (fence === null) continue;
      const known = this.scheduled.get(tableId);
      if (known?.dueAt === dueAt.getTime()) {
        known.fence = fence;
        continue;
      }
      const leftMs = dueAt.getTime() - this.options.clock(databaseNow).getTime();
      this.scheduled.set(tableId, {
        place: { tableKey, tableId },
        fence,
        dueAt: dueAt.getTime(),
        at: now + Math.min(leftMs, LONGEST_WAIT_MS),
        failures: known?.failures ?? 0,
        notBefore: known?.notBefore ?? now,
      });
    }
  }

  /** The ones that have waited longest come first. */
  private startDue(): void {
    if (this.stopped) return;
    const now = this.options.monotonicMs();
    const waiting = [...this.scheduled.values()]
      .filter(
        ({ at, notBefore, place }) => Math.max(at, notBefore) <= now && !this.running.has(place.tableId),
      )
      .sort((a, b) => a.at - b.at);
    for (const table of waiting.slice(0, Math.max(0, AT_ONCE - this.running.size))) {
      const { tableId } = table.place;
      const run = this.run(table).finally(() => {
        this.running.delete(tableId);
        this.startDue();
      });
      this.running.set(tableId, run);
    }
  }

  private async run(table: Scheduled): Promise<void> {
    const { run, processId, monotonicMs, onMoved, onFailed } = this.options;
    const { place, fence, at } = table;
    try {
      const outcome = await run(place, { holder: processId, fence });
      if (outcome === 'moved') onMoved(Math.max(0, monotonicMs() - at) / 1000);
      table.failures = 0;
      // Seen anew with the next look: another phase, or, where nothing moved, what is left of this one.
      table.dueAt = NaN;
      table.at = Infinity;
      table.notBefore = outcome === 'nothing' ? monotonicMs() + FIRST_PAUSE_MS : -Infinity;
    } catch (error) {
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** table.failures, LONGEST_PAUSE_MS);
      table.failures += 1;
      table.notBefore = monotonicMs() + pause;
      onFailed(place.tableId, error);
    }
  }

  /** One that is due and waits for its turn is not looked for: it starts as soon as one that runs has ended. */
  private untilNext(): number {
    const now = this.options.monotonicMs();
    const isFull = this.running.size >= AT_ONCE;
    const times = [...this.scheduled.values()]
      .filter(({ place }) => !this.running.has(place.tableId))
      .map(({ at, notBefore }) => Math.max(at, notBefore))
      .filter((time) => !isFull || time > now);
    return Math.max(0, Math.min(...times) - now);
  }
}
