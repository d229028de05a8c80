import type { RoundBody } from '../../src/application/rounds/round-body';
import { Casino, type Problem } from '../support/casino';
import { allPages, BLACKJACK, pageOf, SIXTEEN } from './lists';

let casino: Casino;
let stranger: Casino;
/** The rounds by the names that the tests give them, in the order of their deals, a second apart. */
const rounds = new Map<string, RoundBody>();
const times: string[] = [];
let alicesSession: string;

async function dealt(
  name: string,
  session: Record<string, unknown> & { gameId: string },
  bets: object,
): Promise<string> {
  const { id } = await casino.openSession(session);
  const { status, body, text } = await casino.deal(id, bets);
  if (status !== 201) throw new Error(text);
  rounds.set(name, body);
  times.push(casino.app.clock.now.toISOString());
  casino.app.clock.now = new Date(casino.app.clock.now.getTime() + 1000);
  return id;
}

beforeAll(async () => {
  casino = await Casino.open({ sweepIntervalMs: 3_600_000 });
  stranger = await Casino.at(casino.app);
  await casino.deposit('carol', 10_000, 'USD');
  const alice = { playerId: 'alice', gameId: 'american-blackjack' };
  alicesSession = await dealt('playing', alice, SIXTEEN);
  const ace = { boxes: [{ box: 1, stake: 1000 }], cards: ['9c', 'Ad', '7s', '5h'] };
  await dealt('insurance', { playerId: 'alice', gameId: 'classic-blackjack' }, ace);
  await dealt('settled', { playerId: 'bob', gameId: 'american-blackjack' }, BLACKJACK);
  await dealt('cancelled', { playerId: 'bob', gameId: 'american-blackjack' }, SIXTEEN);
  await casino.cancel(rounds.get('cancelled')?.id ?? '', { reason: 'fault' });
  const plain = { boxes: [{ box: 1, stake: 1000 }] };
  await dealt(
    'real',
    { playerId: 'carol', gameId: 'infinite-blackjack', mode: 'real', currency: 'USD' },
    plain,
  );
  await dealt(
    'demo',
    { playerId: 'alice', gameId: 'blackjack-switch', mode: 'demo', currency: 'GBP' },
    plain,
  );
});

afterAll(() => casino.close());

const nameOf = ({ id }: RoundBody): string =>
  [...rounds].find(([, round]) => round.id === id)?.[0] ?? 'unknown';

async function namesFor(query: string, at: Casino = casino): Promise<string[]> {
  const { items } = await pageOf<RoundBody>(at, `/v1/rounds?${query}`);
  return items.map(nameOf);
}

const ALL = ['demo', 'real', 'cancelled', 'settled', 'insurance', 'playing'];

test.each([
  ['', ALL],
  ['playerId=alice', ['demo', 'insurance', 'playing']],
  ['playerId=nobody', []],
  ['gameId=american-blackjack', ['cancelled', 'settled', 'playing']],
  ['gameId=no-such-game', []],
  ['mode=real', ['real']],
  ['mode=demo', ['demo']],
  ['mode=test', ['cancelled', 'settled', 'insurance', 'playing']],
  ['mode=test&status=playing', ['playing']],
  ['mode=test&status=insurance', ['insurance']],
  ['mode=test&status=open', ['insurance', 'playing']],
  ['mode=test&status=settled', ['settled']],
  ['status=cancelled', ['cancelled']],
  ['currency=USD', ['real']],
  ['playerId=alice&currency=GBP', ['demo']],
  ['playerId=bob&status=cancelled&gameId=american-blackjack&mode=test&currency=EUR', ['cancelled']],
  ['tableId=019b0000-0000-7000-8000-000000000001', []],
])('the filter %s selects %j', async (query, names) => {
  expect(await namesFor(query)).toEqual(names);
});

test('a session selects its own rounds, also among others of its player', async () => {
  expect(await namesFor(`sessionId=${alicesSession}`)).toEqual(['playing']);
  expect(await namesFor(`sessionId=${alicesSession}&playerId=bob`)).toEqual([]);
  expect(await namesFor('sessionId=019b0000-0000-7000-8000-000000000001')).toEqual([]);
});

test('`from` is the first time that belongs to the range, `to` the first that does not', async () => {
  const [first, second, , fourth] = times;
  expect(await namesFor(`from=${second}&to=${fourth}`)).toEqual(['settled', 'insurance']);
  expect(await namesFor(`from=${second}&to=${second}`)).toEqual([]);
  expect(await namesFor(`to=${second}`)).toEqual(['playing']);
  expect(await namesFor(`from=${first}&to=${second}`)).toEqual(['playing']);
  // A ten-thousandth of a millisecond after the deal is after the deal.
  expect(await namesFor(`from=${second.replace('Z', '0001Z')}&to=${fourth}`)).toEqual(['settled']);
  expect(await namesFor(`from=${second}&to=${fourth.replace('Z', '0001Z')}`)).toEqual([
    'cancelled',
    'settled',
    'insurance',
  ]);
});

