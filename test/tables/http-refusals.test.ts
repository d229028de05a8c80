import type { TableBody } from '../../src/application/tables/table-body';
import { Casino, type OpenSession, type Problem, type Reply } from '../support/casino';
import { type BetBody, HttpTable } from './http-table';

/** What a player cannot do at a table, in the problems that he gets; none of it changes anything. */
let casino: Casino;
let table: HttpTable;
let ann: OpenSession;
let ben: OpenSession;

beforeAll(async () => {
  casino = await Casino.open();
});

/** Ann sits on seat 1 with 1000; Ben watches. */
beforeEach(async () => {
  table = await HttpTable.open(casino);
  [ann, ben] = [await table.session(), await table.session()];
  await table.bet({ sessionId: ann.id, seat: 1, amount: 1000 });
});

afterAll(() => casino.close());

async function unchanged<Body>(call: () => Promise<Reply<Body>>): Promise<Reply<Body>> {
  const look = (): Promise<TableBody[]> => Promise.all([table.state(ann.id), table.state(ben.id)]);
  const before = await look();
  const reply = await call();
  expect(await look()).toEqual(before);
  return reply;
}

describe('a bet that is refused', () => {
  const refused = async (who: () => OpenSession, bet: BetBody, status: number, problem: object) => {
    const reply = await unchanged(() => table.bet<Problem>({ sessionId: who().id, ...bet }));
    expect([reply.status, reply.body]).toMatchObject([status, problem]);
  };

  test('DX-04: on a seat that somebody else has taken meanwhile', () =>
    refused(() => ben, { seat: 1, amount: 1000 }, 409, { code: 'seat_taken', retryable: false }));

  test('DX-04: on a third seat', async () => {
    await table.bet({ sessionId: ann.id, seat: 2, amount: 1000 });
    await refused(() => ann, { seat: 3, amount: 1000 }, 409, { code: 'too_many_seats' });
  });

  test('DX-06: behind oneself', () =>
    refused(() => ann, { seat: 1, kind: 'behind', amount: 1000 }, 409, { code: 'own_seat' }));

  test('DX-06: behind an empty seat', () =>
    refused(() => ben, { seat: 4, kind: 'behind', amount: 1000 }, 409, { code: 'seat_empty' }));

  test('DX-07: on the pair of an empty seat', () =>
    refused(() => ben, { seat: 4, kind: 'pairs', amount: 100 }, 409, { code: 'seat_empty' }));

  test('DX-05: on a second seat, of another amount', () =>
    refused(() => ann, { seat: 2, amount: 500 }, 409, {
      code: 'unequal_seat_bets',
      bounds: { min: 1000, max: 1000 },
    }));

  test.each([
    [
      { seat: 2, amount: 50 },
      { min: 100, max: 20_000, step: 100 },
    ],
    [
      { seat: 2, amount: 20_100 },
      { min: 100, max: 20_000, step: 100 },
    ],
    [
      { seat: 2, amount: 150 },
      { min: 100, max: 20_000, step: 100 },
    ],
    [
      { seat: 1, kind: 'pairs', amount: 2100 },
      { min: 100, max: 2000, step: 100 },
    ],
  ])('C-14: %j is out of the limits %j', (bet, bounds) =>
    refused(() => ben, bet, 400, { code: 'amount_out_of_bounds', bounds }),
  );

  test('C-14: over what is left up to the limit', () =>
    refused(() => ann, { seat: 1, amount: 19_100 }, 400, {
      code: 'amount_out_of_bounds',
      bounds: { min: 100, max: 19_000, step: 100 },
    }));

  test('beyond the balance', async () => {
    const poor = await table.session({ balance: 900 });
    await refused(() => poor, { seat: 2, amount: 1000 }, 402, {
      code: 'insufficient_funds',
      balance: 900,
      price: 1000,
    });
  });

  test('on a seat that the table has not', async () => {
    await refused(() => ben, { seat: 8, amount: 1000 }, 404, { code: 'not_found' });
  });

  test('DX-08: of play money on a seat; behind somebody it is taken', async () => {
    const demo = await table.session({ mode: 'demo' });
    await refused(() => demo, { seat: 2, amount: 1000 }, 409, { code: 'seat_needs_real_money' });
    const behind = await table.bet({ sessionId: demo.id, seat: 1, kind: 'behind', amount: 1000 });
    expect([behind.status, behind.body.cost]).toEqual([200, 1000]);
  });

  test('outside the countdown, in a pause, and at a closed table', async () => {
    const bet = { seat: 2, amount: 1000 };
    await table.cards('Th', '6s', '6c', 'Td');
    await table.advance();
    await refused(() => ben, bet, 409, { code: 'betting_closed', retryable: true });
    const back = await unchanged(() => table.takeBack<Problem>(`?sessionId=${ann.id}`));
    expect([back.status, back.body.code]).toEqual([409, 'betting_closed']);
    await table.pause();
    await refused(() => ben, bet, 409, { code: 'table_paused', retryable: true });
    await table.resume();
    await table.advance();
    await table.call('PATCH', '', { status: 'closed' });
    await table.advance();
    await refused(() => ben, bet, 409, { code: 'table_closed', retryable: false });
  });

  test('in a closed session, which still plays its round to the end', async () => {
    await table.cards('Th', '6s', '6c', 'Td', '5d', '9c');
    await table.advance();
    await casino.call('DELETE', `/v1/sessions/${ann.id}`);
    expect((await table.act({ sessionId: ann.id, type: 'hit', hand: '1.1' })).status).toBe(200);
    await table.advance();
    await refused(() => ann, { seat: 1, amount: 1000 }, 409, { code: 'session_closed' });
  });

  test.each([
    [{ seat: 0, amount: 1000 }, 'seat'],
    [{ seat: '1', amount: 1000 }, 'seat'],
    [{ seat: 2, amount: 10.5 }, 'amount'],
    [{ seat: 2, amount: 1000, kind: 'side' }, 'kind'],
    [{ seat: 2 }, 'amount'],
    [{ seat: 2, amount: 1000, sessionId: undefined }, 'sessionId'],
    [{ seat: 2, amount: 1000, stake: 5 }, 'stake'],
  ])('%j is malformed at %s', async (bet, path) => {
    const reply = await unchanged(() => table.bet<Problem>({ sessionId: ben.id, ...bet }));
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_request']);
    expect(reply.body.errors?.map((error) => error.path)).toEqual([path]);
  });
});

