import { randomUUID } from 'node:crypto';
import type { Suspension } from '../../src/application/compliance/suspension-body';
import { sealRecords } from '../../src/application/records/seal-records';
import { listSuspended } from '../../src/persistence/compliance/holds';
import { ConfigurationChangeRow } from '../../src/persistence/records/entities';
import { playerKeyOf } from '../../src/application/ids';
import { verify } from '../records/lab';
import { Casino, type Problem } from '../support/casino';
import { HttpTable } from '../tables/http-table';
import { command, GAME, lift, openSession, sessionOf, SIXTEEN, suspend } from './house';

let casino: Casino;
let neighbour: Casino;

beforeAll(async () => {
  casino = await Casino.open();
  neighbour = await Casino.at(casino.app);
});
afterAll(() => casino.close());

interface List {
  readonly items: readonly Suspension[];
  readonly nextCursor: string | null;
}

const list = async (query = '', house = casino): Promise<readonly Suspension[]> =>
  (await house.get<List>(`/v1/suspensions${query}`)).body.items;

/** How each kind of thing is suspended and released, and whether the neighbour's player is bound as well. */
const WAYS = [
  ['everything', true, ['suspend', 'everything']],
  ['operator', false, ['suspend', 'operator', 'operator-1']],
  ['game', true, ['suspend', 'game', GAME]],
  ['game', false, ['suspend', 'game', GAME, '--operator', 'operator-1']],
  ['player', false, ['suspend', 'player', 'alice', '--operator', 'operator-1']],
  ['operator', false, { scope: 'operator' }],
  ['game', false, { scope: 'game', gameId: GAME }],
  ['player', false, { scope: 'player', playerId: 'alice' }],
] as const;

describe.each(WAYS)('%s suspended (for all: %s) by %j', (scope, forAll, how) => {
  let release: () => Promise<unknown>;
  let open: string;
  let idle: string;
  let nextDoor: string;

  beforeAll(async () => {
    // A player with a round that is open, his other session, and a player of the same name next door.
    [open, idle] = [await sessionOf(casino, 'alice'), await sessionOf(casino, 'alice')];
    nextDoor = await sessionOf(neighbour, 'alice');
    await casino.deposit('alice', 1000);
    expect((await casino.deal(open, SIXTEEN)).status).toBe(201);
    if ('scope' in how) {
      const suspension = await suspend(casino, how);
      release = () => lift(casino, suspension);
    } else {
      const [line] = await command(casino, [...how, '--reason', 'fault', '--note', 'a secret of the house']);
      release = () => command(casino, ['lift', line.split(' ')[0], '--reason', 'mended']);
    }
  });

  test('nothing is dealt, and the refusal says what is suspended and not why', async () => {
    const options = { idempotencyKey: randomUUID() };
    const refused = await casino.deal<Problem>(idle, SIXTEEN, options);
    expect(refused).toMatchObject({ status: 409, body: { code: 'suspended', scope, retryable: false } });
    expect(refused.text).not.toMatch(/under_review|fault|secret/);
    expect((await casino.deal(idle, { rebet: true })).body).toMatchObject({ code: 'suspended' });
    const again = await casino.deal(idle, SIXTEEN, options);
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([refused.text, 'true']);
  });

  test('in no mode', async () => {
    for (const mode of ['real', 'demo', 'test']) {
      const refused = await openSession(casino, 'alice', { mode, currency: 'USD' });
      expect([mode, refused.status, refused.body.code]).toEqual([mode, 409, 'suspended']);
    }
  });

  test('a session is opened only where the player has a round to finish', async () => {
    const other = await openSession(casino, 'alice', { currency: 'USD' });
    expect(other).toMatchObject({ status: 409, body: { code: 'suspended', scope } });
    const finishing = await openSession(casino, 'alice');
    expect(finishing).toMatchObject({ status: 201, body: { openRound: { sessionId: open } } });
    expect((await casino.deal(finishing.body.id, SIXTEEN)).body).toMatchObject({ code: 'suspended' });
  });

  test('whoever is not meant plays on', async () => {
    const dealt = await neighbour.deal(nextDoor, SIXTEEN);
    expect(dealt.status).toBe(forAll ? 409 : 201);
    const bystander = { everything: 409, operator: 409, game: 409, player: 201 }[scope];
    expect((await openSession(casino, randomUUID())).status).toBe(bystander);
    const elsewhere = { everything: 409, operator: 409, game: 201, player: 409 }[scope];
    expect((await openSession(casino, 'alice', { gameId: 'infinite-blackjack' })).status).toBe(elsewhere);
  });

  test('sessions stay readable, open rounds are played and cancelled, money is taken out', async () => {
    const session = await casino.get<{ openRound: { id: string } }>(`/v1/sessions/${open}`);
    expect(session.status).toBe(200);
    const { id } = session.body.openRound;
    expect((await casino.act(id, { type: 'hit', hand: '1.1' })).status).toBe(200);
    expect((await casino.act(id, { type: 'stand', hand: '1.1' })).body.status).toBe('settled');
    expect((await casino.cancel(id, { reason: 'test' })).status).toBe(200);
    const withdrawal = { transactionId: randomUUID(), amount: 1000 };
    expect((await casino.post('/v1/players/alice/wallets/EUR/withdrawals', withdrawal)).status).toBe(201);
  });

  test('lifted, it is played again', async () => {
    await release();
    const dealt = await casino.deal(idle, SIXTEEN);
    expect(dealt.status).toBe(201);
    await casino.act(dealt.body.id, { type: 'stand-all' });
    expect((await openSession(casino, 'alice')).status).toBe(201);
    expect(await list('?status=active')).toEqual([]);
  });
});

