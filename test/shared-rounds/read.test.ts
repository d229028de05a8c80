import type { RoundBody } from '../../src/application/rounds/round-body';
import { beforeStatement } from '../support/before-statement';
import { Casino, type Problem } from '../support/casino';
import { HttpTable } from '../tables/http-table';
import { dealtRound, expectDone, type PlayedRound, settledRound, STAKES } from './played-round';

let casino: Casino;
let played: PlayedRound;

beforeAll(async () => {
  casino = await Casino.open();
  played = await settledRound(casino);
});

afterAll(() => casino.close());

const seenBy = async (key: string, roundId = played.roundId): Promise<RoundBody> => {
  const reply = await casino.round(roundId, { key });
  expect(reply.text).not.toContain('undefined');
  expect({ status: reply.status, text: reply.text.slice(0, 200) }).toMatchObject({ status: 200 });
  return reply.body;
};

const cardsIn = ({ dealer, boxes }: RoundBody): unknown => [
  dealer.cards,
  boxes.map(({ hands }) => hands.map(({ id, cards }) => [id, cards])),
];

test('a session sees the cards of everybody and its own money', async () => {
  const { ann, bob, cid, dora, table } = played;
  const all = await Promise.all([ann, bob, cid, dora].map(({ token }) => seenBy(token)));
  for (const body of all) {
    expect(cardsIn(body)).toEqual(cardsIn(all[0]));
    expect(body).toMatchObject({ id: played.roundId, status: 'settled', tableId: table.id, deadline: null });
    expect(body).not.toHaveProperty('bettors');
  }
  const [annSees, bobSees, cidSees, doraSees] = all;
  expect(annSees).toMatchObject({ playerId: ann.playerId, sessionId: ann.id, staked: 2 * STAKES.ann });
  expect(bobSees).toMatchObject({ playerId: bob.playerId, staked: STAKES.bob + STAKES.bobBehind });
  expect(cidSees.staked).toBe(2 * STAKES.cidBehindAnn + STAKES.cidBehindBob + STAKES.pairs + 150 + 250);
  expect(doraSees).toMatchObject({ playerId: null, sessionId: null, staked: 0, returned: 0, net: 0 });
  expect(doraSees.balance).toBe(1_000_000);
  const stakesOf = ({ boxes }: RoundBody): unknown =>
    Object.fromEntries(boxes.flatMap(({ hands }) => hands.map(({ id, stake }) => [id, stake])));
  expect(stakesOf(annSees)).toEqual({ '1.1': 1000, '1.2': 1000, '3.1': 0 });
  expect(stakesOf(bobSees)).toEqual({ '1.1': 700, '1.2': 0, '3.1': 2000 });
  expect(stakesOf(cidSees)).toEqual({ '1.1': 300, '1.2': 300, '3.1': 500 });
  expect(stakesOf(doraSees)).toEqual({ '1.1': 0, '1.2': 0, '3.1': 0 });
  expect(cidSees.boxes[0].sideBets).toMatchObject([{ type: 'pairs', stake: 100 }]);
  expect(annSees.boxes[0].sideBets).toEqual([]);
  for (const [body, session] of [
    [annSees, ann],
    [cidSees, cid],
  ] as const) {
    const { you } = await table.state(session.id);
    expect(body.balance).toBe(you?.balance);
    expect(body.balance).toBe(1_000_000 + body.net);
  }
});

test('an operator key sees what each of its players staked, and the sums', async () => {
  const { ann, bob, cid } = played;
  const body = await seenBy(casino.key);
  expect(body).toMatchObject({ playerId: null, sessionId: null, balance: null, status: 'settled' });
  const parts = body.bettors ?? [];
  expect(parts.map(({ playerId }) => playerId).sort()).toEqual(
    [ann, bob, cid].map(({ playerId }) => playerId).sort(),
  );
  expect(parts.map(({ bettor }) => bettor)).toEqual([0, 1, 2]);
  const own = await Promise.all([ann, bob, cid].map(({ token }) => seenBy(token)));
  for (const one of own) {
    const part = parts.find(({ playerId }) => playerId === one.playerId);
    expect(part).toMatchObject({ staked: one.staked, returned: one.returned, net: one.net, mode: 'test' });
  }
  const sum = (field: 'staked' | 'returned' | 'net'): number =>
    own.reduce((total, one) => total + one[field], 0);
  expect([body.staked, body.returned, body.net]).toEqual([sum('staked'), sum('returned'), sum('net')]);
  const cidPart = parts.find(({ playerId }) => playerId === cid.playerId);
  expect(cidPart?.bets.map(({ bet }) => bet).sort()).toEqual(
    ['1.1', '1.1:insurance', '1.2', '1:pairs', '3.1', '3.1:insurance'].sort(),
  );
  const [hand] = body.boxes[0].hands;
  expect(hand.stake).toBe(STAKES.ann + STAKES.bobBehind + STAKES.cidBehindAnn);
  expect(hand.insurance?.stake).toBe(150);
});

