import { randomUUID } from 'node:crypto';
import { type DriveOptions, type Outcome, TableDrive } from '../../src/application/tables/drive';
import type { Lease } from '../../src/persistence/tables/commit-table';
import type { TablePlace } from '../../src/persistence/tables/load-table';
import { waitUntil } from '../support/child';
import { BareTables } from './bare-tables';

let bare: BareTables;

beforeAll(async () => {
  bare = await BareTables.open();
});
afterEach(() => bare.clear());
afterAll(() => bare.close());

/**
 * A process that drives, whose time a test moves, and which only writes down which tables it ran. How much time is left of
 * a phase is the same whenever it asks: a busy machine must not make the test another one.
 */
class Process {
  monotonic = 0;
  /** The database's time, whenever it asked how much is left. */
  readonly asked: Date[] = [];
  readonly ran: string[] = [];
  readonly leases: Lease[] = [];
  readonly late: number[] = [];
  readonly failures: string[] = [];
  driven = 0;
  readonly id = randomUUID();
  readonly drive: TableDrive;
  /** What running a table comes to; by default it moves, and has a minute again. */
  run: (place: TablePlace) => Promise<Outcome> = async (place) => {
    await bare.setDue(place, 60_000);
    return 'moved';
  };

  constructor(overrides: Partial<DriveOptions> = {}) {
    this.drive = new TableDrive({
      dataSource: bare.dataSource,
      processId: this.id,
      clock: (databaseNow) => {
        this.asked.push(databaseNow);
        return bare.now;
      },
      monotonicMs: () => this.monotonic,
      run: (place, lease) => {
        this.ran.push(place.tableId);
        this.leases.push(lease);
        return this.run(place);
      },
      onDriven: (tables) => (this.driven = tables),
      onMoved: (seconds) => this.late.push(seconds),
      onFailed: (tableId) => this.failures.push(tableId),
      ...overrides,
    });
  }

  /** So many milliseconds later it looks once, and everything that it starts is finished. */
  async lookAfter(milliseconds: number): Promise<void> {
    this.monotonic += milliseconds;
    await this.drive.tick();
    await this.drive.settled();
  }
}

test('a table is run under its lease when its time is up, not before, and once', async () => {
  const process = new Process();
  const { tableId } = await bare.add(2000);
  await process.lookAfter(0);
  await process.lookAfter(1900);
  expect(process.ran).toEqual([]);
  await process.lookAfter(150);
  expect(process.ran).toEqual([tableId]);
  expect(process.leases).toEqual([{ holder: process.id, fence: 1 }]);
  expect(process.late).toEqual([0.05]);
  await process.lookAfter(100);
  expect(process.ran).toEqual([tableId]);
  expect(process.driven).toBe(1);
});

test('it tells how long until the next table is due', async () => {
  const process = new Process();
  expect(await process.drive.tick()).toBe(Infinity);
  await bare.add(2000);
  await bare.add(5000);
  expect(await process.drive.tick()).toBe(2000);
});

test('what time it is at the tables is made of the time of the database', async () => {
  const process = new Process();
  await bare.add(2000);
  const now = async (): Promise<number> => {
    const [{ at }] = await bare.dataSource.query<[{ at: Date }]>('SELECT clock_timestamp() AS at');
    return at.getTime();
  };
  const before = await now();
  await process.lookAfter(0);
  const after = await now();
  expect(process.asked).toHaveLength(1);
  expect(process.asked[0].getTime()).toBeGreaterThanOrEqual(before);
  expect(process.asked[0].getTime()).toBeLessThanOrEqual(after);
});

test('a clock that jumps ahead ends no phase early', async () => {
  let ahead = 0;
  const process = new Process({ clock: () => new Date(bare.now.getTime() + ahead) });
  const { tableId } = await bare.add(10_000);
  await process.lookAfter(0);
  ahead = 3_600_000;
  await process.lookAfter(5000);
  expect(process.ran).toEqual([]);
  await process.lookAfter(5000);
  expect(process.ran).toEqual([tableId]);
});

test('a table whose time seems further away than it can be, for the clock was set back, is asked in between', async () => {
  const process = new Process();
  process.run = () => Promise.resolve('nothing');
  const { tableId } = await bare.add(3_600_000);
  await process.lookAfter(0);
  await process.lookAfter(29_000);
  expect(process.ran).toEqual([]);
  await process.lookAfter(2000);
  expect(process.ran).toEqual([tableId]);
});

test('where nothing moved yet, what is left is asked for again, without haste', async () => {
  const process = new Process();
  process.run = () => Promise.resolve('nothing');
  await bare.add(-10);
  await process.lookAfter(0);
  await process.lookAfter(10);
  await process.lookAfter(10);
  expect(process.ran).toHaveLength(1);
  await process.lookAfter(250);
  expect(process.ran).toHaveLength(2);
});

