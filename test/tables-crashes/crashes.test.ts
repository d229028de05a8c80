import { join } from 'node:path';
import { Casino } from '../support/casino';
import { type Child, startChild, stopChildren, waitForOutput } from '../support/child';
import { DeluxeTable } from './deluxe-table';
import type { Order } from './orders';
import { gapsOfTables } from './numbering';

/**
 * A process is killed at every transition of a round, once with all of it written and nothing committed, once when the
 * commit was through and nobody had been told. Another process repeats what the dead one was asked for and plays on: the
 * round has to be the same as one at which nobody died.
 */
let casino: Casino;
let start: Date;

/** Seats 1 to 3, the dealer, seats 1 to 3, the dealer; then what is drawn. */
const CARDS = ['5h', '9h', '5s', 'As', '6d', '9c', '4s', '6c', 'Td', 'Kc', 'Th', 'Ts', '9d'];

interface Move {
  readonly name: string;
  /** The phase that it leaves, as `TableContext.hook` is told. */
  readonly leaves: string;
  readonly order: (table: DeluxeTable) => Promise<Order> | Order;
}

const time = (leaves: string): Move => ({
  name: `time ends ${leaves}`,
  leaves,
  order: async (table) => {
    await table.untilDue();
    return { do: 'time', lease: await table.claim('driver') };
  },
});

const bet = (playerId: string, seat: number, kind: 'seat' | 'behind' | 'pairs', amount: number): Move => ({
  name: `${playerId} bets ${amount} ${kind} ${seat}`,
  leaves: 'betting',
  order: (table) => ({ do: 'bet', bet: { sessionId: table.sessionOf(playerId), seat, kind, amount } }),
});

const choose = (
  leaves: string,
  playerId: string,
  choice: Extract<Order, { do: 'choose' }>['choice']['choice'],
): Move => ({
  name: `${playerId}: ${JSON.stringify(choice)}`,
  leaves,
  order: (table) => {
    const sessionId = table.sessionOf(playerId);
    return { do: 'choose', choice: { sessionId, choice, expectedVersion: null, confirmed: true } };
  },
});

/** Before anybody dies. */
const SET_UP = [
  bet('ann', 1, 'seat', 1000),
  bet('ben', 2, 'seat', 1000),
  bet('dan', 3, 'seat', 2000),
  bet('cleo', 1, 'behind', 700),
  bet('cleo', 2, 'pairs', 100),
];

/** Ben pays his insurance and cannot pay the split that he chose before; bob follows ann, cleo does not; dan sleeps. */
const MOVES: readonly Move[] = [
  bet('bob', 1, 'behind', 500),
  time('betting'),
  choose('insurance', 'bob', { type: 'follow-double', hand: '1.1', accept: true }),
  choose('insurance', 'ben', { type: 'split', hand: '2.1' }),
  choose('insurance', 'ben', { type: 'insurance', hand: '2.1', accept: true }),
  time('insurance'),
  { name: 'the supervisor pauses', leaves: 'deciding', order: () => ({ do: 'pause' }) },
  { name: 'the supervisor resumes', leaves: 'paused', order: () => ({ do: 'resume' }) },
  choose('deciding', 'ann', { type: 'double', hand: '1.1' }),
  time('deciding'),
  {
    name: 'dan leaves his seat',
    leaves: 'result',
    order: (table) => ({ do: 'leave', seat: 3, sessionId: table.sessionOf('dan') }),
  },
  time('result'),
  bet('ann', 1, 'seat', 1000),
  { ...time('betting'), name: 'time ends betting, from the shoe of the table' },
];
/** Moves of the round with chosen cards; what comes after it is dealt from the table's own shoe. */
const SCRIPTED = 12;

const cancel = (leaves: string): Move => ({
  name: `the supervisor cancels while ${leaves}`,
  leaves: `cancel-${leaves}`,
  order: async (table) => ({ do: 'cancel', roundId: (await table.kept()).roundId }),
});
const CANCELLED_AFTER: readonly [number, string][] = [
  [4, 'insurance'],
  [6, 'deciding'],
  [7, 'paused'],
  [10, 'result'],
];

async function openTable(): Promise<DeluxeTable> {
  casino.app.clock.now = start;
  const table = await DeluxeTable.open(casino);
  const balances = { ann: 100_000, ben: 1600, bob: 100_000, cleo: 100_000, dan: 100_000 };
  for (const [playerId, balance] of Object.entries(balances)) await table.enters(playerId, { balance });
  await table.http.cards(...CARDS);
  for (const { order } of SET_UP) await table.does(await order(table));
  return table;
}

async function play(table: DeluxeTable, moves: readonly Move[]): Promise<void> {
  for (const { order } of moves) await table.does(await order(table));
}

