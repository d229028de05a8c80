import type { Suspension } from '../../src/application/compliance/suspension-body';
import { command } from '../compliance/house';
import { Casino, type Problem } from '../support/casino';
import { HttpTable } from '../tables/http-table';

/** Ids of ours are UUIDs, which are the same in either case; wherever one is named, both forms name the same thing. */
let casino: Casino;
let table: HttpTable;
let session: string;
let lone: string;
let round: string;

beforeAll(async () => {
  casino = await Casino.open();
  table = await HttpTable.open(casino);
  session = (await table.session({ playerId: 'ann' })).id.toUpperCase();
  lone = (await casino.openSession({ gameId: 'american-blackjack', playerId: 'ann' })).id.toUpperCase();
  const dealt = await casino.deal(lone, { boxes: [{ box: 1, stake: 100 }], cards: ['Ah', '5d', 'Kh', '5c'] });
  round = dealt.body.id.toUpperCase();
});
afterAll(() => casino.close());

const loud = (): string => table.id.toUpperCase();

interface List {
  readonly items: readonly { readonly tableId?: string | null }[];
}

test('in paths', async () => {
  expect((await casino.get(`/v1/tables/${loud()}`)).body).toMatchObject({ id: table.id });
  expect((await casino.round(round)).body).toMatchObject({ id: round.toLowerCase() });
  expect((await casino.get(`/v1/rounds/${round}/proof`)).status).toBe(200);
});

test('in bodies: a session at a table, a bet, a choice', async () => {
  const opened = await casino.openSession({
    gameId: 'blackjack-deluxe',
    tableId: loud(),
    externalSessionId: 'one',
  });
  expect((await casino.get(`/v1/sessions/${opened.id}`)).body).toMatchObject({ tableId: table.id });
  expect((await table.bet({ sessionId: session, seat: 1, amount: 1000 })).status).toBe(200);
  const early = await table.act<Problem>({ sessionId: session, type: 'stand', hand: '1.1' });
  expect(early.body.code).toBe('action_not_allowed');
});

test('in bodies: a suspension, which is found by either form and shown in lower case', async () => {
  const body = { scope: 'table', tableId: loud(), reason: 'fault' };
  const suspension = await casino.post<Suspension>('/v1/suspensions', body);
  expect([suspension.status, suspension.body.tableId]).toEqual([201, table.id]);
  for (const tableId of [table.id, loud()]) {
    expect((await casino.get<List>(`/v1/suspensions?tableId=${tableId}`)).body.items).toHaveLength(1);
  }
  const refused = await table.bet<Problem>({ sessionId: session, seat: 1, amount: 1000 });
  expect(refused.body.code).toBe('suspended');
  const lifted = await casino.post(`/v1/suspensions/${suspension.body.id.toUpperCase()}/lift`, {
    reason: 'mended',
  });
  expect(lifted.status).toBe(200);
});

test('on the command line', async () => {
  const why = ['--reason', 'fault'];
  const [line] = await command(casino, ['suspend', 'table', loud(), '--operator', 'operator-1', ...why]);
  expect(line).toContain(`table ${table.id}`);
  await command(casino, ['lift', line.split(' ')[0].toUpperCase(), ...why]);
});

test.each([
  ['the table through eyes', () => `/v1/tables/${table.id}?sessionId=${session}`],
  ['the rules at a table', () => `/v1/games/blackjack-deluxe/rules?tableId=${loud()}`],
  ['the rules in a session', () => `/v1/games/american-blackjack/rules?sessionId=${lone}`],
])('in queries: %s', async (_, path) => {
  expect((await casino.get(path())).status).toBe(200);
});

test.each([
  ['rounds of a session', () => `/v1/rounds?sessionId=${lone}`],
  ['bets of a session', () => `/v1/bets?sessionId=${lone}`],
  ['bets of a round', () => `/v1/bets?roundId=${round}`],
])('in filters: %s', async (_, path) => {
  expect((await casino.get<List>(path())).body.items).toHaveLength(1);
});
