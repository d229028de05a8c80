import { randomUUID } from 'node:crypto';
import type { RoundBody } from '../../src/application/rounds/round-body';
import type { TableBody } from '../../src/application/tables/table-body';
import { Casino, type OpenSession, type Problem, type Reply } from '../support/casino';
import { HttpTable } from './http-table';

/** Who may do and see what at a table. */
let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});

afterAll(() => casino.close());

const playerAt = (table: HttpTable, changes: object = {}): Promise<OpenSession> => table.session(changes);

describe('a session at a table', () => {
  test('names it, has its limits, and starts its countdown', async () => {
    const stake = { min: 500, max: 5000, step: 500 };
    const limits = { stake, sideBet: { min: 100, max: 500, step: 100 } };
    const table = await HttpTable.open(casino, { limits });
    expect((await table.state()).phaseEndsAt).toBeNull();
    const { id } = await table.session();
    const { body } = await casino.get(`/v1/sessions/${id}`);
    expect(body).toMatchObject({ tableId: table.id, limits, ruleSet: 'blackjack-deluxe@1', openRound: null });
    const endsAt = new Date(casino.app.clock.now.getTime() + 20_000).toISOString();
    expect(await table.state()).toMatchObject({ status: 'betting', phaseEndsAt: endsAt });
  });

  test('bets at the table, not by dealing for itself', async () => {
    const table = await HttpTable.open(casino);
    const { id } = await table.session();
    const reply = await casino.deal<Problem>(id, { boxes: [{ box: 1, stake: 1000 }] });
    expect([reply.status, reply.body.code]).toEqual([409, 'table_required']);
    expect(reply.body.detail).toContain('/v1/tables/{tableId}/bets');
  });

  test.each([
    ['test', { mode: 'real' }, 'mode'],
    ['real', { mode: 'test' }, 'mode'],
    ['test', { currency: 'USD' }, 'currency'],
  ])('at a table of mode %s: %j is refused at %s', async (mode, change, path) => {
    const table = await HttpTable.open(casino, { mode });
    const wanted = { playerId: 'ann', gameId: 'blackjack-deluxe', currency: 'EUR', mode, tableId: table.id };
    const reply = await casino.post<Problem>('/v1/sessions', { ...wanted, ...change });
    expect([reply.status, reply.body.errors?.[0].path]).toEqual([400, path]);
  });

  test.each([
    ['real', 'real'],
    ['real', 'demo'],
    ['test', 'test'],
    ['test', 'demo'],
  ])('DX-08: a table of mode %s takes sessions of mode %s', async (tableMode, mode) => {
    const table = await HttpTable.open(casino, { mode: tableMode });
    expect(await table.session({ mode })).toMatchObject({ tableId: table.id, mode });
  });

  test('is not opened at a table that is closed, another operator’s, or not there; nor at none', async () => {
    const stranger = await Casino.at(casino.app);
    const closed = await HttpTable.open(casino);
    await closed.call('PATCH', '', { status: 'closed' });
    const theirs = await HttpTable.open(stranger);
    const none = { playerId: 'ann', gameId: 'blackjack-deluxe', currency: 'EUR', mode: 'test' };
    for (const tableId of [theirs.id, randomUUID(), 'a-table']) {
      const reply = await casino.post<Problem>('/v1/sessions', { ...none, tableId });
      expect([tableId, reply.status, reply.body.code]).toEqual([tableId, 404, 'not_found']);
    }
    const late = await casino.post<Problem>('/v1/sessions', { ...none, tableId: closed.id });
    expect([late.status, late.body.code]).toEqual([409, 'table_closed']);
    expect(await casino.post('/v1/sessions', none)).toMatchObject({
      status: 409,
      body: { code: 'table_required' },
    });
  });

  test('of one externalSessionId is at one table', async () => {
    const [one, other] = [await HttpTable.open(casino), await HttpTable.open(casino)];
    const player = { playerId: 'ann', externalSessionId: randomUUID() };
    const { id } = await one.session(player);
    const wanted = { ...player, gameId: 'blackjack-deluxe', currency: 'EUR', mode: 'test' };
    const again = await casino.post('/v1/sessions', { ...wanted, tableId: one.id.toUpperCase() });
    expect([again.status, again.body]).toMatchObject([200, { id }]);
    const moved = await casino.post('/v1/sessions', { ...wanted, tableId: other.id });
    expect([moved.status, moved.body]).toMatchObject([409, { code: 'session_conflict' }]);
  });
});

