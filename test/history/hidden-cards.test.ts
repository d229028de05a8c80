import type { RoundBody } from '../../src/application/rounds/round-body';
import { type RoundRecord, roundJson } from '../../src/persistence/rounds/round-record';
import { serverSeedOf } from '../support/audit';
import { Casino } from '../support/casino';
import { pageOf } from './lists';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open({ sweepIntervalMs: 3_600_000 });
  const closed = { insuranceCards: 'closed', evenMoney: true };
  const { status, text } = await casino.post('/v1/rule-sets', { id: 'closed', settings: closed });
  if (status !== 201) throw new Error(text);
});

afterAll(() => casino.close());

const HEADERS = { 'x-request-id': 'the-same' };

/** A round of a session of its own with these cards. */
async function dealt(gameId: string, cards: readonly string[]): Promise<RoundBody> {
  const { id } = await casino.openSession({ gameId, playerId: 'alice' });
  const bets = { boxes: [{ box: 1, stake: 1000 }], cards };
  const { status, body, text } = await casino.deal(id, bets, { headers: HEADERS });
  if (status !== 201) throw new Error(text);
  return body;
}

/** All that the history tells of a round, with ids replaced by their order. */
async function toldOf({ id, sessionId }: RoundBody): Promise<string> {
  const texts = [(await casino.get(`/v1/rounds/${id}/events`, { headers: HEADERS })).text];
  for (const list of ['rounds', 'bets']) {
    for (const accept of ['application/json', 'text/csv', 'application/x-ndjson']) {
      texts.push((await casino.get(`/v1/${list}?sessionId=${sessionId}`, { headers: { accept } })).text);
    }
  }
  const ids: string[] = [];
  return texts.join('\n').replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (uuid) => {
    if (!ids.includes(uuid)) ids.push(uuid);
    return `id ${ids.indexOf(uuid)}`;
  });
}

test.each([
  ['american-blackjack', 'playing', ['9c', '6d', '7s', '#'], ['Th', 'As', '6d']],
  ['american-blackjack', 'playing', ['9c', 'Kd', '7s', '#'], ['Th', '2s', '6d']],
  ['classic-blackjack', 'insurance', ['9c', 'Ad', '7s', '#'], ['Th', '2s', 'Ks']],
  ['infinite-blackjack', 'playing', ['9c', '#', '7s', 'Kd'], ['As', '2s', 'Th']],
  ['infinite-blackjack', 'insurance', ['Ac', '#', 'Ks', 'Ad'], ['Th', '2s', 'Kd']],
  ['closed', 'insurance', ['9c', 'Ad', '7s', '#'], ['Th', '2s', 'Ks']],
])('%s, %s: nothing changes with the hole card (%j)', async (gameId, status, cards, holes) => {
  const told = await Promise.all(
    holes.map(async (hole) => {
      const round = await dealt(
        gameId,
        cards.map((card) => (card === '#' ? hole : card)),
      );
      expect(round.status).toBe(status);
      return toldOf(round);
    }),
  );
  expect(told[0]).toContain('??');
  expect(told[1]).toBe(told[0]);
  expect(told[2]).toBe(told[0]);
});

test('nothing changes with own cards that are closed, until the offer is answered', async () => {
  const rounds = [
    await dealt('closed', ['9c', 'Ad', '7s', '5h']),
    await dealt('closed', ['Kc', 'Ad', 'As', '5h']),
    await dealt('closed', ['8c', 'Ad', '8s', '5h']),
  ];
  const told = await Promise.all(rounds.map(toldOf));
  expect(told[1]).toBe(told[0]);
  expect(told[2]).toBe(told[0]);
  await casino.act(rounds[0].id, { type: 'insurance', accept: false });
  const shown = await toldOf(rounds[0]);
  expect(shown).toContain('"type":"cardDealt","hand":"1.1","card":"9c"');
  expect(shown).toContain('1.1 9c 7s');
  expect(shown).not.toContain('5h');
});

test('a cancelled round shows what lay face down', async () => {
  const round = await dealt('closed', ['9c', 'Ad', '7s', '5h']);
  await casino.cancel(round.id, { reason: 'fault' });
  const told = await toldOf(round);
  for (const card of ['9c', '7s', '5h']) expect(told).toContain(card);
  expect(told).not.toContain('??');
});

test('the lists of open rounds hold neither the seed nor the shoe', async () => {
  const round = await dealt('american-blackjack', ['9c', '6d', '7s', 'Th', '2c', '3d']);
  const rows = await casino.app.dataSource.query<{ record: RoundRecord }[]>(
    `SELECT ${roundJson('r')} AS record FROM rounds r WHERE round_id = $1`,
    [round.id],
  );
  const seed = await serverSeedOf(casino.app, rows[0].record);
  const { items } = await pageOf<RoundBody>(casino, `/v1/rounds?sessionId=${round.sessionId}`);
  expect(Object.keys(items[0]).sort()).toEqual(Object.keys(round).sort());
  expect(await toldOf(round)).not.toMatch(new RegExp(`${seed.toString('hex')}|2c|3d|script`));
});
