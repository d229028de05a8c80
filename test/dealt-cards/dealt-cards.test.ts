import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { createDataSource } from '../../src/database/data-source';
import { CommandError } from '../../src/operations/operator-command';
import { parseRandomnessCommand, type RandomnessCommand } from '../../src/operations/randomness-command';
import { countDealt, dealtReport } from '../../src/operations/randomness-dealt';
import { entities } from '../../src/persistence/entities';
import { RandomSource } from '../../src/randomness/random-source';
import { Casino } from '../support/casino';
import { HttpTable } from '../tables/http-table';

/** Seeds of the server and of the players are fixed: these cards are the same for ever, and so is what is said of them. */
let made = 0;
const source = new RandomSource(() => createHash('sha256').update(`dealt cards ${made++}`).digest());
let casino: Casino;
let start: Date;
let afterKept: Date;

beforeAll(async () => {
  casino = await Casino.open({}, { randomSource: source });
  start = casino.app.clock.now;
  await play('american-blackjack', 4, 300);
  await play('blackjack-switch', 3, 60);
  afterKept = casino.app.clock.now;
  await play('infinite-blackjack', 5, 10);
  await playChosen();
  await playTable(8);
}, 240_000);
afterAll(() => casino.close());

/** So many rounds after the start, each of which takes a second. */
const after = (rounds: number): string => new Date(start.getTime() + rounds * 1000).toISOString();
const tick = (): void => void (casino.app.clock.now = new Date(casino.app.clock.now.getTime() + 1000));

/** Rounds of one session with a stake on every box, played to their ends. */
async function play(gameId: string, boxes: number, rounds: number): Promise<void> {
  const { id } = await casino.openSession({ gameId, mode: 'demo' });
  await casino.call('PUT', `/v1/sessions/${id}/fairness/client-seed`, { clientSeed: 'laboratory' });
  const bets = { boxes: Array.from({ length: boxes }, (_, box) => ({ box: box + 1, stake: 100 })) };
  for (let round = 0; round < rounds; round++) {
    tick();
    const dealt = await casino.deal(id, bets);
    if (dealt.status !== 201) throw new Error(dealt.text);
    if (dealt.body.status === 'playing') await casino.act(dealt.body.id, { type: 'stand-all' });
    if (dealt.body.status === 'insurance') await casino.cancel(dealt.body.id, { reason: 'test' });
  }
}

/** What a tester chose must not be taken for chance; nor what was random in his session. */
async function playChosen(): Promise<void> {
  const { id } = await casino.openSession({ gameId: 'american-blackjack', mode: 'test' });
  for (const cards of [['Th', '6h', 'Td', 'Tc'], undefined]) {
    tick();
    const { body } = await casino.deal(id, { boxes: [{ box: 1, stake: 100 }], ...(cards && { cards }) });
    if (body.status !== 'settled') await casino.cancel(body.id, { reason: 'test' });
  }
}

/** A table of which the rounds with random cards are made real ones; those with chosen cards stay test rounds. */
async function playTable(rounds: number): Promise<void> {
  const table = await HttpTable.open(casino);
  const { id: sessionId } = await table.session();
  for (let round = 0; round <= rounds; round++) {
    tick();
    if (round === 3) await table.cards('Th', '6h', 'Td', 'Tc', '9h');
    for (const seat of [1, 2]) await table.bet({ sessionId, seat, amount: 1000 });
    for (let state = await table.advance(); state.status !== 'betting';) state = await table.advance();
  }
  const db = casino.app.dataSource;
  await db.query(`UPDATE tables SET mode = 'real'`);
  await db.query(`UPDATE table_rounds SET mode = 'real' WHERE shoe->>'script' IS NULL`);
}

type Dealt = Extract<RandomnessCommand, { type: 'dealt' }>;

async function report(db: EntityManager, line = '') {
  const args = ['--dealt', ...line.split(' ').filter((word) => word !== '')];
  const command = parseRandomnessCommand(args) as Dealt;
  const groups = await countDealt(db, command, () => undefined);
  return { groups, ...dealtReport(groups) };
}

/** What is said of a copy of the rounds that was changed in the database by whoever owns it. */
async function afterForgery(...statements: string[]) {
  const db = createDataSource((casino.app.dataSource.options as { url: string }).url, 1, entities);
  await db.initialize();
  const runner = db.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query('ALTER TABLE round_steps DISABLE TRIGGER USER');
    for (const statement of statements) await runner.query(statement);
    return await report(runner.manager);
  } finally {
    await runner.rollbackTransaction();
    await db.destroy();
  }
}

/** The deals of the 300 rounds: four hands, the dealer's first card behind the first four. */
const DEALT = `s.version = 1 AND EXISTS (
  SELECT FROM rounds r WHERE r.round_id = s.round_id AND r.game_id = 'american-blackjack')`;
const change = (step: string, where: string): string =>
  `UPDATE round_steps s SET step = ${step} WHERE ${where}`;

async function onItsOwn<T>(work: (db: EntityManager) => Promise<T>): Promise<T> {
  const db = createDataSource((casino.app.dataSource.options as { url: string }).url, 1, entities);
  await db.initialize();
  try {
    return await work(db.manager);
  } finally {
    await db.destroy();
  }
}

