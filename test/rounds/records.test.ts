import type { DataSource } from 'typeorm';
import type { RoundBody } from '../../src/application/rounds/round-body';
import { cardsFrom } from '../../src/application/rounds/cards';
import { betsOf, inPlayOf, transfersOf } from '../../src/application/rounds/moves';
import { gameSteps } from '../../src/application/rounds/game-steps';
import { roundBody } from '../../src/application/rounds/round-body';
import { ruleSetOf } from '../../src/application/rounds/rule-set-of';
import { cardText } from '../../src/domain/card';
import { RecordingJournal } from '../../src/domain/journal';
import { PRESETS } from '../../src/domain/presets';
import { replay } from '../../src/domain/step';
import { type RoundRecord, roundJson } from '../../src/persistence/rounds/round-record';
import { serverSeedOf } from '../support/audit';
import { Casino } from '../support/casino';

let casino: Casino;
let dataSource: DataSource;

beforeAll(async () => {
  casino = await Casino.open();
  dataSource = casino.app.dataSource;
});

afterAll(() => casino.close());

/** Plays on with the first, the second, … of the legal actions in turn, so that every kind comes up. */
async function playOut(dealt: RoundBody, variety: number): Promise<RoundBody> {
  let round = dealt;
  for (let turn = variety; round.status !== 'settled'; turn++) {
    const legal = round.allowed[turn % round.allowed.length];
    const action =
      legal.type === 'insurance' && 'min' in legal
        ? { type: legal.type, accept: true, amount: legal.min }
        : {
            ...legal,
            price: undefined,
            ...(/insurance|money/.test(legal.type) ? { accept: turn % 2 === 0 } : {}),
          };
    const reply = await casino.act(round.id, action);
    if (reply.status !== 200) throw new Error(reply.text);
    round = reply.body;
    // Switching back and forth could go on for ever.
    if (legal.type === 'switch') turn += round.allowed.length - 2;
  }
  return round;
}

async function recordOf(roundId: string): Promise<{ record: RoundRecord; row: Record<string, unknown> }> {
  const [row] = await dataSource.query<Record<string, unknown>[]>(
    `SELECT ${roundJson('r')} AS record, r.staked, r.returned, r.in_play, r.bets, r.status FROM rounds r WHERE round_id = $1`,
    [roundId],
  );
  return { record: row['record'] as RoundRecord, row };
}

const seedOf = (record: RoundRecord): Promise<Buffer> => serverSeedOf(casino.app, record);

const PRIVATE = PRESETS.filter(({ table }) => table === 'private');

describe('what is stored of a round', () => {
  test.each(PRIVATE.map(({ id }) => id))(
    '%s: its steps make the round that was answered, and its seed its cards',
    async (gameId) => {
      const { id } = await casino.openSession({ gameId, balance: 100_000_000 });
      for (let count = 0; count < 12; count++) {
        const boxes = [
          { box: 1, stake: 1000 },
          { box: 2, stake: 500 },
        ];
        const dealt = await casino.deal(id, { boxes });
        const answered = await playOut(dealt.body, count);
        const { record, row } = await recordOf(answered.id);
        const ruleSet = ruleSetOf(gameId, 1, null);
        expect(roundBody(record, ruleSet, { advice: true })).toEqual(answered);
        const journal = new RecordingJournal();
        const round = replay(ruleSet, record.limits, gameSteps(record), journal);
        const bets = JSON.parse(JSON.stringify(betsOf(round))) as unknown;
        const { staked, returned } = answered;
        expect(row).toMatchObject({
          staked,
          returned,
          in_play: inPlayOf(betsOf(round)),
          bets,
          status: 'settled',
        });
        const drawn = record.steps.flatMap(({ step }) => (step.type === 'cancel' ? [] : step.cards));
        const cards = cardsFrom(record, await seedOf(record), 0);
        expect(drawn.map(() => cardText(cards.draw()))).toEqual(drawn);
        const moved = await dataSource.query<object[]>(
          'SELECT kind, reason, bet, amount FROM transfers WHERE round_id = $1 ORDER BY entry_no',
          [answered.id],
        );
        expect(moved).toEqual(transfersOf(journal.events));
      }
    },
  );

  test('steps, transfers and cancellations cannot be changed or removed', async () => {
    await casino.deposit('alice', 1000);
    const { id } = await casino.openSession({ gameId: 'american-blackjack' });
    const { body } = await casino.deal(id, { boxes: [{ box: 1, stake: 1000 }] });
    expect((await casino.cancel(body.id, { reason: 'test' })).status).toBe(200);
    for (const table of ['round_steps', 'transfers', 'cancellations', 'wallet_transactions', 'rule_sets']) {
      await expect(dataSource.query(`UPDATE ${table} SET position = position`)).rejects.toThrow(
        /append-only/,
      );
      await expect(dataSource.query(`DELETE FROM ${table}`)).rejects.toThrow(/append-only/);
      await expect(dataSource.query(`TRUNCATE ${table}`)).rejects.toThrow(/append-only/);
    }
  });
});

