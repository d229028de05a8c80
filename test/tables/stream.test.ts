import { once } from 'node:events';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresNews } from '../../src/application/tables/news';
import { isRefusal } from '../../src/application/refusal';
import { ok } from '../../src/application/request';
import { TableStreams } from '../../src/application/tables/stream';
import type { Viewer } from '../../src/application/tables/told-event';
import { STREAM_LIMITS, type Watcher } from '../../src/application/tables/watching';
import { EventPipe } from '../../src/http/tables/event-pipe';
import type { TablePlace } from '../../src/persistence/tables/load-table';
import { waitUntil } from '../support/child';
import { BareTables } from './bare-tables';
import { EventParser, type Received } from './event-reader';

let bare: BareTables;

beforeAll(async () => {
  bare = await BareTables.open();
});
afterAll(() => bare.close());

/** How often the database was asked for events. */
let reads = 0;
beforeAll(() => {
  const query = bare.dataSource.query.bind(bare.dataSource);
  bare.dataSource.query = (sql: string, ...rest: never[]) => {
    if (sql.includes('FROM table_events')) reads += 1;
    return query(sql, ...rest);
  };
});

/** One process: its hub, and what became of its readers. */
class Hub {
  monotonic = 0;
  open = 0;
  sent = 0;
  states = 0;
  statesAtOnce = 0;
  readonly cuts: string[] = [];
  readonly errors: string[] = [];
  readonly news: PostgresNews;
  readonly streams: TableStreams;
  private statesRunning = 0;

  constructor(limits: Partial<typeof STREAM_LIMITS> = {}, pollMs = 100) {
    const onError = (_error: unknown, what: string): void => void this.errors.push(what);
    this.news = new PostgresNews({ dataSource: bare.dataSource, pollMs, onError });
    this.streams = new TableStreams({
      dataSource: bare.dataSource,
      news: this.news,
      monotonicMs: () => this.monotonic,
      limits: { ...STREAM_LIMITS, sweepMs: 10, ...limits },
      onOpen: (open) => (this.open = open),
      onSent: () => (this.sent += 1),
      onCut: (reason) => this.cuts.push(reason),
      onError,
    });
  }

  /** Somebody comes who has seen the events up to that one. */
  async watch(place: TablePlace, seenNo: number | null, wish: Wish = {}): Promise<Client> {
    const lastNo = await lastNoOf(place);
    const readState: Watcher['readState'] = async () => {
      this.states += 1;
      this.statesAtOnce = Math.max(this.statesAtOnce, (this.statesRunning += 1));
      await sleep(1);
      this.statesRunning -= 1;
      return ok({ eventId: await lastNoOf(place) });
    };
    const watcher = { place, lastNo, seenNo, caller: wish.caller ?? 'somebody', readState };
    const pipe = await this.streams.open(watcher, () => new EventPipe(wish.viewer ?? null));
    if (isRefusal(pipe)) throw new Error(pipe.detail);
    return new Client(pipe, wish.reads ?? true);
  }

  async stop(): Promise<void> {
    this.streams.stop();
    await this.news.stop();
  }
}

interface Wish {
  readonly viewer?: Viewer;
  readonly caller?: string;
  readonly reads?: boolean;
}

/** The other end of a stream: a connection that takes what comes, or nothing. */
class Client {
  private readonly parser = new EventParser();
  standing: 'open' | 'ended' | 'broken' = 'open';

  constructor(
    readonly pipe: EventPipe,
    reads: boolean,
  ) {
    pipe.on('error', () => (this.standing = 'broken'));
    const connection = new Writable({
      highWaterMark: 1024,
      write: (chunk: Buffer, _encoding, done) => {
        this.parser.take(chunk.toString());
        if (reads) done();
      },
    });
    connection.on('finish', () => (this.standing = 'ended'));
    pipe.pipe(connection);
  }

  get events(): readonly Received[] {
    return this.parser.events;
  }

  get ids(): number[] {
    return this.events.map(({ id }) => id);
  }

  get comments(): number {
    return this.parser.comments;
  }
}

async function lastNoOf({ tableId }: TablePlace): Promise<number> {
  const [{ no }] = await bare.dataSource.query<[{ no: number }]>(
    'SELECT event_no AS no FROM tables WHERE table_id = $1',
    [tableId],
  );
  return no;
}