test('of two suspensions of one thing, both have to be lifted', async () => {
  const id = await sessionOf(casino);
  const [one, other] = [
    await suspend(casino, { scope: 'game', gameId: GAME }),
    await suspend(casino, { scope: 'operator' }),
  ];
  await lift(casino, other);
  expect((await casino.deal(id, SIXTEEN)).body).toMatchObject({ code: 'suspended', scope: 'game' });
  await lift(casino, one);
  expect((await casino.deal(id, SIXTEEN)).status).toBe(201);
});

test('a session that the operator’s own id names is given again', async () => {
  const external = { externalSessionId: randomUUID() };
  const id = await sessionOf(casino, 'erin', external);
  const suspension = await suspend(casino, { scope: 'player', playerId: 'erin' });
  expect(await openSession(casino, 'erin', external)).toMatchObject({ status: 200, body: { id } });
  await lift(casino, suspension);
});

test('a player who is not known yet can be suspended; his name is in no log', async () => {
  const playerId = `excluded-${randomUUID()}`;
  const suspension = await suspend(casino, { scope: 'player', playerId });
  expect((await openSession(casino, playerId)).body.code).toBe('suspended');
  expect(await list(`?playerId=${playerId}`)).toEqual([suspension]);
  const log = await casino.app.dataSource.manager.find(ConfigurationChangeRow, {
    where: { subjectKey: suspension.id },
  });
  expect(JSON.stringify(log)).not.toContain(playerId);
  await lift(casino, suspension);
});

