import type { Pool, PoolClient } from 'pg';
import { Casino, type OpenSession } from '../support/casino';
import { HttpTable } from './http-table';

let casino: Casino;
/** Every statement that went to the database, in order. */
let sent: string[] = [];

beforeAll(async () => {
  casino = await Casino.open();
  const pool = (casino.app.dataSource.driver as unknown as { master: Pool }).master;
  const counted = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (!counted.has(client)) count(client);
    counted.add(client);
  });
});
afterAll(() => casino.close());

function count(client: PoolClient): void {
  const query = client.query.bind(client) as (...values: unknown[]) => unknown;
  client.query = ((...values: unknown[]) => {
    const [statement] = values as [string | { readonly text: string }];
    sent.push(typeof statement === 'string' ? statement : statement.text);
    return query(...values);
  }) as PoolClient['query'];
}

/** What a call costs from the beginning of its transaction on, and whether it locked anybody's wallet. */
async function costOf(call: () => Promise<{ status: number }>): Promise<object> {
  sent = [];
  const { status } = await call();
  const trips = sent.slice(sent.indexOf('START TRANSACTION'));
  return {
    status,
    trips: trips.length,
    locksWallets: trips.some((text) => /FROM wallets[^]*FOR UPDATE/.test(text)),
  };
}

/** The beginning of the transaction, the key, the table's lock, all that is read, all that is written, the end. */
const OWN_SHEET_ONLY = { status: 200, trips: 6, locksWallets: false };

interface Players {
  readonly table: HttpTable;
  readonly first: OpenSession;
  readonly second: OpenSession;
  readonly behind: OpenSession;
}

/** Two hands against an ace without a blackjack, the first of which somebody else bets behind. */
async function sitDown(): Promise<Players> {
  const table = await HttpTable.open(casino);
  const [first, second, behind] = [await table.session(), await table.session(), await table.session()];
  await table.cards('5h', '6h', 'As', '6c', '4d', '9d', '2c', '3c', 'Tc');
  await table.bet({ sessionId: first.id, seat: 1, amount: 1000 });
  await table.bet({ sessionId: second.id, seat: 2, amount: 1000 });
  await table.bet({ sessionId: behind.id, seat: 1, kind: 'behind', amount: 1000 });
  return { table, first, second, behind };
}

test('a bet reads all that it depends on in one statement, and is taken back for the same', async () => {
  const { table, behind } = await sitDown();
  const bet = { sessionId: behind.id, seat: 2, kind: 'behind', amount: 1000 };
  expect(await costOf(() => table.bet(bet))).toEqual(OWN_SHEET_ONLY);
  expect(await costOf(() => table.takeBack(`?sessionId=${behind.id}&seat=2`))).toEqual(OWN_SHEET_ONLY);
});

test('a seat that is left costs one look more, at what those hold whose bets on it go back', async () => {
  const { table, first } = await sitDown();
  const leave = (): Promise<{ status: number }> => table.leave(1, `?sessionId=${first.id}`);
  expect(await costOf(leave)).toEqual({ status: 200, trips: 7, locksWallets: false });
});

test('what is said in advance locks no wallet; only what money can move on does', async () => {
  const { table, first, second, behind } = await sitDown();
  await table.advance();
  const insure = (session: OpenSession) => (): Promise<{ status: number }> =>
    table.act({ sessionId: session.id, type: 'insurance', accept: true });
  expect(await costOf(insure(first))).toEqual(OWN_SHEET_ONLY);
  expect(await costOf(insure(behind))).toEqual(OWN_SHEET_ONLY);
  expect(await costOf(insure(first))).toEqual(OWN_SHEET_ONLY);
  expect(await costOf(insure(second))).toEqual({ status: 200, trips: 7, locksWallets: true });
  expect((await table.state()).status).toBe('deciding');

  const follow = { sessionId: behind.id, type: 'follow-double', hand: '1.1', accept: true };
  expect(await costOf(() => table.act(follow))).toEqual(OWN_SHEET_ONLY);
  const ahead = { sessionId: second.id, type: 'stand', hand: '2.1' };
  expect(await costOf(() => table.act(ahead))).toEqual(OWN_SHEET_ONLY);
  const inTurn = { sessionId: first.id, type: 'hit', hand: '1.1' };
  expect(await costOf(() => table.act(inTurn))).toEqual({ status: 200, trips: 8, locksWallets: true });
});

test('a look at the table is one statement', async () => {
  const { table, behind } = await sitDown();
  sent = [];
  expect((await table.state(behind.id)).you?.sheet).toHaveLength(1);
  expect(sent.filter((text) => !text.includes('FROM api_keys'))).toHaveLength(1);
});