const upTo = (last: number, first = 1): number[] =>
  Array.from({ length: last - first + 1 }, (_, n) => first + n);

const HOUR_MS = 3_600_000;

let hub: Hub;
afterEach(async () => {
  await hub.stop();
  // The database notices a little later: the next test must not take this one's connection for its own.
  await waitUntil(async () => (await listeners()).length === 0);
});

async function tableWith(events: number): Promise<TablePlace> {
  const place = await bare.add(null);
  if (events > 0) await bare.happen(place, { events, quietly: true });
  return place;
}

test('who has seen nothing is told the state, and then what happens, with the numbers going on', async () => {
  hub = new Hub();
  const place = await tableWith(5);
  const client = await hub.watch(place, null);
  await waitUntil(() => client.events.length === 1);
  expect(client.events[0]).toEqual({ id: 5, event: 'state', data: { eventId: 5 } });
  await bare.happen(place, { events: 3, body: { hand: '1.1' } });
  await waitUntil(() => client.events.length === 4);
  expect(client.ids).toEqual([5, 6, 7, 8]);
  expect(client.events[1].data).toMatchObject({ id: 6, type: 'choices', hand: '1.1' });
  expect(Object.keys(client.events[1].data)).toEqual(['id', 'type', 'at', 'roundId', 'hand']);
});

test('news arrive at once, long before the net below is asked', async () => {
  // The net is asked when the connection stands, and not again in this hour.
  hub = new Hub({}, HOUR_MS);
  const place = await tableWith(1);
  const client = await hub.watch(place, 1);
  await waitUntil(async () => (await listeners()).length > 0);
  await sleep(100);
  await bare.happen(place);
  await waitUntil(() => client.events.length === 1);
});

test('who comes back is told what he missed, in order and once, while more happens', async () => {
  hub = new Hub();
  const place = await tableWith(450);
  const clients = await Promise.all([3, 99, 100, 101, 449, 450].map((seen) => hub.watch(place, seen)));
  for (let n = 0; n < 20; n++) await bare.happen(place, { events: 2 });
  await waitUntil(() => clients.every(({ ids }) => ids.at(-1) === 490));
  expect(clients.map(({ ids }) => ids)).toEqual(
    [4, 100, 101, 102, 450, 451].map((first) => upTo(490, first)),
  );
  expect(hub.states).toBe(0);
});

test('what is not kept, was never sent, or is too much begins with the state', async () => {
  hub = new Hub({ behind: 300 });
  const place = await tableWith(400);
  await bare.dataSource.query('DELETE FROM table_events WHERE table_id = $1 AND event_no <= 250', [
    place.tableId,
  ]);
  const [kept, forgotten, future, tooMuch] = await Promise.all(
    [250, 200, 401, 50].map((seen) => hub.watch(place, seen)),
  );
  await bare.happen(place);
  const all = [kept, forgotten, future, tooMuch];
  await waitUntil(() => all.every(({ ids }) => ids.at(-1) === 401 && ids.length > 1));
  expect(kept.ids).toEqual(upTo(401, 251));
  for (const { events } of [forgotten, future, tooMuch]) {
    expect(events.map(({ id, event }) => [id, event])).toEqual([
      [400, 'state'],
      [401, 'choices'],
    ]);
  }
});

test('each caller is told his own part and nobody else’s', async () => {
  hub = new Hub();
  const place = await tableWith(0);
  const [alice, bob, nobody] = await Promise.all([
    hub.watch(place, 0, { viewer: { playerKey: 11, mode: 'real' } }),
    hub.watch(place, 0, { viewer: { playerKey: 12, mode: 'real' } }),
    hub.watch(place, 0),
  ]);
  await bare.happen(place, { body: { hands: [] }, parts: { '11': { balance: 500 }, '13': { balance: 9 } } });
  await waitUntil(() => [alice, bob, nobody].every(({ events }) => events.length === 1));
  expect(alice.events[0].data['you']).toEqual({ balance: 500 });
  for (const { events } of [bob, nobody]) expect(Object.keys(events[0].data)).not.toContain('you');
});

