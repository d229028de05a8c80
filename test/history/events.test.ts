import type { RoundHappening } from '../../src/application/history/occasions';
import { finishAbandoned } from '../../src/application/rounds/finish-abandoned';
import type { RoundContext } from '../../src/application/rounds/context';
import { ROUND_CONTEXT } from '../../src/http/rounds/round-context';
import { type CallOptions, Casino, type Problem } from '../support/casino';
import { BLACKJACK, SIXTEEN } from './lists';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open({ sweepIntervalMs: 3_600_000 });
});

afterAll(() => casino.close());

async function eventsOf(roundId: string, options?: CallOptions): Promise<readonly RoundHappening[]> {
  const path = `/v1/rounds/${roundId}/events`;
  const { status, body, text } = await casino.get<{ items: readonly RoundHappening[] }>(path, options);
  if (status !== 200) throw new Error(text);
  return body.items;
}

const OCCASION = ['no', 'version', 'at', 'actor', 'requestId', 'type'];

/** The version, the type, and the details in their order. */
function line(event: RoundHappening): string {
  const details = Object.entries(event).filter(([name]) => !OCCASION.includes(name));
  const texts = details.map(([, detail]) => (typeof detail === 'string' ? detail : JSON.stringify(detail)));
  return [event.version, event.type, ...texts].join(' ');
}

test('tells cards, choices and money in the order in which they came', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  const { body: round } = await casino.deal(id, {
    boxes: [{ box: 1, stake: 1000, sideBets: { sevens: 100 } }],
    cards: ['7c', '6d', '8s', 'Th', '5c', '9d'],
  });
  await casino.act(round.id, { type: 'hit', hand: '1.1' });
  const open = await eventsOf(round.id);
  const opening = [
    '1 placedBets [{"box":1,"stake":1000,"sideBets":{"sevens":100}}]',
    '1 transfer stake main 1.1 1000 999000',
    '1 transfer stake sevens 1:sevens 100 998900',
    '1 cardDealt 1.1 7c',
    '1 dealerDealt 6d false',
    '1 cardDealt 1.1 8s',
    '1 dealerDealt ?? true',
    '1 decided 1:sevens sevens seven 900',
    '1 transfer payout sevens 1:sevens 900 999800',
    '1 turn 1.1',
    '2 chose {"hand":"1.1","type":"hit"}',
    '2 cardDealt 1.1 5c',
  ];
  expect(open.map(line)).toEqual(opening);
  await casino.act(round.id, { type: 'stand', hand: '1.1' });
  const settled = await eventsOf(round.id);
  expect(settled.map(line)).toEqual([
    ...opening.map((text) => text.replace('??', 'Th')),
    '3 chose {"hand":"1.1","type":"stand"}',
    '3 handEnded 1.1 stood',
    '3 holeCardShown Th',
    '3 dealerDealt 9d false',
    '3 decided 1.1 main win 2000',
    '3 transfer payout main 1.1 2000 1001800',
    '3 roundSettled',
  ]);
  expect(settled.map(({ no }) => no)).toEqual(settled.map((_, index) => index + 1));
});

test('says when, who, and by which request', async () => {
  const { id, token } = await casino.openSession({ gameId: 'american-blackjack' });
  const start = casino.app.clock.now;
  const headers = (name: string): CallOptions => ({ headers: { 'x-request-id': name } });
  const { body: round } = await casino.deal(id, SIXTEEN, headers('deal-1'));
  casino.app.clock.now = new Date(start.getTime() + 1234);
  await casino.act(round.id, { type: 'hit', hand: '1.1' }, { key: token, ...headers('hit-1') });
  const events = await eventsOf(round.id);
  const occasions = new Set(
    events.map(({ version, at, actor, requestId }) => [version, at, actor, requestId].join(' ')),
  );
  expect([...occasions]).toEqual([
    `1 ${start.toISOString()} key:${casino.keyId} deal-1`,
    `2 ${casino.app.clock.now.toISOString()} session:${id} hit-1`,
  ]);
});

test('a round that the automatic rule finished says so', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  const { body: round } = await casino.deal(id, SIXTEEN);
  const late = new Date(new Date(round.deadline ?? '').getTime() + 1);
  await finishAbandoned(casino.app.app.get<RoundContext>(ROUND_CONTEXT), late);
  const second = (await eventsOf(round.id)).filter(({ version }) => version === 2);
  expect(second[0]).toMatchObject({
    type: 'automatic',
    actor: 'system:automatic-rule',
    at: late.toISOString(),
  });
  expect(second.map(line)).toContain('2 handEnded 1.1 stood');
});

