import { reconcileBooks } from '../../src/operations/reconcile-books';
import { finishAbandoned } from '../../src/application/rounds/finish-abandoned';
import type { RoundContext } from '../../src/application/rounds/context';
import { ROUND_CONTEXT } from '../../src/http/rounds/round-context';
import { auditEverything, vaultOf } from '../support/audit';
import { Casino } from '../support/casino';
import { dealtRound, type PlayedRound, settledRound } from './played-round';

let casino: Casino;
let played: PlayedRound;

beforeAll(async () => {
  casino = await Casino.open();
  played = await settledRound(casino);
  const { roundId } = await dealtRound(casino);
  await casino.cancel(roundId, { reason: 'fault' });
});

afterAll(() => casino.close());

async function reconciled(): Promise<string[]> {
  const lines: string[] = [];
  await reconcileBooks(casino.app.dataSource, (line) => lines.push(line));
  return lines;
}

/** Looks at a database that was edited with every trigger off, and undoes the edit. */
async function edited<T>(edit: string, undo: string, look: () => Promise<T>): Promise<T> {
  if ((await forced(edit)) === 0) throw new Error(`nothing was edited: ${edit}`);
  try {
    return await look();
  } finally {
    await forced(undo);
  }
}

function forced(update: string): Promise<number> {
  return casino.app.dataSource.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    const [, affected] = await tx.query<[unknown, number]>(`UPDATE ${update}`);
    return affected;
  });
}

test('books with shared rounds, settled and cancelled, are right', async () => {
  expect((await reconciled()).at(-1)).toBe('The books are right.');
  expect(await auditEverything(casino.app.dataSource, vaultOf(casino.app.app))).toEqual([]);
});

const row = (): string => `round_id = '${played.roundId}' AND bettor = 1`;
const whole = (): string => `round_id = '${played.roundId}'`;

test.each<[string, () => string, () => string, RegExp]>([
  [
    'a bettor more than there are parts',
    () => `table_rounds SET bettors = bettors + 1 WHERE ${whole()}`,
    () => `table_rounds SET bettors = bettors - 1 WHERE ${whole()}`,
    /: 3 bettors, numbered 0 to 2, where it was dealt to 4$/,
  ],
  [
    'a part of another table',
    () => `rounds SET table_key = table_key + 1 WHERE ${row()}`,
    () => `rounds SET table_key = table_key - 1 WHERE ${row()}`,
    /: its table has no such round$/,
  ],
  [
    'a part with another number',
    () => `rounds SET bettor = 5 WHERE ${row()}`,
    () => `rounds SET bettor = 1 WHERE round_id = '${played.roundId}' AND bettor = 5`,
    /: 3 bettors, numbered 0 to 5, where it was dealt to 3$/,
  ],
  [
    'a part that stands elsewhere',
    () => `rounds SET status = 'cancelled' WHERE ${row()}`,
    () => `rounds SET status = 'settled' WHERE ${row()}`,
    /: it is settled, but a part in it is not, or has other times$/,
  ],
  [
    'a part with another seed',
    () => `rounds SET nonce = nonce + 1 WHERE ${row()}`,
    () => `rounds SET nonce = nonce - 1 WHERE ${row()}`,
    /: a part in it was dealt otherwise$/,
  ],
  [
    'a version without its step',
    () => `table_rounds SET version = version + 1 WHERE ${whole()}`,
    () => `table_rounds SET version = version - 1 WHERE ${whole()}`,
    /: version is \d+, it has \d+ steps$/,
  ],
  [
    'money that no transfer moved',
    () => `rounds SET returned = returned + 100 WHERE ${row()}`,
    () => `rounds SET returned = returned - 100 WHERE ${row()}`,
    /: returned is \d+, its payouts, refunds and reversals add up to \d+$/,
  ],
])('reconcile finds %s', async (_, edit, undo, found) => {
  const lines = await edited(edit(), undo(), reconciled);
  expect(lines.at(-1)).toMatch(/^The books are wrong/);
  expect(lines.some((line) => found.test(line))).toBe(true);
  expect((await reconciled()).at(-1)).toBe('The books are right.');
});

test.each<[string, () => string, () => string, RegExp]>([
  [
    'stakes of a bettor',
    () => `rounds SET staked = staked + 100 WHERE ${row()}`,
    () => `rounds SET staked = staked - 100 WHERE ${row()}`,
    /its bettors have/,
  ],
  [
    'burned cards',
    () => `table_shoes SET burned = burned + 1`,
    () => `table_shoes SET burned = burned - 1`,
    /burned \d+ for/,
  ],
  [
    'cards that left a shoe',
    () => `table_shoes SET dealt = dealt + 1`,
    () => `table_shoes SET dealt = dealt - 1`,
    /dealt \d+; burned/,
  ],
])('the audit of tests finds other %s', async (_, edit, undo, found) => {
  const { dataSource, app } = casino.app;
  const differences = await edited(edit(), undo(), () => auditEverything(dataSource, vaultOf(app)));
  expect(differences.some((line) => found.test(line))).toBe(true);
});

test('C-19 the sweep for abandoned private rounds leaves those of tables alone', async () => {
  const { roundId, ann } = await dealtRound(casino);
  const context = casino.app.app.get<RoundContext>(ROUND_CONTEXT, { strict: false });
  const later = new Date(casino.app.clock.now.getTime() + 365 * 86_400_000);
  expect(await finishAbandoned(context, later)).toMatchObject({ finished: 0, failed: [] });
  expect((await casino.round(roundId, { key: ann.token })).body.status).toBe('insurance');
  await casino.cancel(roundId, { reason: 'over' });
});
