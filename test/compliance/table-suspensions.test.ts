import { randomUUID } from 'node:crypto';
import type { Suspension } from '../../src/application/compliance/suspension-body';
import { Casino, type Problem, type Reply } from '../support/casino';
import { HttpTable } from '../tables/http-table';
import { command, lift, openSession, suspend } from './house';
import { RealTable } from './real-table';

/** A suspension holds at shared tables what it holds in private games: the next bet, the next deal, a new session. */
let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

const GAME = 'blackjack-deluxe';
const SCOPES = ['everything', 'operator', 'game', 'table', 'player'] as const;
type Scope = (typeof SCOPES)[number];

/** What a test has suspended: lifting it twice changes nothing, and one that fails leaves nothing behind. */
const releases: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const release of releases.splice(0)) await release();
});

/** Suspends all that the scope means of ann, who sits at that table; what lifts it again. */
async function stop(scope: Scope, tableId: string): Promise<() => Promise<unknown>> {
  const release = await suspended(scope, tableId);
  releases.push(release);
  return release;
}

async function suspended(scope: Scope, tableId: string): Promise<() => Promise<unknown>> {
  if (scope === 'everything') {
    const [line] = await command(casino, ['suspend', 'everything', '--reason', 'fire']);
    return () => command(casino, ['lift', line.split(' ')[0], '--reason', 'out']);
  }
  const subject = { operator: {}, game: { gameId: GAME }, table: { tableId }, player: { playerId: 'ann' } };
  const suspension: Suspension = await suspend(casino, { scope, ...subject[scope] });
  return () => lift(casino, suspension);
}

/** Who is not meant: another player at the same table, and another one at another table. */
const GOES_ON: Readonly<Record<Scope, { readonly beside: boolean; readonly elsewhere: boolean }>> = {
  everything: { beside: false, elsewhere: false },
  operator: { beside: false, elsewhere: false },
  game: { beside: false, elsewhere: false },
  table: { beside: false, elsewhere: true },
  player: { beside: true, elsewhere: true },
};

const bet = (table: HttpTable, sessionId: string, seat: number): Promise<Reply<Problem>> =>
  table.bet<Problem>({ sessionId, seat, amount: 1000 });

async function balanceOf(table: RealTable, sessionId: string): Promise<number | undefined> {
  return (await table.http.state(sessionId)).you?.balance;
}

describe.each(SCOPES)('at a table, %s suspended:', (scope) => {
  const { beside, elsewhere } = GOES_ON[scope];
  const refused = { status: 409, body: { code: 'suspended', scope, retryable: false } };

  test('a bet is refused, by that scope; whoever is not meant bets', async () => {
    const [table, other] = [await RealTable.open(casino), await RealTable.open(casino)];
    const [ann, ben, cyd] = [await table.seat('ann'), await table.seat('ben'), await other.seat('cyd')];
    const release = await stop(scope, table.id);
    expect(await bet(table.http, ann.id, 1)).toMatchObject(refused);
    expect((await bet(table.http, ben.id, 2)).status).toBe(beside ? 200 : 409);
    expect((await bet(other.http, cyd.id, 1)).status).toBe(elsewhere ? 200 : 409);
    await release();
    expect((await bet(table.http, ann.id, 1)).status).toBe(200);
  });

  test('bets that were placed before go back when the countdown ends, and no money moves', async () => {
    const table = await RealTable.open(casino);
    const [ann, ben] = [await table.seat('ann'), await table.seat('ben')];
    const before = await balanceOf(table, ann.id);
    expect((await bet(table.http, ann.id, 1)).status).toBe(200);
    expect((await bet(table.http, ben.id, 2)).status).toBe(200);
    await stop(scope, table.id);
    expect(await table.endPhase()).toBe('moved');
    expect(await table.betStates(ann.id)).toEqual(['returned']);
    expect(await table.betStates(ben.id)).toEqual([beside ? 'charged' : 'returned']);
    expect(await balanceOf(table, ann.id)).toBe(before);
    expect(await roundsAt(table.id)).toEqual(beside ? ['ben'] : []);
  });

  test('a round that was dealt before is decided by its players and paid', async () => {
    const table = await HttpTable.open(casino);
    const { id, token } = await table.session({ playerId: 'ann' });
    await table.cards('Tc', '6d', '9s', 'Th', 'Kc');
    await bet(table, id, 1);
    const { roundId, status } = await table.advance();
    expect(status).toBe('deciding');
    const release = await stop(scope, table.id);
    const stood = await table.act({ sessionId: id, type: 'stand', hand: '1.1' }, { key: token });
    expect([stood.status, stood.body.status]).toEqual([200, 'result']);
    const { body: round } = await casino.round(roundId, { key: token });
    expect(round).toMatchObject({ status: 'settled', staked: 1000, returned: 2000, balance: 1_001_000 });
    // A countdown that is ended on demand gives back what was placed as well.
    await table.advance();
    expect((await bet(table, id, 1)).body.code).toBe('suspended');
    await release();
    await bet(table, id, 1);
    await stop(scope, table.id);
    expect((await table.advance()).status).toBe('betting');
    expect((await table.state(id)).you?.sheet).toMatchObject([{ state: 'returned' }]);
  });

  test('a new session is opened by nobody who is meant, but for a round of his to finish', async () => {
    const [table, other] = [await HttpTable.open(casino), await HttpTable.open(casino)];
    const { id } = await table.session({ playerId: 'ann' });
    const open = (tableId: string, playerId: string): Promise<Reply<{ readonly code?: string }>> =>
      openSession(casino, playerId, { gameId: GAME, tableId });
    const release = await stop(scope, table.id);
    expect(await open(table.id, 'ann')).toMatchObject({ status: 409, body: { code: 'suspended', scope } });
    expect((await open(table.id, 'dot')).status).toBe(beside ? 201 : 409);
    expect((await open(other.id, 'dot')).status).toBe(elsewhere ? 201 : 409);
    await release();
    await table.cards('Tc', '6d', '9s', 'Th', 'Kc');
    await bet(table, id, 1);
    await table.advance();
    await stop(scope, table.id);
    expect((await open(table.id, 'ann')).status).toBe(201);
    await table.act({ sessionId: id, type: 'stand', hand: '1.1' });
  });
});

test('a suspended table is not bet at from behind a seat, and bets can be taken back', async () => {
  const table = await RealTable.open(casino);
  const [ann, ben] = [await table.seat('ann'), await table.seat('ben')];
  await bet(table.http, ann.id, 1);
  const release = await stop('table', table.id);
  const behind = { sessionId: ben.id, seat: 1, kind: 'behind', amount: 1000 };
  expect((await table.http.bet<Problem>(behind)).body.code).toBe('suspended');
  const key = { idempotencyKey: randomUUID() };
  const first = await table.http.bet<Problem>(behind, key);
  expect((await table.http.takeBack(`?sessionId=${ann.id}`)).status).toBe(200);
  await release();
  // As every refusal that the state of things decided, it is given again under its key.
  expect((await table.http.bet<Problem>(behind, key)).text).toBe(first.text);
});

async function roundsAt(tableId: string): Promise<string[]> {
  const { body } = await casino.get<{ items: { playerId: string }[] }>(`/v1/rounds?tableId=${tableId}`);
  return body.items.map(({ playerId }) => playerId);
}
