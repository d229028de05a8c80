import type { Pool } from 'pg';
import { Casino, type Problem, type Reply } from '../support/casino';

let casino: Casino;
let session: string;

beforeEach(async () => {
  casino = await Casino.open();
  ({ id: session } = await casino.openSession({ gameId: 'american-blackjack' }));
  await casino.app.dataSource.query('UPDATE operators SET requires_signature = TRUE');
});
afterEach(() => casino.close());

const DEAL = { boxes: [{ box: 1, stake: 1000 }], cards: ['Ac', '6d', 'Ks', 'Th'] };
const deal = (): Promise<Reply<Problem>> => casino.deal<Problem>(session, DEAL);
const UNSIGNED = { status: 401, body: { code: 'signature_required' } };

function pass(ms: number): void {
  casino.app.clock.now = new Date(casino.app.clock.now.getTime() + ms);
}

/** Until nothing is asked of the database behind a request that is answered already. */
async function looked(): Promise<void> {
  const pool = (casino.app.dataSource.driver as unknown as { master: Pool }).master;
  while (pool.idleCount < pool.totalCount) await new Promise(setImmediate);
}

/** What docs/signing.md says of the moment at which an operator begins to demand signatures. */
test('everything but deals and actions is refused at once', async () => {
  expect(await casino.get('/v1/currencies')).toMatchObject(UNSIGNED);
  expect(await casino.post(`/v1/rounds/${session}/cancel`, { reason: 'test' })).toMatchObject(UNSIGNED);
  expect(await deal()).toMatchObject(UNSIGNED);
});

test('a key in use deals unsigned for five seconds, and once more', async () => {
  pass(4999);
  expect((await deal()).status).toBe(201);
  pass(1);
  expect((await deal()).status).toBe(201);
  await looked();
  expect(await deal()).toMatchObject(UNSIGNED);
});

test('a key that was not in use meanwhile deals unsigned once within a minute, and not after it', async () => {
  pass(59_999);
  expect((await deal()).status).toBe(201);
  await looked();
  expect(await deal()).toMatchObject(UNSIGNED);
});

test('after a minute it deals nothing unsigned', async () => {
  pass(60_000);
  expect(await deal()).toMatchObject(UNSIGNED);
});