describe('the record', () => {
  test('who, why and when, of the suspension and of its lifting', async () => {
    const headers = { 'x-actor-name': 'Ada L.', 'x-request-id': 'suspend-1' };
    const note = 'Ticket 4711.';
    const suspension = await suspend(
      casino,
      { scope: 'game', gameId: GAME, reason: 'review', note },
      headers,
    );
    const by = { keyId: casino.keyId, keyLabel: 'test', name: 'Ada L.' };
    const suspendedAt = casino.app.clock.now.toISOString();
    const expected = { scope: 'game', gameId: GAME, tableId: null, playerId: null, issuer: 'operator' };
    expect(suspension).toEqual({
      ...expected,
      id: suspension.id,
      reason: 'review',
      note,
      by,
      requestId: 'suspend-1',
      suspendedAt,
      lifted: null,
    });
    const path = `/v1/suspensions/${suspension.id}/lift`;
    const lifting = { reason: 'mended', note: 'New release.' };
    const lifted = await casino.post<Suspension>(path, lifting, {
      headers: { 'x-actor-name': 'Bob', 'x-request-id': 'lift-1' },
    });
    expect(lifted).toMatchObject({
      status: 200,
      body: {
        ...suspension,
        lifted: { ...lifting, by: { ...by, name: 'Bob' }, requestId: 'lift-1', at: suspendedAt },
      },
    });
    const again = await casino.post<Suspension>(path, { reason: 'twice' });
    expect(again).toMatchObject({ status: 200, body: lifted.body });
    const log = await casino.app.dataSource.manager.find(ConfigurationChangeRow, {
      where: { subjectKey: suspension.id },
      order: { position: 'ASC' },
    });
    const actor = `key:${casino.keyId}`;
    expect(log).toMatchObject([
      { operation: 'INSERT', actor, requestId: 'suspend-1', before: null, after: { reason: 'review', note } },
      { operation: 'UPDATE', actor, requestId: 'lift-1', after: { lift_reason: 'mended', lift_name: 'Bob' } },
    ]);
  });

  test('is neither changed nor removed, and sealed with what binds everybody', async () => {
    const { dataSource, clock } = casino.app;
    const [line] = await command(casino, ['suspend', 'everything', '--reason', 'fire']);
    const id = line.split(' ')[0];
    await expect(dataSource.query('DELETE FROM suspensions')).rejects.toThrow(/append-only/);
    await expect(dataSource.query('TRUNCATE suspensions')).rejects.toThrow(/append-only/);
    const edit = 'UPDATE suspensions SET reason = $2 WHERE suspension_id = $1';
    await expect(dataSource.query(edit, [id, 'drill'])).rejects.toThrow(/lifted once/);
    await command(casino, ['lift', id, '--reason', 'drill_over']);
    const unlift = 'UPDATE suspensions SET lifted_at = NULL, lift_reason = NULL WHERE suspension_id = $1';
    await expect(dataSource.query(unlift, [id])).rejects.toThrow(/lifted once/);
    await sealRecords(dataSource, clock.now);
    expect(await verify(dataSource.manager)).toMatchObject({ code: 0 });
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SET LOCAL session_replication_role = replica');
    await runner.query(edit, [id, 'drill']);
    const { code, lines } = await verify(runner.manager);
    await runner.rollbackTransaction();
    await runner.release();
    expect([code, lines[0]]).toEqual([1, expect.stringContaining(`suspensions ${id} was changed`)]);
    expect(lines[0]).toContain('reason');
  });
});

describe('the list', () => {
  test('filters, and goes on page by page', async () => {
    const made: Suspension[] = [];
    for (const playerId of ['p1', 'p2', 'p3']) {
      casino.app.clock.now = new Date(casino.app.clock.now.getTime() + 1);
      made.unshift(await suspend(casino, { scope: 'player', playerId }));
    }
    const first = await casino.get<List>('/v1/suspensions?status=active&scope=player&limit=2');
    expect(first.body.items).toEqual(made.slice(0, 2));
    const cursor = first.body.nextCursor ?? '';
    const rest = await casino.get<List>(`/v1/suspensions?status=active&scope=player&cursor=${cursor}`);
    expect(rest.body).toEqual({ items: made.slice(2), nextCursor: null });
    for (const suspension of made) await lift(casino, suspension);
    expect((await list('?status=lifted&playerId=p2')).map(({ id }) => id)).toEqual([made[1].id]);
    expect(await list('?gameId=no-such-game')).toEqual([]);
    expect((await casino.get('/v1/suspensions?cursor=broken')).status).toBe(400);
  });

  test('another operator’s suspension does not exist', async () => {
    const suspension = await suspend(casino, { scope: 'player', playerId: 'p1' });
    expect(await list('', neighbour)).not.toContainEqual(expect.objectContaining({ id: suspension.id }));
    expect((await lift(neighbour, suspension)).status).toBe(404);
    expect((await lift(casino, suspension)).status).toBe(200);
  });

  test('what the installation suspends is seen by whom it binds, without its note, and lifted by it alone', async () => {
    const words = ['suspend', 'operator', 'operator-1', '--reason', 'licence', '--note', 'between us'];
    const [line] = await command(casino, words);
    const [seen] = await list('?issuer=installation&status=active');
    expect(seen).toMatchObject({ scope: 'operator', reason: 'licence', note: null, by: { name: null } });
    expect(await list('?issuer=installation&status=active', neighbour)).toEqual([]);
    expect(await lift(casino, seen)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await command(casino, ['suspensions'])).toEqual([line]);
    expect(line).toMatch(
      /operator {2}operator-1 {2}since .* by command:operator \(ada\): licence \(between us\)/,
    );
    await command(casino, ['lift', seen.id, '--reason', 'renewed']);
    expect(await command(casino, ['suspensions'])).toEqual([]);
    expect((await command(casino, ['suspensions', '--past'])).join()).toMatch(/lifted at .*: renewed/);
  });
});

