import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { TableStreams } from '../../src/application/tables/stream';
import { Housekeeping } from '../../src/http/housekeeping';
import { Casino, type OpenSession, type Problem } from '../support/casino';
import { waitUntil } from '../support/child';
import { EventReader } from './event-reader';
import { HttpTable } from './http-table';

let casino: Casino;
let table: HttpTable;
let alice: OpenSession;
let bob: OpenSession;

beforeAll(async () => {
  casino = await Casino.open();
});
beforeEach(async () => {
  table = await HttpTable.open(casino);
  alice = await table.session();
  bob = await table.session();
});
afterEach(() => readers.splice(0).forEach((reader) => reader.close()));
afterAll(() => casino.close());

const readers: EventReader[] = [];

async function watch(key: string, headers: Record<string, string> = {}, query = ''): Promise<EventReader> {
  const url = `${casino.app.baseUrl}/v1/tables/${table.id}/stream${query}`;
  const reader = await EventReader.open(url, { authorization: `Bearer ${key}`, ...headers });
  readers.push(reader);
  return reader;
}

async function refused(path: string, key: string, headers: Record<string, string> = {}): Promise<unknown[]> {
  const { status, body } = await casino.get<Problem>(`/v1/tables/${path}`, { key, headers });
  return [status, body.code];
}

/** Everybody who reads has been told all that happened. */
async function upToDate(...who: EventReader[]): Promise<void> {
  const { eventId } = await table.state();
  await waitUntil(() => who.every(({ ids }) => ids.at(-1) === eventId));
}

test('a whole round is told to everybody: numbers without a gap, own money only, the hidden card never', async () => {
  const streams = await Promise.all([watch(alice.token), watch(bob.token), watch(casino.key)]);
  await table.cards('9c', '6d', '7s', 'Ah', '5h', '2c', 'Kd');
  await table.bet({ sessionId: alice.id, seat: 1, amount: 1300 }, { key: alice.token });
  await table.bet({ sessionId: bob.id, seat: 1, kind: 'behind', amount: 700 }, { key: bob.token });
  await table.advance();
  await upToDate(...streams);
  // The dealer shows a six; 'Ah' lies face down.
  for (const { events } of streams) {
    const dealt = events.filter(({ event }) => event === 'dealerDealt').map(({ data }) => data['card']);
    expect(dealt).toEqual(['6d', '??']);
    // The card that every shoe shows at first is random, and may be any.
    const butExposed = JSON.stringify(events, (name, value: unknown) => (name === 'exposed' ? null : value));
    expect(butExposed).not.toContain('"Ah"');
  }
  await table.act({ sessionId: alice.id, type: 'stand', hand: '1.1' }, { key: alice.token });
  await table.advance();
  await upToDate(...streams);
  for (const { ids, events } of streams) {
    expect(events[0].event).toBe('state');
    expect(ids).toEqual(ids.map((_, n) => ids[0] + n));
    expect(events.some(({ event, data }) => event === 'holeCardShown' && data['card'] === 'Ah')).toBe(true);
  }
  const [toAlice, toBob, toOperator] = streams.map(({ events }) => JSON.stringify(events.slice(1)));
  expect(toAlice).toContain(':1300,');
  expect(toAlice).not.toContain(':700,');
  expect(toBob).toContain(':700,');
  expect(toBob).not.toContain(':1300,');
  expect(toOperator).not.toContain('"you"');
  expect(toOperator).not.toContain('balance');
  for (const { playerId } of [alice, bob]) {
    for (const { events } of streams) expect(JSON.stringify(events)).not.toContain(playerId);
  }
});

test('the first event is the table as it is read, and an API key may look through a session’s eyes', async () => {
  const [own, through, plain] = await Promise.all([
    watch(alice.token),
    watch(casino.key, {}, `?sessionId=${alice.id}`),
    watch(casino.key),
  ]);
  await upToDate(own, through, plain);
  const asRead = await table.state(alice.id);
  expect(own.events[0].data).toEqual(asRead);
  expect(through.events[0].data).toEqual(asRead);
  expect(plain.events[0].data).toEqual({ ...asRead, you: null });
});

/** What a stream told its reader alone, after the table as it stood. */
function toldAlone({ events }: EventReader): Record<string, unknown>[] {
  return events.flatMap(({ event, data }) =>
    event === 'state' || data['you'] === undefined ? [] : [data['you'] as Record<string, unknown>],
  );
}

