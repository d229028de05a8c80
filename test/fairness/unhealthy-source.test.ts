import { createHash } from 'node:crypto';
import type { TableBody } from '../../src/application/tables/table-body';
import { RandomSource } from '../../src/randomness/random-source';
import { Casino, type Problem } from '../support/casino';
import { waitUntil } from '../support/child';
import { HttpTable } from '../tables/http-table';

/** Sound until it is broken; then it gives the same byte for ever. */
let broken = false;
let seeds = 0;
const source = new RandomSource((bytes) => {
  seeds += 1;
  return broken ? Buffer.alloc(bytes, 1) : createHash('sha256').update(`${seeds}`).digest();
});
let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open({}, { randomSource: source });
});
afterEach(() => (broken = false));
afterAll(() => casino.close());

/** What /metrics says of the source. */
async function measured(): Promise<{ healthy: number; failures: number }> {
  const { text } = await casino.get('/metrics');
  const of = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return { healthy: of('randomness_healthy'), failures: of('randomness_failures_total') };
}

test('a shared table deals nothing, keeps the bets, takes them back, and deals when the source has healed', async () => {
  const table = await HttpTable.open(casino);
  const [ann, ben] = [await table.session(), await table.session()];
  await table.bet({ sessionId: ann.id, seat: 1, amount: 1000 });
  const { roundId } = await table.state();
  broken = true;
  const refused = await table.call<Problem>('POST', '/advance');
  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(refused.headers.get('retry-after')).not.toBeNull();
  expect(await table.state(ann.id)).toMatchObject({ status: 'betting', roundId });
  const dealt = await casino.app.dataSource.query<unknown[]>('SELECT FROM table_rounds');
  expect(dealt).toEqual([]);

  // Bets are as good as before: they can still be placed, and cost nothing before the deal.
  expect((await table.bet({ sessionId: ben.id, seat: 2, amount: 1000 })).status).toBe(200);
  expect((await table.takeBack(`?sessionId=${ben.id}`)).status).toBe(200);
  const opened = await casino.post<Problem>('/v1/tables', {
    gameId: 'blackjack-deluxe',
    currency: 'EUR',
    mode: 'test',
  });
  expect(opened).toMatchObject({ status: 503, body: { code: 'unavailable' } });

  broken = false;
  const healed = await table.call<TableBody>('POST', '/advance');
  expect(healed).toMatchObject({ status: 200, body: { roundId } });
  expect(healed.body.status).not.toBe('betting');
});

test('a round that is open is played to its end: its seed was made before', async () => {
  const { id } = await casino.openSession({ gameId: 'blackjack-switch' });
  const cards = ['9c', '8c', '6d', '7s', 'Th'];
  const { body: round } = await casino.deal(id, { boxes: [{ box: 1, stake: 100 }], cards });
  broken = true;
  expect((await casino.act(round.id, { type: 'stand-all' })).body.status).toBe('settled');
  expect((await casino.deal<Problem>(id, { boxes: [{ box: 1, stake: 100 }] })).status).toBe(503);
});

test('/metrics says so, whether anybody plays or not; the server stays ready for all that needs no new seed', async () => {
  const before = await measured();
  expect(before.healthy).toBe(1);
  broken = true;
  expect(await measured()).toEqual({ healthy: 0, failures: before.failures + 1 });
  await waitUntil(async () => (await casino.get('/health/ready')).status === 200);
  broken = false;
  expect(await measured()).toEqual({ healthy: 1, failures: before.failures + 1 });
});