test.each([
  [{ scope: 'player' }, 'playerId'],
  [{ scope: 'operator', playerId: 'x' }, 'playerId'],
  [{ scope: 'game', gameId: GAME, tableId: 'x' }, 'tableId'],
  [{ scope: 'everything' }, 'scope'],
])('%j is refused at %s', async (body, path) => {
  const refused = await casino.post<Problem>('/v1/suspensions', { reason: 'x', ...body });
  expect([refused.status, refused.body.errors?.map((error) => error.path)]).toEqual([400, [path]]);
});

test('a game that the operator has not is not found, and a key without the scope is refused', async () => {
  const body = { scope: 'game', gameId: 'no-such-game', reason: 'x' };
  expect((await casino.post('/v1/suspensions', body)).status).toBe(404);
  const { key } = await casino.app.addKey(casino.operatorId, ['play', 'history']);
  expect((await casino.post('/v1/suspensions', { scope: 'operator', reason: 'x' }, { key })).status).toBe(
    403,
  );
  expect((await casino.get('/v1/suspensions', { key })).status).toBe(403);
});

test('a table that the operator has not is not found, neither here nor by the command, and nothing is suspended', async () => {
  const { id: neighbours } = await HttpTable.open(neighbour);
  const { id: own } = await HttpTable.open(casino);
  for (const tableId of [neighbours, own.replace(/.{4}$/, 'ffff'), 't-1']) {
    const refused = await casino.post<Problem>('/v1/suspensions', { scope: 'table', tableId, reason: 'x' });
    expect([tableId, refused.status, refused.body.code]).toEqual([tableId, 404, 'not_found']);
    const words = ['suspend', 'table', tableId, '--operator', 'operator-1', '--reason', 'x'];
    await expect(command(casino, words)).rejects.toThrow(`operator-1 has no table ${tableId}.`);
  }
  expect(await list('?scope=table&status=active')).toEqual([]);
  const [line] = await command(casino, [
    'suspend',
    'table',
    own,
    '--operator',
    'operator-1',
    '--reason',
    'x',
  ]);
  const refused = await openSession(casino, 'fay', { gameId: 'blackjack-deluxe', tableId: own });
  expect(refused).toMatchObject({ status: 409, body: { code: 'suspended', scope: 'table' } });
  await command(casino, ['lift', line.split(' ')[0], '--reason', 'x']);
});

test('for a shared table: which of its players may not bet, and by which scope', async () => {
  const [ann, ben] = [await sessionOf(casino, 'ann'), await sessionOf(casino, 'ben')].map(playerKeyOf);
  const { manager } = casino.app.dataSource;
  const suspended = (tableId: string | null): Promise<Map<number, string>> =>
    listSuspended(manager, casino.operatorId, 'blackjack-deluxe', tableId, [ann, ben]);
  const tables = [await HttpTable.open(casino), await HttpTable.open(casino)];
  const [one, other] = tables.map(({ id }) => id);
  expect(await suspended(one)).toEqual(new Map());
  const player = await suspend(casino, { scope: 'player', playerId: 'ann' });
  expect(await suspended(one)).toEqual(new Map([[ann, 'player']]));
  const table = await suspend(casino, { scope: 'table', tableId: one });
  // The widest scope is named.
  expect(await suspended(one)).toEqual(
    new Map([
      [ann, 'table'],
      [ben, 'table'],
    ]),
  );
  expect(await suspended(other)).toEqual(new Map([[ann, 'player']]));
  expect(await suspended(null)).toEqual(new Map([[ann, 'player']]));
  // A private game is at no table.
  expect((await casino.deal(await sessionOf(casino), SIXTEEN)).status).toBe(201);
  for (const suspension of [player, table]) await lift(casino, suspension);
});
