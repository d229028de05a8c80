import type { Cancellation, CancellationRecord } from '../../src/application/history/cancellations';
import { Casino, type Problem } from '../support/casino';
import { allPages, BLACKJACK, pageOf, SIXTEEN } from './lists';

let casino: Casino;
let stranger: Casino;
/** Ids of the rounds in the order in which they were cancelled, and when that was. */
const cancelled: { id: string; at: string }[] = [];

function tick(): void {
  casino.app.clock.now = new Date(casino.app.clock.now.getTime() + 1000);
}

async function dealt(
  session: Record<string, unknown> & { gameId: string },
  bets: object = SIXTEEN,
): Promise<string> {
  const { id } = await casino.openSession(session);
  const { status, body, text } = await casino.deal(id, bets);
  if (status !== 201) throw new Error(text);
  tick();
  return body.id;
}

async function cancel(id: string, why: object, headers: Record<string, string> = {}): Promise<void> {
  const { status, text } = await casino.cancel(id, why, { headers });
  if (status !== 200) throw new Error(text);
  cancelled.push({ id, at: casino.app.clock.now.toISOString() });
  tick();
}

beforeAll(async () => {
  casino = await Casino.open({ sweepIntervalMs: 3_600_000 });
  stranger = await Casino.at(casino.app);
  const american = { gameId: 'american-blackjack' };
  const open = await dealt({ ...american, playerId: 'alice' });
  const settled = await dealt({ ...american, playerId: 'bob' }, BLACKJACK);
  const ace = { boxes: [{ box: 1, stake: 1000 }], cards: ['9c', 'Ad', '7s', '5h'] };
  const pounds = await dealt({ gameId: 'classic-blackjack', playerId: 'alice', currency: 'GBP' }, ace);
  // The round that was dealt first is cancelled last.
  await cancel(pounds, { reason: 'fault' });
  await cancel(settled, { reason: 'wrong_payout', note: 'Paid 3:2, agreed 6:5.' });
  await cancel(open, { reason: 'fault' }, { 'x-actor-name': 'Ada L.', 'x-request-id': 'backoffice-1' });
});

afterAll(() => casino.close());

async function listed(query: string, at: Casino = casino): Promise<number[]> {
  const { items } = await pageOf<Cancellation>(at, `/v1/cancellations?${query}`);
  return items.map(({ roundId }) => cancelled.findIndex(({ id }) => id === roundId));
}

test.each([
  ['', [2, 1, 0]],
  ['playerId=alice', [2, 0]],
  ['playerId=nobody', []],
  ['gameId=american-blackjack', [2, 1]],
  ['reason=fault', [2, 0]],
  ['reason=faul', []],
  ['currency=GBP', [0]],
  ['tableId=019b0000-0000-7000-8000-000000000001', []],
  ['reason=fault&playerId=alice&gameId=american-blackjack&currency=EUR', [2]],
])('the filter %s selects %j, the latest cancellation first', async (query, places) => {
  expect(await listed(query)).toEqual(places);
});

test('`from` is the first time that belongs to the range, `to` the first that does not', async () => {
  const [first, second, third] = cancelled.map(({ at }) => at);
  expect(await listed(`from=${first}&to=${third}`)).toEqual([1, 0]);
  expect(await listed(`from=${second}`)).toEqual([2, 1]);
  expect(await listed(`from=${second}&to=${second}`)).toEqual([]);
});

test('says who, when, why, and every amount', async () => {
  const [item] = (await pageOf<Cancellation>(casino, '/v1/cancellations?limit=1')).items;
  expect(item).toEqual({
    roundId: cancelled[2].id,
    sessionId: (await casino.round(cancelled[2].id)).body.sessionId,
    playerId: 'alice',
    tableId: null,
    gameId: 'american-blackjack',
    mode: 'test',
    currency: 'EUR',
    reason: 'fault',
    note: null,
    by: { keyId: casino.keyId, keyLabel: 'test', name: 'Ada L.' },
    statusBefore: 'playing',
    amounts: [
      {
        playerId: 'alice',
        mode: 'test',
        currency: 'EUR',
        refunded: 1000,
        reversed: 0,
        transfers: [{ kind: 'refund', reason: 'main', bet: '1.1', amount: 1000 }],
      },
    ],
    requestId: 'backoffice-1',
    at: cancelled[2].at,
  });
});

