import { randomUUID } from 'node:crypto';
import type { SheetBody, TableBody } from '../../src/application/tables/table-body';
import { Casino, type OpenSession, type Problem } from '../support/casino';
import { HttpTable } from './http-table';

/** What each call takes and answers, field by field. */
let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});

afterAll(() => casino.close());

const HASH = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
const ALIAS = expect.stringMatching(/^P-[2-9A-Z]{6}$/) as string;
const NUMBER = expect.any(Number) as number;

const EUR_LIMITS = {
  stake: { min: 100, max: 20_000, step: 100 },
  sideBet: { min: 100, max: 2000, step: 100 },
};
const USUAL_SECONDS = { betting: 20, insurance: 10, decision: 15, result: 5 };

function inSeconds(seconds: number): string {
  return new Date(casino.app.clock.now.getTime() + seconds * 1000).toISOString();
}

/** A test table where one player sits on seat 3 and is asked for 16 against a six. */
async function dealt(): Promise<{ table: HttpTable; session: OpenSession; state: TableBody }> {
  const table = await HttpTable.open(casino);
  const session = await table.session();
  await table.cards('Th', '6s', '6c', 'Td', '2c', '5h', '8d');
  await table.bet({ sessionId: session.id, seat: 3, amount: 1000 });
  await table.advance();
  return { table, session, state: await table.state(session.id) };
}