test('offers, answers, splits and switches are told', async () => {
  const classic = await casino.openSession({ gameId: 'classic-blackjack' });
  const insured = { boxes: [{ box: 1, stake: 1000 }], cards: ['8c', 'Ad', '8s', '9h', '3c', 'Tc'] };
  const { body: round } = await casino.deal(classic.id, insured);
  await casino.act(round.id, { type: 'insurance', hand: '1.1', accept: true });
  await casino.act(round.id, { type: 'split', hand: '1.1' });
  const lines = (await eventsOf(round.id)).map(line);
  for (const expected of [
    '1 offered insurance 1.1',
    '2 chose {"hand":"1.1","type":"insurance","accept":true}',
    '2 answered insurance 1.1 true',
    '2 transfer stake insurance 1.1:insurance 500 998500',
    '2 dealerChecked false',
    '2 decided 1.1:insurance insurance lose 0',
    '3 splitInto 1.1 1.2',
    '3 transfer stake split 1.2 1000 997500',
  ]) {
    expect(lines).toContain(expected);
  }
  const game = await casino.openSession({ gameId: 'blackjack-switch' });
  const cards = ['Tc', '5d', '9h', '6s', 'Kd', '7h'];
  const { body: other } = await casino.deal(game.id, { boxes: [{ box: 1, stake: 1000 }], cards });
  await casino.act(other.id, { type: 'switch', box: 1 });
  expect((await eventsOf(other.id)).map(line)).toContain('2 switched 1');
});

test('a cancelled round hides nothing and tells why it was cancelled, the note to the operator only', async () => {
  const { id, token } = await casino.openSession({ gameId: 'american-blackjack' });
  const { body: round } = await casino.deal(id, SIXTEEN);
  const why = { reason: 'fault', note: 'The table froze.' };
  await casino.cancel(round.id, why, { headers: { 'x-actor-name': 'Ada L.' } });
  const events = await eventsOf(round.id);
  expect(events.map(line)).toContain('1 dealerDealt Th true');
  expect(events.slice(-2).map(line)).toEqual([
    '2 cancelled playing fault The table froze. Ada L.',
    '2 transfer refund main 1.1 1000 1000000',
  ]);
  const toPlayer = await eventsOf(round.id, { key: token });
  expect(toPlayer.at(-2)).toMatchObject({ type: 'cancelled', reason: 'fault', note: null, actorName: null });
  expect(JSON.stringify(toPlayer)).not.toMatch(/froze|Ada/);
});

test('a settled round that was cancelled shows the reversal with its balance', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  const { body: round } = await casino.deal(id, BLACKJACK);
  await casino.cancel(round.id, { reason: 'wrong_payout' });
  expect((await eventsOf(round.id)).slice(-3).map(line)).toEqual([
    '2 cancelled settled wrong_payout null null',
    '2 transfer refund main 1.1 1000 1002500',
    '2 transfer reversal main 1.1 2500 1000000',
  ]);
});

test('balances follow from one another through a whole session', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  let balance = 1_000_000;
  for (let round = 0; round < 10; round++) {
    const { body } = await casino.deal(id, { boxes: [1, 2].map((box) => ({ box, stake: 1000 })) });
    if (body.status !== 'settled') await casino.act(body.id, { type: 'stand-all' });
    for (const event of await eventsOf(body.id)) {
      if (event.type !== 'transfer') continue;
      balance += event.kind === 'stake' || event.kind === 'reversal' ? -event.amount : event.amount;
      expect(event.balanceAfter).toBe(balance);
    }
  }
});

test('only the operator and the player at his game may look', async () => {
  const own = await casino.openSession({ gameId: 'american-blackjack', playerId: 'alice' });
  const otherGame = await casino.openSession({ gameId: 'classic-blackjack', playerId: 'alice' });
  const otherPlayer = await casino.openSession({ gameId: 'american-blackjack', playerId: 'bob' });
  const { body: round } = await casino.deal(own.id, SIXTEEN);
  const path = `/v1/rounds/${round.id}/events`;
  expect((await eventsOf(round.id, { key: own.token })).length).toBeGreaterThan(0);
  const stranger = await Casino.at(casino.app);
  for (const key of [otherGame.token, otherPlayer.token, stranger.key]) {
    const { status, body } = await casino.get<Problem>(path, { key });
    expect([status, body.code]).toEqual([404, 'not_found']);
  }
  const { key } = await casino.app.addKey(casino.operatorId, ['play']);
  expect((await casino.get(path, { key })).status).toBe(403);
  expect((await casino.get('/v1/rounds/x/events')).status).toBe(404);
  expect((await casino.get('/v1/rounds/019b0000-0000-7000-8000-000000000001/events')).status).toBe(404);
});