test('a new end of the phase takes the place of the old one', async () => {
  const process = new Process();
  const place = await bare.add(1000);
  await process.lookAfter(0);
  await bare.setDue(place, 20_000);
  await process.lookAfter(900);
  await process.lookAfter(900);
  expect(process.ran).toEqual([]);
});

test('a table that fails is tried again after longer and longer pauses, and stops nobody else', async () => {
  const process = new Process();
  const broken = await bare.add(0);
  process.run = ({ tableId }) =>
    tableId === broken.tableId ? Promise.reject(new Error('broken')) : Promise.resolve('lost');
  await process.lookAfter(0);
  expect(process.failures).toEqual([broken.tableId]);
  const sound = await bare.add(0);
  await process.lookAfter(100);
  expect(process.ran).toEqual([broken.tableId, sound.tableId]);
  await bare.setDue(sound, null);
  await process.lookAfter(150);
  expect(process.failures).toHaveLength(2);
  await process.lookAfter(250);
  expect(process.failures).toHaveLength(2);
  await process.lookAfter(250);
  expect(process.failures).toHaveLength(3);
});

test('a slow table delays no other, and is not run twice at a time', async () => {
  const process = new Process();
  const slow = await bare.add(0);
  let finish: (outcome: Outcome) => void = () => undefined;
  process.run = (place) =>
    place.tableId === slow.tableId
      ? new Promise((resolve) => (finish = resolve))
      : bare.setDue(place, null).then(() => 'moved');
  await process.drive.tick();
  const others = await Promise.all(Array.from({ length: 6 }, () => bare.add(0)));
  process.monotonic += 1000;
  await process.drive.tick();
  await waitUntil(() => process.late.length === 6);
  expect(new Set(process.ran.slice(1))).toEqual(new Set(others.map(({ tableId }) => tableId)));
  await bare.setDue(slow, null);
  finish('moved');
  await process.drive.settled();
  expect(process.ran.filter((tableId) => tableId === slow.tableId)).toHaveLength(1);
});

test('two processes share the tables, also where one of them had them all', async () => {
  const [first, second] = [new Process(), new Process()];
  for (let n = 0; n < 10; n++) await bare.add(60_000);
  await first.lookAfter(0);
  expect(first.driven).toBe(10);
  await second.lookAfter(0);
  expect(second.driven).toBe(0);
  await first.lookAfter(1000);
  await second.lookAfter(200);
  expect([first.driven, second.driven]).toEqual([5, 5]);
  await first.lookAfter(1000);
  await second.lookAfter(1000);
  expect([first.driven, second.driven]).toEqual([5, 5]);
});

test('tables of a process that died are driven on by the others, those that were due at once', async () => {
  const [dead, alive] = [new Process(), new Process()];
  await bare.add(60_000);
  const due = await bare.add(2000);
  await dead.lookAfter(0);
  expect(dead.driven).toBe(2);
  await bare.setDue(due, -500);
  await alive.lookAfter(0);
  expect(alive.driven).toBe(0);
  await bare.letLeasesEnd(dead.id);
  await alive.lookAfter(200);
  await alive.lookAfter(1000);
  expect(alive.driven).toBe(2);
  expect(alive.ran).toEqual([due.tableId]);
  expect(alive.leases[0].fence).toBe(2);
});

test('a process that wakes from a long sleep drives nothing that others have taken', async () => {
  const [frozen, awake] = [new Process(), new Process()];
  await bare.add(2000);
  await frozen.lookAfter(0);
  await bare.letLeasesEnd(frozen.id);
  await awake.lookAfter(0);
  await frozen.lookAfter(10_000);
  expect(frozen.ran).toEqual([]);
  await awake.lookAfter(10_000);
  expect(awake.leases).toEqual([{ holder: awake.id, fence: 2 }]);
});

test('a process that stops finishes what it runs and gives everything up', async () => {
  const [leaving, staying] = [new Process(), new Process()];
  const running = await bare.add(0);
  await bare.add(60_000);
  let finish: (outcome: Outcome) => void = () => undefined;
  leaving.run = () => new Promise((resolve) => (finish = resolve));
  await leaving.drive.tick();
  let stopped = false;
  const stop = leaving.drive.stop().then(() => (stopped = true));
  // What does not run can be taken before that.
  while (staying.driven === 0) await staying.lookAfter(1000);
  expect(stopped).toBe(false);
  expect(staying.ran).toEqual([]);
  await bare.setDue(running, 60_000);
  finish('moved');
  await stop;
  await staying.lookAfter(1000);
  expect(staying.driven).toBe(2);
});

test('while the database is away a look fails, and the next one works', async () => {
  const process = new Process();
  const { tableId } = await bare.add(0);
  const query = jest.spyOn(bare.dataSource.manager, 'query').mockRejectedValueOnce(new Error('gone'));
  await expect(process.drive.tick()).rejects.toThrow('gone');
  query.mockRestore();
  await process.lookAfter(10);
  expect(process.ran).toEqual([tableId]);
});