describe('opening a table', () => {
  test('answers 201 with the whole table, which rests until somebody comes', async () => {
    const wanted = { gameId: 'blackjack-deluxe', currency: 'EUR', mode: 'real' };
    const { status, body } = await casino.post<TableBody>('/v1/tables', wanted);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/) as string,
      gameId: 'blackjack-deluxe',
      ruleSet: 'blackjack-deluxe@1',
      mode: 'real',
      currency: 'EUR',
      status: 'betting',
      phaseEndsAt: null,
      eventId: NUMBER,
      shoe: {
        number: 1,
        dealt: 1 + body.shoe.burned,
        cutReached: false,
        burned: body.shoe.burned,
        exposed: expect.stringMatching(/^[A2-9TJQK][shdc]$/) as string,
        commitment: HASH,
        salt: expect.any(String) as string,
        nextCommitment: HASH,
      },
      seats: Array.from({ length: 7 }, (_, index) => ({
        seat: index + 1,
        state: 'free',
        playerAlias: null,
        you: false,
        stake: 0,
        hands: [],
        bettors: 0,
      })),
      dealer: null,
      you: null,
      roundId: expect.any(String) as string,
      roundVersion: 0,
      turn: null,
      allowed: [],
      inAdvance: [],
      limits: EUR_LIMITS,
      seconds: USUAL_SECONDS,
    });
    expect((await casino.get(`/v1/tables/${body.id}`)).body).toEqual(body);
  });

  test('takes limits and times, those that are left out as usual; the same key opens it once', async () => {
    const limits = {
      stake: { min: 500, max: 5000, step: 500 },
      sideBet: { min: 100, max: 500, step: 100 },
    };
    const wanted = {
      gameId: 'blackjack-deluxe',
      currency: 'EUR',
      mode: 'test',
      limits,
      seconds: { betting: 7 },
    };
    const idempotencyKey = randomUUID();
    const first = await casino.post<TableBody>('/v1/tables', wanted, { idempotencyKey });
    expect(first.body).toMatchObject({ limits, seconds: { ...USUAL_SECONDS, betting: 7 } });
    const again = await casino.post('/v1/tables', wanted, { idempotencyKey });
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  test.each([
    [{ gameId: 'american-blackjack' }, 'gameId'],
    [{ currency: 'XXX' }, 'currency'],
    [{ mode: 'demo' }, 'mode'],
    [{ seconds: { betting: 0 } }, 'seconds.betting'],
    [{ seconds: { result: 1.5 } }, 'seconds.result'],
    [{ seconds: { pause: 5 } }, 'seconds.pause'],
    [{ seconds: [] }, 'seconds'],
    [{ limits: { ...EUR_LIMITS, stake: { min: 101, max: 10_100, step: 101 } } }, 'limits.stake.step'],
    [{ limits: { stake: EUR_LIMITS.stake } }, 'limits.sideBet'],
    [{ seats: 5 }, 'seats'],
  ])('C-13, C-14: %j is refused at %s', async (change, path) => {
    const wanted = { gameId: 'blackjack-deluxe', currency: 'EUR', mode: 'test', ...change };
    const { status, body } = await casino.post<Problem>('/v1/tables', wanted);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.errors?.map((error) => error.path)).toContain(path);
  });

  test('of a game that is not there is 404; no Idempotency-Key is needed', async () => {
    const wanted = { gameId: 'whist', currency: 'EUR', mode: 'test' };
    expect(await casino.post('/v1/tables', wanted)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    const bare = await fetch(`${casino.app.baseUrl}/v1/tables`, {
      method: 'POST',
      headers: { authorization: `Bearer ${casino.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...wanted, gameId: 'blackjack-deluxe' }),
    });
    expect(bare.status).toBe(201);
  });
});

test('tables are listed page by page, the latest first, closed ones as well', async () => {
  const house = await Casino.at(casino.app);
  const opened: string[] = [];
  for (let count = 0; count < 3; count++) {
    casino.app.clock.now = new Date(casino.app.clock.now.getTime() + 1);
    opened.unshift((await HttpTable.open(house)).id);
  }
  await house.call('PATCH', `/v1/tables/${opened[0]}`, { status: 'closed' });
  interface TablesPage {
    items: TableBody[];
    nextCursor: string | null;
  }
  const first = await house.get<TablesPage>('/v1/tables?limit=2');
  expect(first.body.items.map(({ id, status }) => [id, status])).toEqual([
    [opened[0], 'closed'],
    [opened[1], 'betting'],
  ]);
  const rest = await house.get<TablesPage>(`/v1/tables?limit=2&cursor=${first.body.nextCursor}`);
  expect([rest.body.items.map(({ id }) => id), rest.body.nextCursor]).toEqual([[opened[2]], null]);
  const wrong = await house.get<Problem>('/v1/tables?cursor=bm9uc2Vuc2U');
  expect([wrong.status, wrong.body.errors?.[0].path]).toEqual([400, 'query.cursor']);
});

describe('a bet of the countdown', () => {
  test('DX-04: takes a seat and answers with the sheet; no money moves', async () => {
    const table = await HttpTable.open(casino);
    const session = await table.session();
    const { roundId } = await table.state();
    const { status, body } = await table.bet({ sessionId: session.id, seat: 2, amount: 1000 });
    expect([status, body]).toEqual([
      200,
      {
        tableId: table.id,
        roundId,
        status: 'betting',
        phaseEndsAt: inSeconds(20),
        eventId: NUMBER,
        sheet: [{ seat: 2, kind: 'seat', amount: 1000, state: 'placed', outcome: null, returned: null }],
        cost: 1000,
        balance: 1_000_000,
        seats: [2],
      },
    ]);
    const added = await table.bet({ sessionId: session.id, seat: 2, kind: 'pairs', amount: 300 });
    expect(added.body).toMatchObject({ cost: 1300, balance: 1_000_000 });
    const state = await table.state(session.id);
    expect(state.seats[1]).toMatchObject({ state: 'taken', playerAlias: ALIAS, you: true, stake: 1000 });
    expect(state.you).toEqual({
      alias: state.seats[1].playerAlias,
      sheet: added.body.sheet,
      queued: [],
      notExecuted: [],
      balance: 1_000_000,
    });
    expect(state.eventId).toBe(added.body.eventId);
  });

  test('is placed once under one key, and added to under another', async () => {
    const table = await HttpTable.open(casino);
    const { id: sessionId } = await table.session();
    const bet = { sessionId, seat: 2, amount: 1000 };
    const idempotencyKey = randomUUID();
    const first = await table.bet(bet, { idempotencyKey });
    const again = await table.bet(bet, { idempotencyKey });
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    expect((await table.bet(bet)).body.cost).toBe(2000);
    const other = await table.bet<Problem>({ ...bet, amount: 500 }, { idempotencyKey });
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
  });

  test('is taken back by seat and kind, or all of them', async () => {
    const table = await HttpTable.open(casino);
    const { id: sessionId } = await table.session();
    for (const seat of [2, 3]) await table.bet({ sessionId, seat, amount: 1000 });
    for (const seat of [2, 3]) await table.bet({ sessionId, seat, kind: 'pairs', amount: 100 });
    const kinds = ({ body }: { body: SheetBody }): string[] =>
      body.sheet.map(({ seat, kind }) => `${kind} ${seat}`).sort();
    expect(kinds(await table.takeBack(`?sessionId=${sessionId}&seat=3&kind=pairs`))).toEqual([
      'pairs 2',
      'seat 2',
      'seat 3',
    ]);
    expect(kinds(await table.takeBack(`?sessionId=${sessionId}&kind=pairs`))).toEqual(['seat 2', 'seat 3']);
    const none = await table.takeBack(`?sessionId=${sessionId}`);
    expect([none.status, none.body]).toMatchObject([200, { sheet: [], cost: 0, seats: [] }]);
    expect((await table.state()).seats.every(({ state }) => state === 'free')).toBe(true);
  });
});

describe('a round at a table', () => {
  test('DX-12, DX-14: is dealt when the countdown ends, and asks the hand in turn', async () => {
    const { table, state, session } = await dealt();
    expect(state).toMatchObject({
      status: 'deciding',
      phaseEndsAt: inSeconds(15),
      dealer: { cards: ['6s', '??'], total: 6, soft: false, blackjack: false },
      roundVersion: 1,
      turn: { seat: 3, hand: '3.1', endsAt: inSeconds(15) },
      allowed: [
        { type: 'hit', hand: '3.1', price: 0 },
        { type: 'stand', hand: '3.1', price: 0 },
        { type: 'double', hand: '3.1', price: 1000 },
        { type: 'surrender', hand: '3.1', price: 0 },
      ],
      you: {
        sheet: [{ seat: 3, kind: 'seat', amount: 1000, state: 'charged', outcome: null, returned: null }],
        balance: 999_000,
      },
    });
    expect(state.seats[2].hands).toEqual([
      {
        id: '3.1',
        cards: ['Th', '6c'],
        total: 16,
        soft: false,
        stake: 1000,
        state: 'acting',
        outcome: null,
        returned: null,
        insurance: null,
      },
    ]);
    const stale = await table.act<Problem>({
      sessionId: session.id,
      type: 'stand',
      hand: '3.1',
      expectedVersion: 7,
    });
    expect([stale.status, stale.body.code]).toEqual([409, 'stale_version']);
    const acted = await table.act({ sessionId: session.id, type: 'hit', hand: '3.1', expectedVersion: 1 });
    expect([acted.status, acted.body.roundVersion]).toEqual([200, 2]);
    expect(acted.body.seats[2].hands[0].cards).toEqual(['Th', '6c', '2c']);
  });

  test('is the round of the history, in which the player sees his own stakes', async () => {
    const { table, state, session } = await dealt();
    await table.act({ sessionId: session.id, type: 'stand', hand: '3.1' });
    const { body } = await casino.round(state.roundId, { key: session.token });
    expect(body).toMatchObject({
      id: state.roundId,
      sessionId: session.id,
      tableId: table.id,
      status: 'settled',
      staked: 1000,
      balance: (await table.state(session.id)).you?.balance,
    });
  });

  test('DX-28: is paused and resumed by a supervisor, with the time that was left', async () => {
    const { table, session } = await dealt();
    const { id: sessionId } = session;
    casino.app.clock.now = new Date(casino.app.clock.now.getTime() + 4000);
    expect(await table.pause()).toMatchObject({ status: 'paused', phaseEndsAt: null, allowed: [] });
    const refused = await table.act<Problem>({ sessionId, type: 'stand', hand: '3.1' });
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'table_paused', retryable: true }]);
    const again = await table.call<Problem>('POST', '/pause', { reason: 'test' });
    expect([again.status, again.body.code]).toEqual([409, 'phase_conflict']);
    casino.app.clock.now = new Date(casino.app.clock.now.getTime() + 3_600_000);
    expect(await table.resume()).toMatchObject({ status: 'deciding', phaseEndsAt: inSeconds(11) });
    expect((await table.act({ sessionId, type: 'stand', hand: '3.1' })).status).toBe(200);
    const kinds = await casino.app.dataSource.query<object[]>(
      `SELECT kind, reason, actor FROM table_changes WHERE table_id = $1 AND kind IN ('paused', 'resumed')
       ORDER BY change_no`,
      [table.id],
    );
    const actor = `key:${casino.keyId}`;
    expect(kinds).toEqual([
      { kind: 'paused', reason: 'test', actor },
      { kind: 'resumed', reason: 'test', actor },
    ]);
  });

  test.each(['pause', 'resume'])('nobody can %s a table without a reason', async (call) => {
    const table = await HttpTable.open(casino);
    const { status, body } = await table.call<Problem>('POST', `/${call}`, {});
    expect([status, body.errors?.[0].path]).toEqual([400, 'reason']);
  });

  test('is closed behind, and new limits hold from the next countdown on', async () => {
    const { table } = await dealt();
    const limits = { ...EUR_LIMITS, stake: { min: 500, max: 5000, step: 500 } };
    const changed = await table.call<TableBody>('PATCH', '', { limits, seconds: { result: 9 } });
    expect(changed.body).toMatchObject({ limits: EUR_LIMITS, seconds: USUAL_SECONDS });
    await table.advance();
    expect(await table.advance()).toMatchObject({ limits, seconds: { ...USUAL_SECONDS, result: 9 } });
    const told = await casino.app.dataSource.query<{ body: object }[]>(
      `SELECT body FROM table_events WHERE table_id = $1 AND type = 'terms'`,
      [table.id],
    );
    expect(told).toEqual([{ body: { limits, seconds: { ...USUAL_SECONDS, result: 9 } } }]);
    const closed = await table.call<TableBody>('PATCH', '', { status: 'closed', reason: 'test' });
    expect([closed.status, closed.body.status]).toEqual([200, 'closed']);
    const again = await table.call<Problem>('PATCH', '', { status: 'closed' });
    expect([again.status, again.body.code]).toEqual([409, 'table_closed']);
  });

  test.each([
    [{}, ''],
    [{ status: 'betting' }, 'status'],
    [{ seconds: { betting: 90_000 } }, 'seconds.betting'],
    [{ mode: 'real' }, 'mode'],
  ])('a change of %j is refused at %j', async (change, path) => {
    const table = await HttpTable.open(casino);
    const { status, body } = await table.call<Problem>('PATCH', '', change);
    expect([status, body.errors?.[0].path]).toEqual([400, path]);
  });
});