describe('bets and seats that are somebody else’s, or not there', () => {
  test('nothing can be taken back where nothing was placed', async () => {
    const reply = await unchanged(() => table.takeBack<Problem>(`?sessionId=${ben.id}`));
    expect([reply.status, reply.body.code]).toEqual([409, 'nothing_to_take_back']);
    const kind = await unchanged(() => table.takeBack<Problem>(`?sessionId=${ann.id}&kind=pairs`));
    expect([kind.status, kind.body.code]).toEqual([409, 'nothing_to_take_back']);
  });

  test.each([
    ['?sessionId=ID&seat=x', 'query.seat'],
    ['?sessionId=ID&kind=side', 'query.kind'],
    ['?sessionId=ID&amount=5', 'query.amount'],
    ['', 'query.sessionId'],
  ])('DELETE bets%s is malformed at %s', async (query, path) => {
    const reply = await unchanged(() => table.takeBack<Problem>(query.replace('ID', ann.id)));
    expect([reply.status, reply.body.errors?.[0].path]).toEqual([400, path]);
  });

  test('a seat is left by who sits there', async () => {
    const strangers = await unchanged(() => table.leave<Problem>(1, `?sessionId=${ben.id}`));
    expect([strangers.status, strangers.body.code]).toEqual([409, 'not_your_seat']);
    for (const seat of ['8', '0', 'x']) {
      const reply = await unchanged(() => table.leave<Problem>(seat, `?sessionId=${ann.id}`));
      expect([seat, reply.status, reply.body.code]).toEqual([seat, 404, 'not_found']);
    }
    const nobody = await unchanged(() => table.leave<Problem>(1));
    expect([nobody.status, nobody.body.errors?.[0].path]).toEqual([400, 'query.sessionId']);
    const left = await table.leave(1, `?sessionId=${ann.id}`);
    expect([left.status, left.body]).toMatchObject([200, { seats: [], cost: 0 }]);
  });
});