test('nobody else sees it: another session of the game, another operator', async () => {
  const elsewhere = await HttpTable.open(casino);
  const stranger = await elsewhere.session();
  expect((await casino.round(played.roundId, { key: stranger.token })).status).toBe(404);
  const other = await Casino.at(casino.app);
  expect((await casino.round(played.roundId, { key: other.key })).status).toBe(404);
  // The player himself finds his round from wherever he plays the game, and of others only the cards.
  const again = await elsewhere.session({ playerId: played.ann.playerId });
  expect((await seenBy(again.token)).staked).toBe(2 * STAKES.ann);
  const american = await casino.openSession({
    gameId: 'american-blackjack',
    playerId: played.ann.playerId,
  });
  expect((await casino.round(played.roundId, { key: american.token })).status).toBe(404);
});

test('a round that is bet on shows itself before its cards, to the table only', async () => {
  const table = await HttpTable.open(casino);
  const session = await table.session();
  await expectDone(table.bet({ sessionId: session.id, seat: 1, amount: 1000 }));
  const { roundId, phaseEndsAt } = await table.state();
  const body = await seenBy(session.token, roundId);
  expect(body).toMatchObject({
    status: 'betting',
    version: 0,
    boxes: [],
    dealtAt: null,
    staked: 0,
    allowed: [],
  });
  expect([body.deadline, body.balance]).toEqual([phaseEndsAt, 1_000_000]);
  expect(await seenBy(casino.key, roundId)).toMatchObject({ status: 'betting', balance: null });
  await table.pause();
  expect(await seenBy(session.token, roundId)).toMatchObject({ status: 'paused', deadline: null });
  await table.resume();
  expect((await casino.round(roundId, { key: played.ann.token })).status).toBe(404);
});

test('DX-28 an open round hides the hole card, and is paused with its table', async () => {
  const { table, ann, dora, roundId, bob } = await dealtRound(casino);
  for (const key of [ann.token, dora.token, casino.key]) {
    const body = await seenBy(key, roundId);
    expect(body).toMatchObject({ status: 'insurance', dealer: { cards: ['Ad', '??'], blackjack: null } });
    expect(body.deadline).toBe((await table.state()).phaseEndsAt);
  }
  expect((await seenBy(ann.token, roundId)).allowed).toEqual([
    { type: 'insurance', hand: '1.1', price: 500 },
  ]);
  expect((await seenBy(casino.key, roundId)).allowed).toEqual([]);
  await table.pause();
  const paused = await seenBy(bob.token, roundId);
  expect(paused).toMatchObject({ status: 'paused', deadline: null, allowed: [], advice: null });
  expect(paused.dealer.cards).toEqual(['Ad', '??']);
  await table.resume();
  expect((await seenBy(bob.token, roundId)).status).toBe('insurance');
});

test('the call for private rounds refuses an action, and names the one of the table', async () => {
  const { ann, roundId, table } = await dealtRound(casino);
  const reply = await casino.act<Problem>(roundId, { type: 'stand', hand: '1.1' }, { key: ann.token });
  expect([reply.status, reply.body.code]).toEqual([409, 'action_not_allowed']);
  expect(reply.body.detail).toContain(`/v1/tables/${table.id}/actions`);
  expect(reply.body.round?.id).toBe(roundId);
});

test('C-18 DX-28 a supervisor cancels it for all: every stake comes back', async () => {
  const { ann, bob, cid, roundId, table } = await dealtRound(casino);
  await expectDone(table.act({ sessionId: cid.id, type: 'insurance', accept: true }));
  await table.advance();
  const reply = await casino.cancel(roundId, { reason: 'technical_fault', note: 'ticket 4711' });
  expect({ status: reply.status, text: reply.text.slice(0, 300) }).toMatchObject({ status: 200 });
  for (const { token } of [ann, bob, cid]) {
    const body = await seenBy(token, roundId);
    expect(body).toMatchObject({ status: 'cancelled', net: 0, balance: 1_000_000, allowed: [] });
    expect(body.dealer.cards).toEqual(['Ad', '9d']);
  }
  const all = await seenBy(casino.key, roundId);
  expect(all.bettors?.map(({ net }) => net)).toEqual([0, 0, 0]);
  const again = await casino.cancel<Problem>(roundId, { reason: 'technical_fault' });
  expect([again.status, again.body.code]).toEqual([409, 'round_already_cancelled']);
  const unknown = await casino.cancel<Problem>('019b0000-0000-7000-8000-0000000000ff', { reason: 'x' });
  expect(unknown.status).toBe(404);
});

test('a round that is dealt while it is looked for is found', async () => {
  for (let statement = 0, isDealt = true; isDealt; statement++) {
    const table = await HttpTable.open(casino);
    const { id } = await table.session();
    await expectDone(table.bet({ sessionId: id, seat: 1, amount: 1000 }));
    const { roundId } = await table.state();
    const deal = (): Promise<unknown> => table.advance();
    isDealt = await beforeStatement(
      casino,
      (_, before) => before === statement,
      deal,
      () => seenBy(casino.key, roundId),
    );
  }
});