test('rounds that were honestly dealt pass: every game by its decks, private rounds and those of tables', async () => {
  const { groups, lines, passed } = await onItsOwn((db) => report(db));
  expect(passed).toBe(true);
  const sizes = groups.map(({ gameId, decks, rounds, leftOut, impossible, tallies: { all, dealer } }) => {
    return [gameId, decks, rounds, all.cards, dealer.cards, leftOut, impossible.length];
  });
  expect(sizes).toEqual([
    ['american-blackjack', 6, 300, 3000, 600, 0, 0],
    ['blackjack-deluxe', 8, 8, 48, 16, 0, 0],
    ['blackjack-switch', 8, 60, 780, 60, 0, 0],
    ['infinite-blackjack', null, 10, 120, 20, 0, 0],
  ]);
  expect(lines).toContain('american-blackjack, 6 decks: 300 rounds');
  expect(lines.filter((line) => /^ {2}dealer's +600 +(0\.\d+ +){2}0\.\d+ +passed$/.test(line))).toHaveLength(
    1,
  );
  expect(
    lines.filter((line) => /^ {2}dealer's +60 +too few to say \(520 at least\)$/.test(line)),
  ).toHaveLength(1);
  expect(lines.at(-1)).toMatch(/^15 results, each 0\.00001 likely to fail on sound cards: all passed$/);
});

describe('falsified rounds are named', () => {
  test('more sixes', async () => {
    const { lines, passed } = await afterForgery(
      change(`jsonb_set(step, '{cards,0}', '"6h"')`, `${DEALT} AND s.at < '${after(75)}'`),
    );
    expect(passed).toBe(false);
    expect(lines.join('\n')).toMatch(/first of a hand .* FAILED\n.*6h.*\n +by rank .*: rank 6 \d+, expected/);
    expect(lines.filter((line) => /^ {2}dealer's .* passed$/.test(line))).toHaveLength(1);
    expect(lines.at(-1)).toMatch(/FAILED$/);
  });

  test('a suit that is missing', async () => {
    const { lines, passed } = await afterForgery(
      change(
        `jsonb_set(step, '{cards}', regexp_replace(step->>'cards', '(.)h"', '\\1s"', 'g')::jsonb)`,
        DEALT,
      ),
    );
    expect(passed).toBe(false);
    expect(lines.join('\n')).toMatch(/by suit \(.*suit h 0, expected 7\d\d/);
  });

  test('high cards that were taken from players and given to the dealer: the cards altogether are as before', async () => {
    const rankAt = (place: number): string => `strpos('A23456789TJQK', left(s.step->'cards'->>${place}, 1))`;
    const swap = (place: number): string =>
      change(
        `jsonb_set(jsonb_set(step, '{cards,${place}}', step->'cards'->4), '{cards,4}', step->'cards'->${place})`,
        `${DEALT} AND ${rankAt(place)} > ${rankAt(4)}`,
      );
    const { groups, lines, passed } = await afterForgery(...[0, 1, 2, 3].map(swap));
    expect(passed).toBe(false);
    const text = lines.join('\n');
    expect(text).toMatch(/all first cards +3,000 .* passed\n/);
    expect(text).toMatch(/dealer's +600 .* FAILED\n(.*\n)?.*by rank .*: rank K \d+, expected [\d.]+ \(\+/);
    expect(groups[0].impossible).toEqual([]);
  });

  test('a card that a kept shoe no longer held', async () => {
    const { lines, passed } = await afterForgery(
      change(
        `jsonb_set(step, '{cards}', (SELECT jsonb_agg('Kd'::text) FROM jsonb_array_elements(step->'cards')))`,
        `s.version = 1 AND EXISTS (SELECT FROM rounds r WHERE r.round_id = s.round_id AND r.game_id = 'blackjack-switch')`,
      ),
    );
    expect(passed).toBe(false);
    expect(lines.join('\n')).toMatch(/FAILED: cards that no shoe can have given, in [0-9a-f-]{36}/);
  });
});

test('a time and an operator are chosen; shoes that began before the time are left out', async () => {
  const other = await Casino.at(casino.app);
  const name = (operatorId: string): Promise<{ name: string }[]> =>
    casino.app.dataSource.query('SELECT name FROM operators WHERE operator_id = $1', [operatorId]);
  const [{ name: own }] = await name(casino.operatorId);
  const [{ name: others }] = await name(other.operatorId);
  const middle = after(330);
  const rounds = ({ groups }: Awaited<ReturnType<typeof report>>) =>
    Object.fromEntries(groups.map(({ gameId, rounds, leftOut }) => [gameId, [rounds, leftOut]]));
  await onItsOwn(async (db) => {
    const before = rounds(await report(db, `--operator ${own} --to ${middle}`));
    expect(before).toEqual({ 'american-blackjack': [300, 0], 'blackjack-switch': [29, 0] });
    const { 'blackjack-switch': switched, ...rest } = rounds(
      await report(db, `--from ${middle} --to ${new Date(afterKept.getTime() + 1).toISOString()}`),
    );
    expect(rest).toEqual({});
    expect(switched[0] + switched[1]).toBe(31);
    expect(switched[1]).toBeGreaterThan(0);
    expect(await report(db, `--operator ${others}`)).toMatchObject({
      groups: [],
      passed: true,
      lines: ['There are too few cards to say anything.'],
    });
    await expect(report(db, '--operator nobody')).rejects.toThrow(CommandError);
  });
});

test('it cannot write', async () => {
  await onItsOwn(async (db) => {
    const transaction = (work: (tx: EntityManager) => Promise<unknown>): Promise<unknown> =>
      db.transaction(async (tx) => {
        const counted = await work(tx);
        await expect(tx.query('DELETE FROM rounds')).rejects.toThrow(/read-only transaction/);
        return counted;
      });
    expect(await report({ transaction } as unknown as EntityManager)).toMatchObject({ passed: true });
    // The connection goes back as it was: a pooler may give it to somebody else.
    expect(await db.query('SHOW transaction_read_only')).toEqual([{ transaction_read_only: 'off' }]);
  });
});
