import { randomUUID } from 'node:crypto';
import { type DataSource, type EntityManager } from 'typeorm';
import { newId, NO_PLAYER } from '../../src/application/ids';
import { ok, type Request } from '../../src/application/request';
import { runOnce } from '../../src/application/run-once';
import { createDataSource } from '../../src/database/data-source';
import { entities } from '../../src/persistence/entities';
import { Moved } from '../../src/persistence/transaction';
import { startTestApp, type TestApp } from '../http/test-app';
import { type OperatorClient, operatorClient } from '../players/operator-client';

let app: TestApp;
let operator: OperatorClient;

beforeAll(async () => {
  app = await startTestApp([], { rateLimitBurst: 100_000 });
  operator = await operatorClient(app);
});

afterAll(() => app.close());

const wallet = (playerId: string): string => `/v1/players/${playerId}/wallets/EUR`;

async function balanceAndEntries(playerId: string): Promise<readonly [unknown, number]> {
  const { body } = await operator.send('get', `/v1/players/${playerId}/wallets`);
  const [row] = await app.dataSource.query<{ count: number }[]>(
    `SELECT count(*) FROM transfers JOIN players USING (player_key) WHERE player_id = $1`,
    [playerId],
  );
  return [(body as { items: { balance: number }[] }).items[0]?.balance, row.count];
}

describe('at the same time', () => {
  test('50 equal deposits under keys of their own have one effect and one answer', async () => {
    const body = { transactionId: 'same', amount: 700 };
    const calls = Array.from({ length: 50 }, () =>
      operator.send('post', `${wallet('alice')}/deposits`, body),
    );
    const answers = await Promise.all(calls);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => !('idempotency-replayed' in headers))).toHaveLength(1);
    expect(await balanceAndEntries('alice')).toEqual([700, 1]);
  });

  test('50 equal deposits under one key have one effect and one answer', async () => {
    const key = randomUUID();
    const body = { transactionId: 'same key', amount: 700 };
    const calls = Array.from({ length: 50 }, () =>
      operator.send('post', `${wallet('bob')}/deposits`, body, key),
    );
    const answers = await Promise.all(calls);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers.filter(({ headers }) => !('idempotency-replayed' in headers))).toHaveLength(1);
    expect(await balanceAndEntries('bob')).toEqual([700, 1]);
  });

  test('of 200 withdrawals of 1 against 50, exactly 50 succeed', async () => {
    await operator.deposit('carol', 50);
    const calls = Array.from({ length: 200 }, () =>
      operator.send('post', `${wallet('carol')}/withdrawals`, { transactionId: randomUUID(), amount: 1 }),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(50);
    expect(statuses.filter((status) => status === 402)).toHaveLength(150);
    expect(await balanceAndEntries('carol')).toEqual([0, 51]);
  });

  test('20 equal withdrawals of all there is are one withdrawal, which everybody is told of', async () => {
    await operator.deposit('erin', 50);
    const body = { transactionId: 'all', amount: 50 };
    const calls = Array.from({ length: 20 }, () =>
      operator.send('post', `${wallet('erin')}/withdrawals`, body),
    );
    const answers = await Promise.all(calls);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0].status).toBe(201);
    expect(await balanceAndEntries('erin')).toEqual([0, 2]);
  });

  test('of ten players who use one transaction id, one gets the money', async () => {
    const players = Array.from({ length: 10 }, (_, index) => `dave-${index}`);
    const answers = await Promise.all(
      players.map((playerId) =>
        operator.send('post', `${wallet(playerId)}/deposits`, { transactionId: 'contested', amount: 10 }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array<number>(9).fill(409)]);
    const rows = await app.dataSource.query<object[]>(
      `SELECT balance, entry_count FROM wallets JOIN players USING (player_key) WHERE player_id LIKE 'dave-%'`,
    );
    expect(rows).toEqual([{ balance: 10, entry_count: 1 }]);
  });
});

