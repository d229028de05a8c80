import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { Casino } from '../support/casino';
import { waitUntil } from '../support/child';
import { EventReader } from './event-reader';
import { HttpTable } from './http-table';

/** A server that drives its tables, at the time that it is. */
let casino: Casino;
let clock: NodeJS.Timeout;

beforeAll(async () => {
  casino = await Casino.open({ tableLookMs: 50 });
  clock = setInterval(() => (casino.app.clock.now = new Date()), 5);
});
afterAll(async () => {
  await casino.close();
  clearInterval(clock);
});

const SECONDS = { betting: 1, insurance: 1, decision: 1, result: 1 };

test('a table runs by itself, round after round, and whoever watches is told in time', async () => {
  const table = await HttpTable.open(casino, { seconds: SECONDS });
  const { id: sessionId, token } = await table.session();
  await table.cards('9c', '6d', '7s', 'Kh', '5h');
  const reader = await EventReader.open(`${casino.app.baseUrl}/v1/tables/${table.id}/stream`, {
    authorization: `Bearer ${token}`,
  });
  // The first countdown may have been all but over: a bet that comes too late is placed in the next one.
  await waitUntil(async () => (await table.bet({ sessionId, seat: 1, amount: 1000 })).status === 200);
  const phases = (): string[] =>
    reader.events.flatMap(({ event, data }) => (event === 'phase' ? [String(data['status'])] : []));
  await waitUntil(() => phases().join().includes('deciding,result,betting'));
  // Nobody chose: sixteen against a six stands by the automatic rule (DX-21).
  expect(reader.events.find(({ event }) => event === 'executed')?.data).toMatchObject({
    hand: '1.1',
    action: 'stand',
    by: 'automatic',
  });
  expect(reader.ids).toEqual(reader.ids.map((_, n) => reader.ids[0] + n));
  reader.close();

  // The machine may be too busy for some, and the lease may run out meanwhile; then the table is driven again, in time.
  await waitUntil(async () => {
    const text = await (await fetch(`${casino.app.baseUrl}/metrics`)).text();
    const inTime = Number(/^table_lateness_seconds_bucket\{le="0.5"\} (\d+)$/m.exec(text)?.[1]);
    return inTime >= 3 && /^tables_driven 1$/m.test(text);
  });
});

test('every connection to the database breaks, again and again: the table goes on, and no event is missed', async () => {
  const table = await HttpTable.open(casino, { seconds: SECONDS });
  const { token } = await table.session();
  const url = `${casino.app.baseUrl}/v1/tables/${table.id}/stream`;
  const reader = await EventReader.open(url, { authorization: `Bearer ${token}` });
  const breakAll = async (): Promise<void> => {
    const options = casino.app.dataSource.options as { readonly url: string };
    const client = new Client({ connectionString: options.url });
    await client.connect();
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await client.end();
  };
  for (let n = 0; n < 3; n++) {
    const seen = reader.events.length;
    await waitUntil(() => reader.events.length > seen);
    await breakAll();
  }
  const seen = reader.events.length;
  await waitUntil(() => reader.events.length > seen + 2);
  expect(reader.standing).toBe('open');
  expect(reader.ids).toEqual(reader.ids.map((_, n) => reader.ids[0] + n));
  reader.close();
});

test('a table that nobody watches comes to rest, and is nobody’s to drive', async () => {
  const table = await HttpTable.open(casino, { seconds: SECONDS });
  const session = await table.session();
  await waitUntil(async () => (await table.state()).phaseEndsAt !== null);
  await casino.call('DELETE', `/v1/sessions/${session.id}`);
  await waitUntil(async () => (await table.state()).phaseEndsAt === null);
  await sleep(200);
  expect((await table.state()).phaseEndsAt).toBeNull();
  expect((await table.state()).status).toBe('betting');
});