test('DX-08: a demo session is told nothing of what its player does at the table for real, and the other way round', async () => {
  const shared = await HttpTable.open(casino, { mode: 'real', seconds: { betting: 600 } });
  table = shared;
  await casino.deposit('rita', 123_456);
  const real = await shared.session({ mode: 'real', playerId: 'rita' });
  const demo = await shared.session({ mode: 'demo', playerId: 'rita' });
  await casino.deposit('host', 100_000);
  const host = await shared.session({ mode: 'real', playerId: 'host' });
  const through = `?sessionId=${demo.id}`;
  const [toReal, toDemo, toOperator] = await Promise.all([
    watch(real.token),
    watch(demo.token),
    watch(casino.key, {}, through),
  ]);
  await shared.bet({ sessionId: host.id, seat: 1, amount: 1000 });
  await shared.bet({ sessionId: real.id, seat: 3, amount: 1700 });
  await upToDate(toReal, toDemo, toOperator);
  expect(toldAlone(toReal)).toMatchObject([{ sheet: [{ amount: 1700 }], balance: 123_456 }]);
  expect(toldAlone(toReal)[0]).not.toHaveProperty('mode');
  for (const reader of [toDemo, toOperator]) expect(toldAlone(reader)).toEqual([]);

  await shared.takeBack(`?sessionId=${real.id}`);
  const bet = await shared.bet({ sessionId: demo.id, seat: 1, kind: 'behind', amount: 900 });
  expect(bet.status).toBe(200);
  await upToDate(toReal, toDemo, toOperator);
  expect(toldAlone(toReal)).toHaveLength(2);
  for (const reader of [toDemo, toOperator]) {
    expect(toldAlone(reader)).toMatchObject([
      { sheet: [{ kind: 'behind', amount: 900 }], balance: 1_000_000 },
    ]);
    expect(JSON.stringify(reader.events)).not.toContain('1700');
  }
  // Who comes back is told what he missed by the same rule.
  const again = await watch(demo.token, { 'last-event-id': String(toDemo.ids[0]) });
  await upToDate(again);
  expect(toldAlone(again)).toEqual(toldAlone(toDemo));
});

test('who comes back goes on after what he has seen, by header or by query, and the header wins', async () => {
  const first = await watch(alice.token);
  await table.bet({ sessionId: alice.id, seat: 1, amount: 1000 });
  await upToDate(first);
  first.close();
  const seen = first.ids.at(-1) ?? 0;
  await table.bet({ sessionId: alice.id, seat: 1, amount: 500 });
  await table.bet({ sessionId: bob.id, seat: 2, amount: 500 });
  const byHeader = await watch(alice.token, { 'last-event-id': String(seen) }, '?lastEventId=1');
  const byQuery = await watch(alice.token, {}, `?lastEventId=${seen}`);
  const garbled = await watch(alice.token, { 'last-event-id': 'abc' });
  await upToDate(byHeader, byQuery, garbled);
  expect(byHeader.ids[0]).toBe(seen + 1);
  expect(byHeader.events).toEqual(byQuery.events);
  expect(byHeader.events.every(({ event }) => event !== 'state')).toBe(true);
  expect(garbled.events.map(({ event }) => event)).toEqual(['state']);
});

test('events are forgotten after their hours: the stream then begins with the state', async () => {
  await table.bet({ sessionId: alice.id, seat: 1, amount: 1000 });
  const { eventId } = await table.state();
  await casino.app.dataSource.query(
    `UPDATE table_events SET at = $1::timestamptz - interval '25 hours' WHERE table_id = $2 AND event_no < $3`,
    [casino.app.clock.now, table.id, eventId],
  );
  await casino.app.app.get(Housekeeping).run();
  const [kept, forgotten] = await Promise.all([
    watch(alice.token, { 'last-event-id': String(eventId - 1) }),
    watch(alice.token, { 'last-event-id': String(eventId - 2) }),
  ]);
  await waitUntil(() => kept.events.length > 0 && forgotten.events.length > 0);
  expect([kept.ids, forgotten.ids]).toEqual([[eventId], [eventId]]);
  expect(kept.events[0].event).not.toBe('state');
  expect(forgotten.events[0].event).toBe('state');
  expect(casino.app.logLines.join('\n')).not.toContain('could not be forgotten');
});

test('it is sent at once, as events, and nobody on the way keeps it or holds it back', async () => {
  const { headers } = await watch(alice.token);
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-accel-buffering')).toBe('no');
  expect(headers.get('content-encoding')).toBeNull();
  expect(headers.get('ratelimit-limit')).not.toBeNull();
});

