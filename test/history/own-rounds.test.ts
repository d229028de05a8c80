import type { RoundBody } from '../../src/application/rounds/round-body';
import { Casino, type OpenSession } from '../support/casino';
import { HttpTable } from '../tables/http-table';
import { BLACKJACK, SIXTEEN } from './lists';

/** What a player may look up of his own with the token of a session: every round that the token may read, and no other. */
let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

interface Page {
  readonly items: readonly (RoundBody & { readonly playerId: string })[];
  readonly nextCursor: string | null;
}

const pass = (): void => {
  casino.app.clock.now = new Date(casino.app.clock.now.getTime() + 1000);
};

async function play(session: OpenSession, bets: object = BLACKJACK): Promise<string> {
  const { status, body, text } = await casino.deal(session.id, bets);
  if (status !== 201) throw new Error(text);
  pass();
  return body.id;
}

async function list({ token: key }: OpenSession, query = ''): Promise<string[]> {
  const { status, body, text } = await casino.get<Page>(`/v1/rounds${query}`, { key });
  if (status !== 200) throw new Error(text);
  return body.items.map(({ id }) => id);
}

describe('a session token lists rounds', () => {
  const game = { gameId: 'american-blackjack' };
  let alice: OpenSession;
  let mine: string[];
  let others: string[];

  beforeAll(async () => {
    const earlier = await casino.openSession({ ...game, playerId: 'alice' });
    const demo = await casino.openSession({ ...game, playerId: 'alice', mode: 'demo' });
    const otherGame = await casino.openSession({ gameId: 'infinite-blackjack', playerId: 'alice' });
    const bob = await casino.openSession({ ...game, playerId: 'bob' });
    const neighbour = await Casino.at(casino.app);
    await neighbour.deal((await neighbour.openSession({ ...game, playerId: 'alice' })).id, BLACKJACK);
    alice = await casino.openSession({ ...game, playerId: 'alice' });
    const first = await play(earlier);
    const inDollars = await play(await casino.openSession({ ...game, playerId: 'alice', currency: 'USD' }));
    others = [
      inDollars,
      await play(demo, { boxes: [{ box: 1, stake: 1000 }] }),
      await play(otherGame),
      await play(bob),
    ];
    const open = await play(alice, SIXTEEN);
    mine = [await play(earlier), open, first];
  });

  test('of its player in its game, mode and currency, whatever session they were dealt in, and no others', async () => {
    expect(await list(alice)).toEqual(mine);
    for (const id of mine) expect((await casino.round(id, { key: alice.token })).status).toBe(200);
    for (const id of others) expect((await casino.round(id, { key: alice.token })).status).toBe(404);
  });

  test('by the filters, none of which reaches further', async () => {
    expect(await list(alice, '?status=playing')).toEqual([mine[1]]);
    expect(await list(alice, `?mode=test&playerId=alice&gameId=${game.gameId}&status=settled`)).toEqual([
      mine[0],
      mine[2],
    ]);
    for (const other of ['playerId=bob', 'gameId=infinite-blackjack', 'mode=demo', 'currency=USD']) {
      expect([other, await list(alice, `?${other}`)]).toEqual([other, []]);
    }
  });

  test('page by page, and all of them at once', async () => {
    const { body } = await casino.get<Page>('/v1/rounds?limit=2', { key: alice.token });
    expect(await list(alice, `?limit=2&cursor=${body.nextCursor}`)).toEqual(mine.slice(2));
    const headers = { accept: 'application/x-ndjson' };
    const { text } = await casino.get('/v1/rounds', { key: alice.token, headers });
    const lines = text.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as RoundBody).id)).toEqual(mine);
  });

  test('as he may see them: the hole card of an open one is hidden', async () => {
    const { body } = await casino.get<Page>('/v1/rounds?status=open', { key: alice.token });
    expect(body.items[0].dealer.cards).toEqual(['6d', '??']);
  });

  test('and nothing else of the history', async () => {
    for (const path of ['/v1/bets', '/v1/cancellations']) {
      expect([path, (await casino.get(path, { key: alice.token })).status]).toEqual([path, 403]);
    }
  });
});

test('at a shared table it lists its player’s part of the rounds that were for its kind of money', async () => {
  const table = await HttpTable.open(casino);
  const host = await table.session({ playerId: 'host' });
  const guest = await table.session({ playerId: 'guest', mode: 'demo' });
  const watching = await table.session({ playerId: 'guest' });
  await table.cards('Tc', '6d', '9s', 'Th', 'Kc');
  await table.bet({ sessionId: host.id, seat: 1, amount: 1000 });
  await table.bet({ sessionId: guest.id, seat: 1, kind: 'behind', amount: 3000 });
  await table.advance();
  await table.act({ sessionId: host.id, type: 'stand', hand: '1.1' });
  const { body } = await casino.get<Page>('/v1/rounds', { key: guest.token });
  expect(body.items).toMatchObject([{ playerId: 'guest', mode: 'demo', staked: 3000, returned: 6000 }]);
  expect(JSON.stringify(body)).not.toContain('host');
  expect(await list(host)).toEqual([body.items[0].id]);
  expect(await list(watching)).toEqual([]);
});