test('DX-08: a part that says of which mode it speaks is told in no other one, and one of before in every mode', async () => {
  hub = new Hub();
  const place = await tableWith(0);
  const [real, demo] = await Promise.all([
    hub.watch(place, 0, { viewer: { playerKey: 11, mode: 'real' } }),
    hub.watch(place, 0, { viewer: { playerKey: 11, mode: 'demo' } }),
  ]);
  await bare.happen(place, { parts: { '11': { mode: 'real', balance: 500 } } });
  await bare.happen(place, { parts: { '11': { balance: 400 } } });
  await waitUntil(() => [real, demo].every(({ events }) => events.length === 2));
  expect(real.events.map(({ data }) => data['you'])).toEqual([{ balance: 500 }, { balance: 400 }]);
  expect(demo.events.map(({ data }) => data['you'])).toEqual([undefined, { balance: 400 }]);
});

async function listeners(): Promise<{ pid: number }[]> {
  return bare.dataSource.query<{ pid: number }[]>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'holecard table events'
       AND query LIKE 'LISTEN%'`,
  );
}

test('a connection that listens and is killed is opened again; meanwhile events arrive by asking', async () => {
  hub = new Hub({}, 50);
  const place = await tableWith(1);
  const client = await hub.watch(place, 1);
  await waitUntil(async () => (await listeners()).length === 1);
  const [{ pid }] = await listeners();
  await bare.dataSource.query('SELECT pg_terminate_backend($1)', [pid]);
  await bare.happen(place, { quietly: true });
  await waitUntil(() => client.ids.at(-1) === 2);
  await waitUntil(async () => (await listeners()).some((other) => other.pid !== pid));
  expect(hub.errors).toContain('the connection that listens for events of tables broke');
  await bare.happen(place);
  await waitUntil(() => client.ids.at(-1) === 3);
  expect(client.ids).toEqual([2, 3]);
});

test('what no message told is found by asking', async () => {
  hub = new Hub({}, 50);
  const place = await tableWith(1);
  const client = await hub.watch(place, 1);
  await waitUntil(async () => (await listeners()).length === 1);
  await sleep(100);
  await bare.happen(place, { quietly: true });
  await waitUntil(() => client.ids.at(-1) === 2);
});

test('a state that is newer than what was read so far is not followed by what it includes', async () => {
  hub = new Hub({}, HOUR_MS);
  const place = await tableWith(5);
  const early = await hub.watch(place, 5);
  await waitUntil(async () => (await listeners()).length === 1);
  await sleep(100);
  await bare.happen(place, { events: 2, quietly: true });
  const late = await hub.watch(place, null);
  await waitUntil(() => late.ids.at(-1) === 7);
  await bare.happen(place);
  await waitUntil(() => late.ids.length === 2 && early.ids.length === 3);
  expect([early.ids, late.ids]).toEqual([
    [6, 7, 8],
    [7, 8],
  ]);
});

test('200 readers who come back at once cost a handful of reads, whatever each has seen', async () => {
  hub = new Hub();
  const place = await tableWith(1000);
  reads = 0;
  const clients = await Promise.all(upTo(1000, 801).map((seen) => hub.watch(place, seen)));
  await waitUntil(() => clients.every(({ ids }, n) => ids.length === 199 - n));
  clients.forEach(({ ids }, n) => expect(ids).toEqual(upTo(1000, 802 + n)));
  expect(reads).toBeLessThan(12);
  await bare.happen(place);
  await waitUntil(() => clients.every(({ ids }) => ids.at(-1) === 1001));
  expect(reads).toBeLessThan(16);
});

test('200 readers who have seen nothing are told the state, few at a time', async () => {
  hub = new Hub();
  const place = await tableWith(10);
  const clients = await Promise.all(upTo(200).map(() => hub.watch(place, null)));
  await waitUntil(() => clients.every(({ events }) => events.length === 1));
  expect(hub.states).toBe(200);
  expect(hub.statesAtOnce).toBeLessThanOrEqual(3);
});

test('a reader who does not keep up is cut off, and the others are not held up', async () => {
  hub = new Hub();
  const place = await tableWith(0);
  const slow = await hub.watch(place, 0, { reads: false });
  const quick = await hub.watch(place, 0);
  for (let n = 1; n <= 12; n++) {
    await bare.happen(place, { body: { text: 'x'.repeat(40_000) } });
    await waitUntil(() => quick.ids.length === n);
    expect(slow.pipe.waitingBytes).toBeLessThan(STREAM_LIMITS.waitingBytes + 50_000);
  }
  await waitUntil(() => slow.standing === 'broken');
  expect(hub.cuts).toEqual(['backlog']);
  expect(hub.open).toBe(1);
});

test('what a reader missed waits for him in the database, not in memory', async () => {
  hub = new Hub();
  const place = await tableWith(0);
  await bare.happen(place, { events: 300, body: { text: 'x'.repeat(10_000) }, quietly: true });
  const slow = await hub.watch(place, 0, { reads: false });
  await sleep(300);
  expect(slow.pipe.waitingBytes).toBeLessThan(100_000);
  expect(slow.standing).toBe('open');
});

test('a reader who takes nothing for half a minute is cut off, however little waits', async () => {
  hub = new Hub();
  const place = await tableWith(0);
  const slow = await hub.watch(place, 0, { reads: false });
  await bare.happen(place, { body: { text: 'x'.repeat(40_000) } });
  await bare.happen(place, { body: { text: 'x'.repeat(10_000) } });
  await waitUntil(() => slow.pipe.waitingBytes > 5_000);
  await sleep(50);
  hub.monotonic += 29_000;
  await sleep(50);
  expect(slow.standing).toBe('open');
  hub.monotonic += 2000;
  await waitUntil(() => slow.standing === 'broken');
  expect(hub.cuts).toEqual(['stalled']);
});

test('a quiet stream says every quarter of a minute that it lives, and ends in good order with its time', async () => {
  hub = new Hub();
  const client = await hub.watch(await tableWith(0), 0);
  hub.monotonic += 14_000;
  await sleep(50);
  expect(client.comments).toBe(0);
  hub.monotonic += 1000;
  await waitUntil(() => client.comments === 1);
  hub.monotonic += 0.8 * STREAM_LIMITS.ageMs - 20_000;
  await sleep(50);
  expect(client.standing).toBe('open');
  hub.monotonic += 0.4 * STREAM_LIMITS.ageMs + 20_000;
  await waitUntil(() => client.standing === 'ended');
  expect([hub.open, hub.cuts]).toEqual([0, []]);
});

test('of too many streams of one caller the oldest gives way', async () => {
  hub = new Hub({ perCaller: 2 });
  const place = await tableWith(0);
  const other = await hub.watch(place, 0, { caller: 'another' });
  const clients: Client[] = [];
  for (let n = 0; n < 3; n++) clients.push(await hub.watch(place, 0));
  await waitUntil(() => clients[0].standing === 'ended');
  expect([other, ...clients].map(({ standing }) => standing)).toEqual(['open', 'ended', 'open', 'open']);
});

test('who takes the place of the only reader of a table is told what happens', async () => {
  hub = new Hub({ perCaller: 1 });
  const place = await tableWith(0);
  const first = await hub.watch(place, 0);
  const second = await hub.watch(place, 0);
  await waitUntil(() => first.standing === 'ended');
  await bare.happen(place);
  await waitUntil(() => second.events.length === 1);
});

test('whoever leaves is forgotten, and with the last one the table is', async () => {
  hub = new Hub({}, 20);
  const place = await tableWith(0);
  const client = await hub.watch(place, 0);
  expect(hub.open).toBe(1);
  client.pipe.destroy();
  await once(client.pipe, 'close');
  expect(hub.open).toBe(0);
  reads = 0;
  await bare.happen(place);
  await sleep(100);
  expect(reads).toBe(0);
});

test('a process that stops ends its streams, and breaks those of readers who do not take the rest', async () => {
  hub = new Hub({ farewellMs: 100 });
  const place = await tableWith(0);
  const slow = await hub.watch(place, 0, { reads: false });
  await bare.happen(place, { body: { text: 'x'.repeat(10_000) } });
  await bare.happen(place, { body: { text: 'x'.repeat(10_000) } });
  await waitUntil(() => slow.pipe.waitingBytes > 5_000);
  const client = await hub.watch(place, 2);
  hub.streams.stop();
  await waitUntil(() => client.standing === 'ended');
  await waitUntil(() => slow.standing === 'broken');
  const late = await hub.watch(place, 0);
  await waitUntil(() => late.standing === 'ended');
  expect(hub.open).toBe(0);
});