test('only those who may see the table may watch it', async () => {
  const other = await HttpTable.open(casino);
  const stranger = await Casino.at(casino.app);
  const elsewhere = await casino.openSession({ gameId: 'american-blackjack' });
  const { key: playOnly } = await casino.app.addKey(casino.operatorId, ['play']);
  const path = `${table.id}/stream`;
  const nothing = '019b0000-0000-7000-8000-00000000ffff';
  expect(await refused(path, playOnly)).toEqual([403, 'forbidden']);
  expect(await refused(path, 'hs_wrong')).toEqual([401, 'unauthorized']);
  expect(await refused(path, stranger.key)).toEqual([404, 'not_found']);
  expect(await refused(path, (await other.session()).token)).toEqual([404, 'not_found']);
  expect(await refused(path, elsewhere.token)).toEqual([404, 'not_found']);
  // Also where nobody has to read the table for him first.
  const back = { 'last-event-id': '1' };
  expect(await refused(path, (await other.session()).token, back)).toEqual([404, 'not_found']);
  expect(await refused(path, elsewhere.token, back)).toEqual([404, 'not_found']);
  expect(await refused(`${path}?sessionId=${elsewhere.id}`, casino.key, back)).toEqual([404, 'not_found']);
  expect(await refused(path, stranger.key, back)).toEqual([404, 'not_found']);
  expect(await refused(`${path}?sessionId=${bob.id}`, alice.token)).toEqual([404, 'not_found']);
  expect(await refused(`${path}?sessionId=${elsewhere.id}`, casino.key)).toEqual([404, 'not_found']);
  expect(await refused(`${path}?sessionId=x`, casino.key)).toEqual([404, 'not_found']);
  expect(await refused(`${path}?from=1`, casino.key)).toEqual([400, 'invalid_request']);
  expect(await refused(`${nothing}/stream`, casino.key)).toEqual([404, 'not_found']);
  expect(await refused('7/stream', casino.key)).toEqual([404, 'not_found']);
  expect(await refused(path, casino.key, { accept: 'application/json' })).toEqual([406, 'not_acceptable']);
});

test('a session that is closed may watch what becomes of its bets', async () => {
  await casino.call('DELETE', `/v1/sessions/${alice.id}`);
  const reader = await watch(alice.token);
  await waitUntil(() => reader.events.length === 1);
});

test('HEAD has the headers and ends', async () => {
  const response = await fetch(`${casino.app.baseUrl}/v1/tables/${table.id}/stream`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${alice.token}` },
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  await waitUntil(async () => (await openStreams()) === 0);
});

async function metrics(): Promise<string> {
  return (await fetch(`${casino.app.baseUrl}/metrics`)).text();
}

async function openStreams(): Promise<number> {
  return Number(/^table_streams (\d+)$/m.exec(await metrics())?.[1]);
}

test('streams are counted, and are no slow requests', async () => {
  await waitUntil(async () => (await openStreams()) === 0);
  const reader = await watch(alice.token);
  await waitUntil(() => reader.events.length === 1);
  expect(await openStreams()).toBe(1);
  reader.close();
  await waitUntil(async () => (await openStreams()) === 0);
  const text = await metrics();
  expect(text).toMatch(/^table_events_sent_total [1-9]/m);
  expect(text).not.toMatch(/http_request_seconds_count\{route="[^"]*stream",method="GET",status="200"/);
});

test('a reader over a connection who takes nothing is cut off with his connection', async () => {
  const url = `${casino.app.baseUrl}/v1/tables/${table.id}/stream`;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: { authorization: `Bearer ${alice.token}` } }, resolve).once('error', reject);
  });
  response.pause();
  let broken = false;
  response.once('error', () => (broken = true));
  await waitUntil(async () => (await openStreams()) === 1);
  const { eventId } = await table.state();
  // Until it is more than the buffers of both ends of a connection take: some megabytes.
  for (let n = 1; (await openStreams()) > 0; n++) {
    await casino.app.dataSource.query(
      `WITH moved AS (UPDATE tables SET event_no = event_no + 1 WHERE table_id = $1)
       INSERT INTO table_events (table_key, table_id, event_no, type, round_id, body, at)
       SELECT table_key, table_id, $2, 'phase', round_id, jsonb_build_object('text', repeat('x', 200000)), now()
       FROM tables WHERE table_id = $1`,
      [table.id, eventId + n],
    );
    await casino.app.dataSource.query(`SELECT pg_notify('table_events', $1)`, [`${table.id} ${eventId + n}`]);
  }
  expect(await metrics()).toMatch(/^table_readers_cut_total\{reason="backlog"\} 1$/m);
  response.resume();
  await waitUntil(() => broken);
});

test('a server that stops ends its streams in good order', async () => {
  const reader = await watch(alice.token);
  await waitUntil(() => reader.events.length === 1);
  casino.app.app.get(TableStreams, { strict: false }).stop();
  await waitUntil(() => reader.standing === 'ended');
  await sleep(0);
});