describe('a decision', () => {
  const request = (key: string | null): Request => ({
    caller: { operatorId: operator.operatorId, keyId: null, sessionId: null, scopes: [], actorName: null },
    requestId: 'a request',
    now: app.clock.now,
    idempotency: key === null ? null : { key, requestHash: Buffer.from('what was asked') },
  });

  test('whose ground has moved is made again, and given up after a few attempts', async () => {
    let attempts = 0;
    const work = (failures: number) => () => {
      attempts += 1;
      if (attempts <= failures) throw new Moved('a test');
      return Promise.resolve(ok({ attempts }));
    };
    expect(await runOnce(app.dataSource, request('twice'), NO_PLAYER, work(2))).toMatchObject({
      body: { attempts: 3 },
    });
    expect(await runOnce(app.dataSource, request('twice'), NO_PLAYER, work(0))).toMatchObject({
      body: { attempts: 3 },
      replayed: true,
    });
    attempts = 0;
    const lost = await runOnce(app.dataSource, request('lost'), NO_PLAYER, work(1000));
    expect([lost, attempts]).toMatchObject([{ refused: 'too_many_conflicts' }, 5]);
    expect(await runOnce(app.dataSource, request('lost'), NO_PLAYER, work(0))).toMatchObject({
      replayed: false,
    });
  });

  test('that deadlocks with another is made again', async () => {
    const [one, other] = [newId(NO_PLAYER, app.clock.now), newId(NO_PLAYER, app.clock.now)];
    const lock = (tx: EntityManager, name: string): Promise<unknown> =>
      tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
    let attempts = 0;
    let arrived = 0;
    const work = (first: string, second: string) => async (tx: EntityManager) => {
      attempts += 1;
      await lock(tx, first);
      arrived += 1;
      while (arrived < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      await lock(tx, second);
      return ok({ first });
    };
    const answers = await Promise.all([
      runOnce(app.dataSource, request(null), NO_PLAYER, work(one, other)),
      runOnce(app.dataSource, request(null), NO_PLAYER, work(other, one)),
    ]);
    expect(answers).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(attempts).toBe(3);
  });

  test('that is refused leaves nothing of its work; one refused by the state is refused again', async () => {
    const work = (refused: 'round_open' | 'not_found') => async (tx: EntityManager) => {
      await tx.query(`INSERT INTO server_secrets (name, value) VALUES ($1, '')`, [refused]);
      return { refused, detail: 'A test.' };
    };
    const done = () => Promise.resolve(ok({}));
    await runOnce(app.dataSource, request('by state'), NO_PLAYER, work('round_open'));
    await runOnce(app.dataSource, request('by absence'), NO_PLAYER, work('not_found'));
    expect(
      await app.dataSource.query(`SELECT FROM server_secrets WHERE name IN ('round_open', 'not_found')`),
    ).toEqual([]);
    expect(await runOnce(app.dataSource, request('by state'), NO_PLAYER, done)).toEqual({
      refused: 'round_open',
      detail: 'A test.',
      replayOf: 'a request',
    });
    expect(await runOnce(app.dataSource, request('by absence'), NO_PLAYER, done)).toMatchObject({
      status: 200,
    });
  });

  describe('under a key whose first request is still running', () => {
    let impatient: DataSource;

    beforeAll(async () => {
      const { options } = app.dataSource;
      if (options.type !== 'postgres') throw new Error('the database is PostgreSQL');
      impatient = createDataSource(String(options.url), 2, entities);
      impatient.setOptions({ extra: { ...(options.extra as object), lock_timeout: 100 } });
      await impatient.initialize();
    });

    afterAll(() => impatient.destroy());

    test('is refused as in progress, and answered once the first is through', async () => {
      let finish = (): void => undefined;
      const finished = new Promise<void>((resolve) => (finish = resolve));
      let started = (): void => undefined;
      const running = new Promise<void>((resolve) => (started = resolve));
      const first = runOnce(app.dataSource, request('slow'), NO_PLAYER, async () => {
        started();
        await finished;
        return ok({ by: 'the first' });
      });
      await running;
      const again = () =>
        runOnce(impatient, request('slow'), NO_PLAYER, () => Promise.resolve(ok({ by: 'the second' })));
      expect(await again()).toMatchObject({ refused: 'idempotency_in_progress' });
      finish();
      expect(await first).toMatchObject({ body: { by: 'the first' }, replayed: false });
      expect(await again()).toMatchObject({ body: { by: 'the first' }, replayed: true });
    });
  });
});