describe('two sessions of one player', () => {
  test('are one bettor: the second device sees and plays the same sheet', async () => {
    const table = await HttpTable.open(casino);
    const phone = await playerAt(table, { playerId: 'carol' });
    const desk = await playerAt(table, { playerId: 'carol', balance: 5000 });
    await table.bet({ sessionId: phone.id, seat: 2, amount: 1000 });
    const added = await table.bet({ sessionId: desk.id, seat: 2, amount: 500 });
    expect(added.body).toMatchObject({ cost: 1500, balance: 1_000_000, seats: [2] });
    const [onPhone, onDesk] = [await table.state(phone.id), await table.state(desk.id)];
    expect(onDesk).toEqual(onPhone);
    expect(onDesk.you?.sheet).toMatchObject([{ seat: 2, kind: 'seat', amount: 1500 }]);
    await table.cards('Th', '6s', '6c', 'Td', '5d', '9c');
    await table.advance();
    const acted = await table.act({ sessionId: desk.id, type: 'stand', hand: '2.1' });
    expect(acted.status).toBe(200);
    expect((await table.state(phone.id)).you).toEqual(acted.body.you);
    expect((await casino.get(`/v1/sessions/${desk.id}`)).body).toMatchObject({ balance: 5000 });
  });

  test('may not bet real and play money at the same time', async () => {
    const table = await HttpTable.open(casino, { mode: 'real' });
    await casino.deposit('dora', 10_000);
    const ann = await playerAt(table, { mode: 'real', playerId: 'dora' });
    const demo = await playerAt(table, { mode: 'demo', playerId: 'dora' });
    await table.bet({ sessionId: ann.id, seat: 1, amount: 1000 });
    const reply = await table.bet<Problem>({ sessionId: demo.id, seat: 1, kind: 'pairs', amount: 100 });
    expect([reply.status, reply.body.code]).toEqual([409, 'session_conflict']);
  });
});

describe('whoever only watches', () => {
  let table: HttpTable;
  let player: OpenSession;
  let watcher: OpenSession;

  beforeEach(async () => {
    table = await HttpTable.open(casino);
    [player, watcher] = [await playerAt(table), await playerAt(table)];
    await table.bet({ sessionId: player.id, seat: 4, amount: 1000 });
    await table.bet({ sessionId: player.id, seat: 4, kind: 'pairs', amount: 200 });
    await table.cards('Th', '6s', '6c', 'Td', '5d', '9c');
    await table.advance();
  });

  const seenBy = async (key: string, query = ''): Promise<TableBody> =>
    (await table.call<TableBody>('GET', query, undefined, { key })).body;

  test('sees everyone’s cards and nobody’s money', async () => {
    const own = await seenBy(player.token);
    const seen = await seenBy(watcher.token);
    expect(own.seats[3]).toMatchObject({ you: true, stake: 1000, hands: [{ stake: 1000 }] });
    expect(seen.seats[3]).toEqual({ ...own.seats[3], you: false, stake: 0, hands: seen.seats[3].hands });
    expect(seen.seats[3].hands).toEqual([{ ...own.seats[3].hands[0], stake: 0 }]);
    expect(seen.dealer).toEqual(own.dealer);
    expect(seen).toMatchObject({ turn: own.turn, allowed: [], inAdvance: [] });
    expect(seen.you).toMatchObject({ sheet: [], queued: [], balance: 1_000_000 });
    const text = JSON.stringify(seen);
    expect(text).not.toContain(player.playerId);
    expect(text).not.toContain('999000');
    expect(await seenBy(casino.key)).toEqual({ ...seen, you: null });
  });

  test('sees the round without money as well, before it is over and after', async () => {
    const { roundId } = await table.state();
    for (const done of [false, true]) {
      if (done) await table.advance();
      const { status, body } = await casino.round(roundId, { key: watcher.token });
      expect(status).toBe(200);
      expect(body).toMatchObject({ playerId: null, staked: 0, returned: 0, net: 0, allowed: [] });
      expect(body.boxes[0].hands[0].cards).toEqual(expect.arrayContaining(['Th', '6c']) as string[]);
      expect(body.boxes[0].sideBets).toEqual([]);
    }
  });

  test('is known to others by an alias that is the table’s own', async () => {
    const alias = (await seenBy(player.token)).you?.alias;
    expect((await seenBy(watcher.token)).seats[3].playerAlias).toBe(alias);
    const elsewhere = await HttpTable.open(casino);
    const again = await elsewhere.session({ playerId: player.playerId });
    expect((await elsewhere.state(again.id)).you?.alias).not.toBe(alias);
  });

  test('does nothing in the name of others: a token reaches its own session only', async () => {
    const key = watcher.token;
    const named = { sessionId: player.id };
    const calls: [string, Promise<Reply<Problem>>][] = [
      ['bet', table.bet<Problem>({ ...named, seat: 4, amount: 100 }, { key })],
      ['back', table.takeBack<Problem>(`?sessionId=${player.id}`, { key })],
      ['leave', table.leave<Problem>(4, `?sessionId=${player.id}`, { key })],
      ['act', table.act<Problem>({ ...named, type: 'stand', hand: '4.1' }, { key })],
      ['read', table.call<Problem>('GET', `?sessionId=${player.id}`, undefined, { key })],
      [
        'watch',
        table.call<Problem>('GET', `/stream?sessionId=${player.id}&lastEventId=1`, undefined, { key }),
      ],
    ];
    for (const [call, reply] of calls) {
      const { status, body } = await reply;
      expect([call, status, body.code]).toEqual([call, 404, 'not_found']);
    }
    for (const path of ['/advance', '/pause', '/resume', '/cards']) {
      const { status } = await table.call('POST', path, undefined, { key });
      expect([path, status]).toEqual([path, 403]);
    }
    expect((await casino.get('/v1/tables', { key })).status).toBe(403);
  });
});

