import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Pool, type PoolConfig } from 'pg';
import { Casino, type Problem, type Reply } from '../support/casino';
import { Wire } from '../support/wire';

let casino: Casino;
let wire: Wire;
let sessionId: string;

beforeAll(async () => {
  casino = await Casino.open(
    {},
    {
      reachedAt: async (url) => {
        wire = new Wire(new URL(url));
        return (await wire.mend()).href;
      },
    },
  );
  sessionId = (await casino.openSession({ gameId: 'american-blackjack', mode: 'demo' })).id;
});
afterEach(() => reconnect(AS_SERVED));
afterAll(async () => {
  await casino.close();
  await wire.cut();
});

type Limits = Pick<PoolConfig, 'query_timeout' | 'lock_timeout' | 'statement_timeout'>;

const AS_SERVED = { query_timeout: 20_000, lock_timeout: 10_000, statement_timeout: 15_000 };

/** Replaces the connections by some that wait for less, as long as the database gets for one request. */
async function reconnect(limits: Limits): Promise<void> {
  const pool = (casino.app.dataSource.driver as unknown as { master: Pool }).master;
  Object.assign(pool.options, limits);
  await wire.cut();
  await wire.mend();
  while (pool.totalCount > 0) await sleep(5);
}

/** Does the work while somebody else has locked all rounds. */
async function whileRoundsAreLocked<T>(work: () => Promise<T>): Promise<T> {
  const { url } = casino.app.dataSource.options as { url: string };
  const locker = new Client({ connectionString: url });
  await locker.connect();
  try {
    await locker.query('BEGIN; LOCK TABLE rounds IN ACCESS EXCLUSIVE MODE');
    return await work();
  } finally {
    await locker.end();
  }
}

function told({ status, body, headers }: Reply<Problem & { retryable: boolean }>): unknown[] {
  return [status, body.code, body.retryable, headers.get('retry-after'), body.detail];
}

const deal = (idempotencyKey: string): Promise<Reply<Problem & { retryable: boolean; id: string }>> =>
  casino.deal(sessionId, { boxes: [{ box: 1, stake: 100 }] }, { idempotencyKey });

test('a database that falls silent: the deal may be sent again, and is done once', async () => {
  await reconnect({ query_timeout: 2000 });
  expect((await casino.get('/v1/currencies')).status).toBe(200);
  wire.silence();
  expect(told(await deal('one-deal'))).toEqual([
    503,
    'unavailable',
    true,
    '1',
    'The database did not answer in time: whether anything was done is not known. Under the same Idempotency-Key it is done once.',
  ]);
  await reconnect(AS_SERVED);
  const again = await deal('one-deal');
  expect(again.status).toBe(201);
  expect((await deal('one-deal')).body.id).toBe(again.body.id);
});

test('in a transaction the silence is waited for once, and the connection is used no more', async () => {
  await reconnect({ query_timeout: 4000 });
  await casino.get('/v1/currencies');
  const deposit = () =>
    casino.post<Problem>(
      '/v1/players/alice/wallets/EUR/deposits',
      { transactionId: 'one-deposit', amount: 100 },
      { idempotencyKey: 'one-deposit' },
    );
  // The credentials are read on the same connection first, and would be what is waited for.
  const pool = (casino.app.dataSource.driver as unknown as { master: Pool }).master;
  pool.once('release', () => wire.silence());
  const startedAt = performance.now();
  expect(await deposit()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(performance.now() - startedAt).toBeLessThan(7900);
  await reconnect(AS_SERVED);
  expect(await deposit()).toMatchObject({ status: 201 });
});

test.each([
  [
    'a read that waits for a lock in vain may be tried again',
    { lock_timeout: 200 },
    'Something that this needs is locked for longer than a request may wait.',
  ],
  [
    'a search that takes too long is told how to be shorter',
    { statement_timeout: 200 },
    'The database may not work for that long on one request. A list takes less between a narrower `from` and `to`, or for one player.',
  ],
])('%s', async (_what, limits, detail) => {
  await reconnect(limits);
  const reply = await whileRoundsAreLocked(() => casino.get<Problem & { retryable: boolean }>('/v1/rounds'));
  expect(told(reply)).toEqual([503, 'unavailable', true, '1', detail]);
});
