import type { RoundHappening } from '../../src/application/history/occasions';
import { Casino } from '../support/casino';
import { HttpTable } from '../tables/http-table';
import { dealtRound, expectDone, type PlayedRound, settledRound, STAKES } from './played-round';

let casino: Casino;
let played: PlayedRound;

beforeAll(async () => {
  casino = await Casino.open();
  played = await settledRound(casino);
});

afterAll(() => casino.close());

async function eventsFor(key: string, roundId = played.roundId): Promise<readonly RoundHappening[]> {
  const path = `/v1/rounds/${roundId}/events`;
  const { status, body, text } = await casino.get<{ items: RoundHappening[] }>(path, { key });
  if (status !== 200) throw new Error(text);
  expect(body.items.map(({ no }) => no)).toEqual(body.items.map((_, index) => index + 1));
  return body.items;
}

const moved = (events: readonly RoundHappening[]): number =>
  events.reduce((sum, event) => {
    if (event.type !== 'transfer') return sum;
    return event.kind === 'stake' || event.kind === 'reversal' ? sum - event.amount : sum + event.amount;
  }, 0);

const cardsOf = (events: readonly RoundHappening[]): unknown =>
  events
    .filter(({ type }) => ['cardDealt', 'dealerDealt', 'holeCardShown', 'chose'].includes(type))
    .map((event) => ['card' in event ? event.card : event.type, event.playerAlias ?? null]);

test('everybody hears of the same cards and choices, and each of his own money only', async () => {
  const { ann, bob, cid, dora } = played;
  const aliasOf = (box: number): string | null =>
    played.state.seats.find(({ seat }) => seat === box)?.playerAlias ?? null;
  const watched = await eventsFor(dora.token);
  for (const session of [ann, bob, cid, dora]) {
    const events = await eventsFor(session.token);
    expect(cardsOf(events)).toEqual(cardsOf(watched));
    const { net } = (await casino.round(played.roundId, { key: session.token })).body;
    expect(moved(events)).toBe(net);
    const money = events.filter(({ type }) => ['transfer', 'decided', 'answered'].includes(type));
    expect(new Set(money.map(({ playerAlias }) => playerAlias)).size).toBe(session === dora ? 0 : 1);
    const text = JSON.stringify(events);
    for (const other of [ann, bob, cid].filter((one) => one !== session)) {
      expect(text).not.toContain(other.playerId);
      expect(text).not.toContain(other.id);
    }
    expect(text).not.toContain('followers');
  }
  const chose = watched.flatMap((event) => (event.type === 'chose' ? [event] : []));
  expect(chose.map(({ action, by, playerAlias }) => [action.type, by, playerAlias])).toEqual([
    ['split', 'player', aliasOf(1)],
    ['stand', 'player', aliasOf(1)],
    ['stand', 'player', aliasOf(1)],
    ['stand', 'ahead', aliasOf(3)],
  ]);
  expect(chose[0]).toMatchObject({ actor: `player:${aliasOf(1)}`, requestId: null });
  const own = (await eventsFor(ann.token)).find(({ type }) => type === 'chose');
  expect(own?.actor).toBe(`key:${casino.keyId}`);
  expect(own?.requestId).toEqual(expect.any(String));
});

test('the bets of others are told by their seats only', async () => {
  const { bob } = played;
  const events = await eventsFor(bob.token);
  const bets = events.flatMap((event) => (event.type === 'betsAtTable' ? [event.bets] : []));
  expect(bets).toHaveLength(2);
  expect(bets).toContainEqual([{ seat: 1, kind: 'seat', stake: null }]);
  expect(bets).toContainEqual([
    { seat: 3, kind: 'seat', stake: STAKES.bob },
    { seat: 1, kind: 'behind', stake: STAKES.bobBehind },
  ]);
});

test('an operator key hears of all of its players money, by their names', async () => {
  const { ann, bob, cid } = played;
  const events = await eventsFor(casino.key);
  for (const session of [ann, bob, cid]) {
    const own = events.filter(({ playerId }) => playerId === session.playerId);
    const seen = await eventsFor(session.token);
    const transfers = (list: readonly RoundHappening[]): unknown =>
      list.flatMap((event) => (event.type === 'transfer' ? [[event.bet, event.kind, event.amount]] : []));
    expect(transfers(own)).toEqual(transfers(seen));
  }
  const { net } = (await casino.round(played.roundId)).body;
  expect(moved(events)).toBe(net);
  expect(events.filter(({ type }) => type === 'insuranceClosed')).toHaveLength(1);
  expect(events.filter(({ type }) => type === 'offered')).toHaveLength(2);
});

test('DX-16 a choice that could not be paid is told with what took its place to those who may know', async () => {
  const table = await HttpTable.open(casino);
  const [rich, poor] = [await table.session(), await table.session({ balance: 1500 })];
  await table.cards('5h', '4s', '6d', '6c', '5h', '9d', '2s', '3c', 'Kd', '9c');
  await expectDone(table.bet({ sessionId: rich.id, seat: 1, amount: 1000 }));
  await expectDone(table.bet({ sessionId: poor.id, seat: 2, amount: 1000 }));
  const { roundId } = await table.advance();
  await expectDone(table.act({ sessionId: poor.id, type: 'double', hand: '2.1' }));
  await expectDone(table.act({ sessionId: rich.id, type: 'stand', hand: '1.1' }));
  await table.advance();
  for (const key of [poor.token, rich.token, casino.key]) {
    const chose = (await eventsFor(key, roundId)).filter(({ type }) => type === 'chose').slice(1, 3);
    expect(chose).toMatchObject([
      { action: { type: 'hit', hand: '2.1' }, by: 'ahead' },
      { action: { type: 'hit', hand: '2.1' }, by: 'automatic' },
    ]);
    const told = 'chosen' in chose[0] ? chose[0].chosen : null;
    expect(told).toBe(key === rich.token ? null : 'double');
    expect(chose[0].requestId === null).toBe(key !== casino.key);
  }
});

test('the hole card of an open round stays hidden, and a cancelled one tells who got what back', async () => {
  const { ann, dora, roundId, cid } = await dealtRound(casino);
  const hole = (events: readonly RoundHappening[]): unknown =>
    events.flatMap((event) => (event.type === 'dealerDealt' && event.faceDown ? [event.card] : []));
  for (const key of [ann.token, dora.token, casino.key])
    expect(hole(await eventsFor(key, roundId))).toEqual(['??']);
  await casino.cancel(roundId, { reason: 'technical_fault', note: 'ticket 4711' });
  const annHears = await eventsFor(ann.token, roundId);
  expect(hole(annHears)).toEqual(['9d']);
  expect(annHears.at(-1)).toMatchObject({ type: 'transfer', kind: 'refund', amount: STAKES.ann });
  expect(annHears.find(({ type }) => type === 'cancelled')).toMatchObject({
    reason: 'technical_fault',
    note: null,
    statusBefore: 'insurance',
  });
  const all = await eventsFor(casino.key, roundId);
  expect(all.find(({ type }) => type === 'cancelled')).toMatchObject({ note: 'ticket 4711' });
  const back = all.filter(({ type, playerId }) => type === 'transfer' && playerId === cid.playerId);
  // Three stakes, the pair that was paid, and all four undone.
  expect(back).toHaveLength(8);
  expect(moved(all)).toBe(0);
});