test('an item is the round as it is read by its id, with the balance after its own last step', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  const { body: first } = await casino.deal(id, BLACKJACK);
  casino.app.clock.now = new Date(casino.app.clock.now.getTime() + 1);
  const { body: second } = await casino.deal(id, BLACKJACK);
  const { items } = await pageOf<RoundBody>(casino, `/v1/rounds?sessionId=${id}`);
  expect(items.map((item) => item.balance)).toEqual([1_003_000, 1_001_500]);
  const read = await Promise.all([second, first].map(async (round) => (await casino.round(round.id)).body));
  expect(items).toEqual(read.map((round, index) => ({ ...round, balance: items[index].balance })));
});

test('pages hold every round once and in order while new ones are dealt', async () => {
  const playerId = 'walker';
  const { id } = await casino.openSession({ gameId: 'american-blackjack', playerId });
  const deal = async (): Promise<string> => (await casino.deal(id, BLACKJACK)).body.id;
  const before: string[] = [];
  for (let round = 0; round < 10; round++) {
    casino.app.clock.now = new Date(casino.app.clock.now.getTime() + 1);
    before.unshift(await deal());
  }
  casino.app.clock.now = new Date(casino.app.clock.now.getTime() + 1);
  for (const path of [`/v1/rounds?playerId=${playerId}&limit=3`, `/v1/rounds?sessionId=${id}&limit=10`]) {
    const items = await allPages<RoundBody>(casino, path, deal);
    const ids = items.map((item) => item.id).filter((item) => before.includes(item));
    expect(ids).toEqual(before);
    expect(new Set(items.map((item) => item.id)).size).toBe(items.length);
  }
});

test('another operator sees none of it, whatever he asks for', async () => {
  for (const query of ['', 'playerId=alice', `sessionId=${alicesSession}`, 'status=open']) {
    expect(await namesFor(query, stranger)).toEqual([]);
  }
  await stranger.openSession({ playerId: 'alice', gameId: 'american-blackjack' });
  expect(await namesFor('playerId=alice', stranger)).toEqual([]);
});

test('the history needs its scope', async () => {
  const { key } = await casino.app.addKey(casino.operatorId, ['play', 'wallet', 'admin', 'tables']);
  for (const path of ['/v1/rounds', '/v1/bets', '/v1/cancellations']) {
    expect((await casino.get(path, { key })).status).toBe(403);
  }
});

const encoded = (place: unknown): string => Buffer.from(JSON.stringify(place)).toString('base64url');

test.each([
  ['cursor=x', 'query.cursor'],
  [`cursor=${encoded({ roundId: 'x' })}`, 'query.cursor'],
  [`cursor=${encoded(null)}`, 'query.cursor'],
  [`cursor=${encoded({ roundId: '019b0000-0000-7000-8000-000000000001', bet: '1.1' })}`, 'query.cursor'],
  ['limit=0', 'query.limit'],
  ['limit=201', 'query.limit'],
  ['playerId=', 'query.playerId'],
  ['playerId=a&playerId=b', 'query.playerId'],
  ['sessionId=x', 'query.sessionId'],
  ['tableId=x', 'query.tableId'],
  ['gameId=', 'query.gameId'],
  ['mode=Real', 'query.mode'],
  ['status=done', 'query.status'],
  ['currency=eur', 'query.currency'],
  ['from=yesterday', 'query.from'],
  ['from=2026-02-01T00:00:00Z&to=2026-01-31T23:59:59.999Z', 'query.to'],
  // The same instant, told in another zone, less a millisecond.
  ['from=2026-02-01T00:00:00Z&to=2026-02-01T08:59:59.999%2B09:00', 'query.to'],
  ['from=2026-01-01', 'query.from'],
  ['from=2026-02-30T00:00:00Z', 'query.from'],
  ['to=2026-01-01T00:00:00', 'query.to'],
  ['to=2026-01-01T24:00:00Z', 'query.to'],
  ['player=alice', 'query.player'],
])('?%s is refused at %s', async (query, path) => {
  const { status, body } = await casino.get<Problem>(`/v1/rounds?${query}`);
  const paths = body.errors?.map((error) => error.path);
  expect({ status, code: body.code, paths }).toEqual({ status: 400, code: 'invalid_request', paths: [path] });
});