test('the record of an open round shows it as it was, and the card that lay face down', async () => {
  const { status, body } = await casino.get<CancellationRecord>(`/v1/cancellations/${cancelled[2].id}`);
  expect(status).toBe(200);
  const [item] = (await pageOf<Cancellation>(casino, '/v1/cancellations?limit=1')).items;
  const { roundBefore, ...rest } = body;
  expect(rest).toEqual(item);
  expect(roundBefore).toMatchObject({
    id: cancelled[2].id,
    status: 'playing',
    version: 1,
    dealer: { cards: ['6d', '??'] },
    dealerCards: ['6d', 'Th'],
    staked: 1000,
  });
});

test('the record of a settled round tells what was taken back', async () => {
  const { body } = await casino.get<CancellationRecord>(`/v1/cancellations/${cancelled[1].id}`);
  expect(body).toMatchObject({
    statusBefore: 'settled',
    note: 'Paid 3:2, agreed 6:5.',
    by: { name: null },
    amounts: [
      {
        refunded: 1000,
        reversed: 2500,
        transfers: [
          { kind: 'refund', reason: 'main', bet: '1.1', amount: 1000 },
          { kind: 'reversal', reason: 'main', bet: '1.1', amount: 2500 },
        ],
      },
    ],
    roundBefore: { status: 'settled', returned: 2500, dealerCards: ['7h', 'Jc'] },
  });
});

test('pages give every cancellation once while others are added, also of older rounds', async () => {
  const spare = [await dealt({ gameId: 'american-blackjack', playerId: 'dora' })];
  const again: string[] = [];
  for (let round = 0; round < 5; round++)
    again.push(await dealt({ gameId: 'american-blackjack', playerId: 'carol' }));
  for (const id of again) await cancel(id, { reason: 'drill' });
  const items = await allPages<Cancellation>(casino, '/v1/cancellations?reason=drill&limit=2', async () => {
    const id = spare.pop();
    if (id !== undefined) await cancel(id, { reason: 'drill' });
  });
  expect(items.map(({ roundId }) => roundId)).toEqual([...again].reverse());
});

test('two cancellations of one moment are told apart by their rounds', async () => {
  const rounds = [];
  for (let round = 0; round < 3; round++)
    rounds.push(await dealt({ gameId: 'american-blackjack', playerId: 'erin' }));
  for (const id of rounds) await casino.cancel(id, { reason: 'at once' });
  const items = await allPages<Cancellation>(casino, '/v1/cancellations?reason=at%20once&limit=1');
  expect(items.map(({ roundId }) => roundId)).toEqual([...rounds].sort().reverse());
});

test('another operator sees none of it', async () => {
  expect(await listed('', stranger)).toEqual([]);
  const { status, body } = await stranger.get<Problem>(`/v1/cancellations/${cancelled[0].id}`);
  expect([status, body.code]).toEqual([404, 'not_found']);
});

test('a round that was not cancelled has no record', async () => {
  const id = await dealt({ gameId: 'american-blackjack', playerId: 'carol' });
  for (const path of [id, 'x', '019b0000-0000-7000-8000-000000000001']) {
    expect((await casino.get(`/v1/cancellations/${path}`)).status).toBe(404);
  }
});

const encoded = (place: unknown): string => Buffer.from(JSON.stringify(place)).toString('base64url');
const SOME_ID = '019b0000-0000-7000-8000-000000000001';

test.each([
  ['cursor=x', 'query.cursor'],
  [`cursor=${encoded({ roundId: SOME_ID })}`, 'query.cursor'],
  [`cursor=${encoded({ at: 'now', roundId: SOME_ID })}`, 'query.cursor'],
  [`cursor=${encoded({ at: '2026-01-01T00:00:00Z', roundId: 'x' })}`, 'query.cursor'],
  [`cursor=${encoded({ at: '0000-01-01T00:00:00Z', roundId: SOME_ID, playerKey: 1 })}`, 'query.cursor'],
  ['reason=', 'query.reason'],
  ['tableId=x', 'query.tableId'],
  ['from=x', 'query.from'],
  ['from=2026-02-01T00:00:00Z&to=2026-01-31T23:59:59.999Z', 'query.to'],
  ['currency=x', 'query.currency'],
  ['mode=real', 'query.mode'],
])('?%s is refused at %s', async (query, path) => {
  const { status, body } = await casino.get<Problem>(`/v1/cancellations?${query}`);
  expect([status, body.errors?.map((error) => error.path)]).toEqual([400, [path]]);
});