describe('C-25 a shoe that is kept', () => {
  async function cardsOfRounds(gameId: string, rounds: number): Promise<RoundRecord[]> {
    const { id } = await casino.openSession({ gameId, balance: 100_000_000 });
    const records: RoundRecord[] = [];
    for (let count = 0; count < rounds; count++) {
      const dealt = await casino.deal(id, { boxes: [1, 2, 3].map((box) => ({ box, stake: 100 })) });
      await playOut(dealt.body, count);
      records.push((await recordOf(dealt.body.id)).record);
    }
    return records;
  }

  test('SW-01 goes on from round to round up to the cut card in its middle, and a new one follows', async () => {
    const records = await cardsOfRounds('blackjack-switch', 26);
    const shoes = new Map<number, RoundRecord[]>();
    for (const record of records) {
      const no = record.shoe.keptNo ?? 0;
      shoes.set(no, [...(shoes.get(no) ?? []), record]);
    }
    expect(shoes.size).toBeGreaterThan(1);
    const ends: number[] = [];
    for (const rounds of shoes.values()) {
      let position = 0;
      const seen = new Map<string, number>();
      for (const { shoe, nonce, steps } of rounds) {
        expect({ start: shoe.start, nonce }).toEqual({ start: position, nonce: rounds[0].nonce });
        expect(shoe.start).toBeLessThan(208);
        for (const { step } of steps) {
          if (step.type === 'cancel') continue;
          position += step.cards.length;
          for (const card of step.cards) seen.set(card, (seen.get(card) ?? 0) + 1);
        }
      }
      expect(Math.max(...seen.values())).toBeLessThanOrEqual(8);
      ends.push(position);
    }
    for (const end of ends.slice(0, -1)) expect(end).toBeGreaterThanOrEqual(208);
  });

  test('belongs to its session, and chosen cards leave it alone', async () => {
    const first = await casino.openSession({ gameId: 'blackjack-switch' });
    const second = await casino.openSession({ gameId: 'blackjack-switch', playerId: first.playerId });
    const bet = { boxes: [{ box: 1, stake: 100 }] };
    const one = await casino.deal(first.id, bet);
    const other = await casino.deal(second.id, bet);
    const [mine, his] = [await recordOf(one.body.id), await recordOf(other.body.id)];
    expect(await seedOf(mine.record)).not.toEqual(await seedOf(his.record));
    if (one.body.status === 'insurance') await casino.act(one.body.id, { type: 'insurance', accept: false });
    await casino.act(one.body.id, { type: 'stand-all' });
    const chosen = await casino.deal(first.id, { ...bet, cards: ['As', '4d', '7h', '6c', 'Kh'] });
    expect((await recordOf(chosen.body.id)).record.shoe).toMatchObject({ keptNo: null, start: 0 });
    await casino.act(chosen.body.id, { type: 'stand-all' });
    const next = await casino.deal(first.id, bet);
    const { record } = await recordOf(next.body.id);
    expect(record.nonce).toBe(mine.record.nonce);
    expect(record.shoe.keptNo).toBe(1);
    expect(record.shoe.start).toBeGreaterThanOrEqual(6);
  });

  test('an operator’s own game with a cut card keeps its shoe, too', async () => {
    await casino.post('/v1/rule-sets', { id: 'kept-shoe', settings: { shuffle: 'cutCard', boxes: 3 } });
    const records = await cardsOfRounds('kept-shoe', 3);
    expect(new Set(records.map(({ nonce }) => nonce)).size).toBe(1);
    expect(records[1].shoe.start).toBeGreaterThan(0);
  });
});

test('C-21 a rebet places the stakes and side bets of the previous round in this game again', async () => {
  const { id, playerId } = await casino.openSession({ gameId: 'american-blackjack' });
  expect(await casino.deal(id, { rebet: true })).toMatchObject({
    status: 409,
    body: { code: 'nothing_to_rebet' },
  });
  const boxes = [
    { box: 4, stake: 300 },
    { box: 2, stake: 700, sideBets: { sevens: 200, blackjack: 100 } },
  ];
  const first = await casino.deal(id, { boxes, cards: ['9c', '9d', '6d', '7s', '7h', 'Th'] });
  await casino.act(first.body.id, { type: 'stand-all' });
  const again = await casino.openSession({ gameId: 'american-blackjack', playerId });
  const { status, body } = await casino.deal(again.id, { rebet: true });
  expect(status).toBe(201);
  expect(body.staked).toBe(1300);
  expect(
    body.boxes.map(({ box, hands, sideBets }) => [
      box,
      hands[0].stake,
      sideBets.map(({ type, stake }) => [type, stake]),
    ]),
  ).toEqual([
    [
      2,
      700,
      [
        ['blackjack', 100],
        ['sevens', 200],
      ],
    ],
    [4, 300, []],
  ]);
});