/** Everything that the round came to, apart from names that no two tables share. */
async function outcomeOf(table: DeluxeTable): Promise<object> {
  const ask = <Row>(sql: string): Promise<Row[]> => table.dataSource.query(sql, [table.place.tableId]);
  const { roundId, shoe, ...state } = await table.kept();
  expect(roundId).not.toBe('');
  return {
    state,
    fromShoe: shoe.dealt - shoe.burned,
    steps: await ask(
      `SELECT s.version, step FROM table_steps s JOIN table_rounds USING (table_key, round_id)
       WHERE table_id = $1 ORDER BY 1`,
    ),
    sheets: await ask('SELECT sheet FROM table_sheets WHERE table_id = $1 ORDER BY player_key'),
    rounds: await ask(
      'SELECT status, staked, returned, in_play, bets, balance_after FROM rounds WHERE table_id = $1 ORDER BY player_key',
    ),
    events: await ask('SELECT event_no, type, private FROM table_events WHERE table_id = $1 ORDER BY 1'),
    transfers: await ask(
      `SELECT player_key, entry_no, kind, reason, bet, amount, balance_after, round_version FROM transfers
       WHERE session_id IN (SELECT session_id FROM sessions WHERE table_id = $1) ORDER BY 1, 2`,
    ),
  };
}

/** A process that waits for its order: the next one starts while a test runs. */
let next: Child;

function startDoomed(): Child {
  const { PATH } = process.env;
  return startChild(process.execPath, [join(__dirname, 'doomed-process.mjs')], { env: { PATH } });
}

async function killedAt(point: string, table: DeluxeTable, order: Order, key: string): Promise<void> {
  const child = next;
  next = startDoomed();
  await waitForOutput(child, /ready/);
  const { url } = casino.app.dataSource.options as { url: string };
  const { place } = table;
  child.process.stdin.write(`${JSON.stringify({ url, point, place, asking: table.asking(key), order })}\n`);
  const ended = await child.ended;
  expect([ended, child.stdout(), child.stderr()]).toEqual(['SIGKILL', 'ready\n', '']);
}

/** Dies at the move that comes next, is found as it has to be, and another process plays that move once more. */
async function diesAndGoesOn(
  table: DeluxeTable,
  { order, leaves }: Move,
  when: 'before' | 'after',
): Promise<void> {
  const before = await table.kept();
  const wanted = await order(table);
  const key = `key of ${table.place.tableId}`;
  await killedAt(`${when}-commit:${leaves}`, table, wanted, key);
  const left = await table.kept();
  if (when === 'before') expect(left).toEqual(before);
  else expect(left.eventNo).toBeGreaterThan(before.eventNo);
  if (wanted.do !== 'time') {
    const replayed = when === 'after';
    expect(await table.carryOut(wanted, table.asking(key))).toMatchObject({ status: 200, replayed });
    return;
  }
  const lease = await table.claim('successor');
  expect(await table.carryOut({ do: 'time', lease: wanted.lease })).toBe(
    when === 'before' ? 'lost' : 'nothing',
  );
  expect(await table.carryOut({ do: 'time', lease })).toBe(when === 'before' ? 'moved' : 'nothing');
}

let whole: object;

beforeAll(async () => {
  next = startDoomed();
  casino = await Casino.open();
  start = casino.app.clock.now;
  const table = await openTable();
  await play(table, MOVES.slice(0, SCRIPTED));
  whole = await outcomeOf(table);
});

afterAll(async () => {
  await stopChildren();
  const gaps = await gapsOfTables(casino.app.dataSource);
  await casino.close();
  expect(gaps).toEqual([]);
});

test('DX-14, DX-19, DX-21, DX-22: the round at which nobody dies has all that could be lost', () => {
  expect(whole).toMatchObject({ state: { phase: 'betting' } });
  const text = JSON.stringify(whole);
  expect(text).toContain('"followers":[');
  for (const by of ['table', 'player', 'ahead', 'automatic']) expect(text).toContain(`"by":"${by}"`);
  expect(text).toContain('"chosen":"split"');
  expect(text).toContain('"reason":"insurance"');
});

const DEATHS = MOVES.flatMap((move, index) =>
  (['before', 'after'] as const).map((when) => [`${index + 1}`, when, move.name, index] as const),
);

test.each(DEATHS)('C-19: move %s, killed %s the commit: %s', async (_, when, __, index) => {
  const table = await openTable();
  await play(table, MOVES.slice(0, index));
  await diesAndGoesOn(table, MOVES[index], when);
  await play(table, MOVES.slice(index + 1, Math.max(SCRIPTED, index + 1)));
  if (index < SCRIPTED) expect(await outcomeOf(table)).toEqual(whole);
  await playOut(table);
});

/** A round is dealt from the table's own shoe and finished by time. */
async function playOut(table: DeluxeTable): Promise<void> {
  if ((await table.kept()).phase === 'betting')
    await play(table, [bet('ann', 1, 'seat', 1000), time('betting')]);
  for (let phases = 0; (await table.kept()).phase !== 'betting'; phases++) {
    expect(phases).toBeLessThan(5);
    await table.endsPhase();
  }
}

const CANCELLED = CANCELLED_AFTER.flatMap(([moves, phase]) =>
  (['before', 'after'] as const).map((when) => [phase, when, moves] as const),
);

test.each(CANCELLED)(
  'C-18: the round is cancelled while %s, killed %s the commit',
  async (phase, when, moves) => {
    const twin = await openTable();
    await play(twin, [...MOVES.slice(0, moves), cancel(phase)]);
    const expected = await outcomeOf(twin);
    const table = await openTable();
    await play(table, MOVES.slice(0, moves));
    await diesAndGoesOn(table, cancel(phase), when);
    expect(await outcomeOf(table)).toEqual(expected);
    for (const player of ['ann', 'bob', 'cleo', 'dan']) expect(await table.balanceOf(player)).toBe(100_000);
  },
);