describe('an action that is refused', () => {
  const sent = (who: OpenSession, action: object) =>
    unchanged(() => table.act<Problem>({ sessionId: who.id, ...action }));

  beforeEach(async () => {
    await table.bet({ sessionId: ben.id, seat: 1, kind: 'behind', amount: 500 });
    await table.cards('Th', '6s', '6c', 'Td', '5d', '9c');
    await table.advance();
  });

  test('on somebody else’s hand', async () => {
    expect(await sent(ben, { type: 'stand', hand: '1.1' })).toMatchObject({
      status: 409,
      body: { code: 'action_not_allowed' },
    });
  });

  test('DX-20: insurance that is not offered', async () => {
    expect(await sent(ann, { type: 'insurance', hand: '1.1', accept: true })).toMatchObject({
      status: 409,
      body: { code: 'action_not_allowed' },
    });
  });

  test('DX-22, DX-23: following one’s own hand, or a split that cannot come', async () => {
    for (const [who, type] of [
      [ann, 'follow-double'],
      [ben, 'follow-split'],
    ] as const) {
      const reply = await sent(who, { type, hand: '1.1', accept: true });
      expect([type, reply.status, reply.body.code]).toEqual([type, 409, 'action_not_allowed']);
    }
  });

  test.each(['stand-all', 'split'])('%s, which is not legal here', async (type) => {
    const action = type === 'split' ? { type, hand: '1.1' } : { type };
    expect(await sent(ann, action)).toMatchObject({ status: 409, body: { code: 'action_not_allowed' } });
  });

  test('on a hand that is not there', async () => {
    expect(await sent(ann, { type: 'stand', hand: '2.1' })).toMatchObject({
      status: 404,
      body: { code: 'hand_not_found' },
    });
  });

  test('DX-16: a double that the balance does not carry', async () => {
    const rich = await HttpTable.open(casino);
    const { id: sessionId } = await rich.session({ balance: 1500 });
    await rich.bet({ sessionId, seat: 1, amount: 1000 });
    await rich.cards('5h', '6s', '6c', 'Td', '5d');
    await rich.advance();
    const reply = await rich.act<Problem>({ sessionId, type: 'double', hand: '1.1' });
    expect([reply.status, reply.body]).toMatchObject([
      402,
      { code: 'insufficient_funds', balance: 500, price: 1000 },
    ]);
  });

  test('before the deal', async () => {
    const fresh = await HttpTable.open(casino);
    const { id: sessionId } = await fresh.session();
    const reply = await fresh.act<Problem>({ sessionId, type: 'stand', hand: '1.1' });
    expect([reply.status, reply.body.code]).toEqual([409, 'action_not_allowed']);
  });

  test.each([
    [{ type: 'stand' }, 'hand'],
    [{ type: 'follow-double', hand: '1.1' }, 'accept'],
    [{ type: 'stand', hand: '1.1', accept: true }, 'accept'],
    [{ type: 'follow-split', hand: '1.1', accept: true, amount: 5 }, 'amount'],
    [{ type: 'dance', hand: '1.1' }, 'type'],
    [{ type: 'stand', hand: 'one' }, 'hand'],
    [{ type: 'stand', hand: '1.1', expectedVersion: -1 }, 'expectedVersion'],
    [{ type: 'stand', hand: '1.1', sessionId: undefined }, 'sessionId'],
  ])('%j is malformed at %s', async (action, path) => {
    const reply = await sent(ann, action);
    expect([reply.status, reply.body.errors?.map((error) => error.path)]).toEqual([400, [path]]);
  });
});

describe('what only test tables have', () => {
  test.each([
    ['/cards', { cards: ['As'] }],
    ['/advance', undefined],
  ])('%s at a table of real money is 403', async (path, body) => {
    const real = await HttpTable.open(casino, { mode: 'real' });
    const reply = await real.call<Problem>('POST', path, body);
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden']);
  });

  test.each([
    [['As', 'joker'], 'cards[1]'],
    [Array.from({ length: 9 }, () => 'As'), 'cards'],
    ['As', 'cards'],
    [[1], 'cards'],
  ])('cards %j are refused at %s', async (cards, path) => {
    const reply = await unchanged(() => table.call<Problem>('POST', '/cards', { cards }));
    expect([reply.status, reply.body.errors?.[0].path]).toEqual([400, path]);
  });

  test('are not advanced while they are paused, or closed', async () => {
    await table.pause();
    const paused = await unchanged(() => table.call<Problem>('POST', '/advance'));
    expect([paused.status, paused.body.code]).toEqual([409, 'table_paused']);
    await table.call('PATCH', '', { status: 'closed' });
    for (const [path, body] of [
      ['/advance', undefined],
      ['/cards', { cards: ['As'] }],
      ['/pause', { reason: 'test' }],
      ['/resume', { reason: 'test' }],
    ] as const) {
      const reply = await unchanged(() => table.call<Problem>('POST', path, body));
      expect([path, reply.status, reply.body.code]).toEqual([path, 409, 'table_closed']);
    }
  });

  test('are not opened where test mode is off', async () => {
    const closed = await Casino.open({ testMode: false });
    const wanted = { gameId: 'blackjack-deluxe', currency: 'EUR', mode: 'test' };
    const reply = await closed.post<Problem>('/v1/tables', wanted);
    expect([reply.status, reply.body.code]).toEqual([403, 'test_mode_off']);
    await closed.close();
  });
});