describe('a token', () => {
  test('needs not name its session, and plays at its own table only', async () => {
    const [table, other] = [await HttpTable.open(casino), await HttpTable.open(casino)];
    const { token: key, id } = await table.session();
    expect((await table.bet({ seat: 5, amount: 1000 }, { key })).body.seats).toEqual([5]);
    expect((await table.bet({ sessionId: id, seat: 5, amount: 100 }, { key })).body.cost).toBe(1100);
    expect((await table.takeBack('?kind=seat', { key })).body.sheet).toEqual([]);
    await table.bet({ seat: 5, amount: 1000 }, { key });
    expect((await table.leave(5, '', { key })).body.seats).toEqual([]);
    const elsewhere = await other.bet<Problem>({ seat: 5, amount: 1000 }, { key });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([404, 'not_found']);
    expect((await other.call('GET', '', undefined, { key })).status).toBe(404);
  });
});

describe('keys and their scopes', () => {
  test('`play` plays, `tables` supervises, any key of the operator looks', async () => {
    const table = await HttpTable.open(casino);
    const { id: sessionId } = await table.session();
    const keyWith = async (scope: 'play' | 'tables' | 'wallet'): Promise<string> =>
      (await casino.app.addKey(casino.operatorId, [scope])).key;
    const [play, tables, wallet] = [await keyWith('play'), await keyWith('tables'), await keyWith('wallet')];
    const bet = { sessionId, seat: 1, amount: 1000 };
    expect((await table.bet(bet, { key: play })).status).toBe(200);
    expect((await table.bet(bet, { key: tables })).status).toBe(403);
    expect((await table.call('POST', '/advance', undefined, { key: tables })).status).toBe(200);
    expect((await table.call('POST', '/advance', undefined, { key: play })).status).toBe(403);
    expect((await casino.get('/v1/tables', { key: tables })).status).toBe(200);
    expect((await casino.get('/v1/tables', { key: wallet })).status).toBe(403);
    for (const key of [play, tables, wallet]) {
      expect((await table.call('GET', `?sessionId=${sessionId}`, undefined, { key })).status).toBe(200);
    }
  });

  test('of another operator find no table, and change nothing', async () => {
    const stranger = await Casino.at(casino.app);
    const table = await HttpTable.open(casino);
    const { id: sessionId } = await table.session();
    const theirs = await HttpTable.open(stranger);
    const visitor = await theirs.session();
    await table.bet({ sessionId, seat: 1, amount: 1000 });
    const before = await table.state(sessionId);
    const { key } = stranger;
    const calls = [
      table.call('GET', '', undefined, { key }),
      table.call('PATCH', '', { status: 'closed' }, { key }),
      table.bet({ sessionId: visitor.id, seat: 2, amount: 1000 }, { key }),
      table.takeBack(`?sessionId=${visitor.id}`, { key }),
      table.leave(1, `?sessionId=${sessionId}`, { key }),
      table.act({ sessionId, type: 'stand', hand: '1.1' }, { key }),
      table.call('POST', '/cards', { cards: ['As'] }, { key }),
      table.call('POST', '/advance', undefined, { key }),
      table.call('POST', '/pause', { reason: 'theft' }, { key }),
      table.call('POST', '/resume', { reason: 'theft' }, { key }),
      theirs.bet({ sessionId, seat: 2, amount: 1000 }, { key }),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 404));
    expect(await table.state(sessionId)).toEqual(before);
  });
});

test('an operator key sees the stakes of all its players in the round', async () => {
  const table = await HttpTable.open(casino);
  const [sits, behind] = [await table.session(), await table.session()];
  await table.bet({ sessionId: sits.id, seat: 1, amount: 1000 });
  await table.bet({ sessionId: behind.id, seat: 1, kind: 'behind', amount: 300 });
  await table.cards('Th', '6s', '9c', 'Td', 'Kc');
  const { roundId } = await table.advance();
  await table.act({ sessionId: sits.id, type: 'stand', hand: '1.1' });
  const { body } = await casino.get<RoundBody>(`/v1/rounds/${roundId}`);
  const stakes = body.bettors?.map(({ playerId, staked, returned }) => [playerId, staked, returned]);
  expect(stakes).toHaveLength(2);
  expect(stakes).toEqual(
    expect.arrayContaining([
      [sits.playerId, 1000, 2000],
      [behind.playerId, 300, 600],
    ]),
  );
});
