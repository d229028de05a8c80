import type { EntityManager } from 'typeorm';
import { lastIdAt, NIL_ID } from '../../src/application/ids';
import { rowLine, sealOfRow } from '../../src/application/records/row-hash';
import { sealHash } from '../../src/application/records/seal-hash';
import { sealRecords } from '../../src/application/records/seal-records';
import { runAuditCommand } from '../../src/operations/audit-run';
import { CommandError } from '../../src/operations/operator-command';
import { reconcileBooks } from '../../src/operations/reconcile-books';
import { parseRetentionCommand } from '../../src/operations/retention-command';
import { runRetentionCommand } from '../../src/operations/run-retention-command';
import { readRecords } from '../../src/persistence/records/read-records';
import { insertSeals, listChainEnds } from '../../src/persistence/records/seals';
import { listOldRounds } from '../../src/persistence/retention/old-rounds';
import { Copy, verify } from '../records/lab';
import { Casino } from '../support/casino';

const SIXTEEN = { boxes: [{ box: 1, stake: 1000 }], cards: ['9c', '6d', '7s', 'Th', '2c'] };
const NOW = new Date();
const ACTOR = 'command:retention (auditor)';

let casino: Casino;
let other: Casino;
let old: { readonly settled: string; readonly cancelled: string; readonly goesOn: string };
let young: string;
let copy: Copy;

async function play(by: Casino): Promise<{ settled: string; cancelled: string }> {
  const { id } = await by.openSession({ gameId: 'american-blackjack' });
  const settled = await by.deal(id, SIXTEEN);
  await by.act(settled.body.id, { type: 'stand-all' });
  const cancelled = await by.deal(id, SIXTEEN);
  await by.cancel(cancelled.body.id, { reason: 'fault' });
  return { settled: settled.body.id, cancelled: cancelled.body.id };
}

async function seal(): Promise<void> {
  await sealRecords(casino.app.dataSource, casino.app.clock.now, { rowsPerPass: 4 });
}

async function run(line: string): Promise<string[]> {
  const lines: string[] = [];
  const command = parseRetentionCommand(line.split(' '));
  const options = { actor: ACTOR, now: NOW, idempotencyDays: 30 };
  await runRetentionCommand(casino.app.dataSource, command, options, (said) => lines.push(said));
  return lines;
}

async function status(roundId: string, by = casino): Promise<number> {
  return (await by.round(roundId)).status;
}

beforeAll(async () => {
  casino = await Casino.open({ decisionSeconds: 31_536_000 });
  other = await Casino.at(casino.app);
  const { clock, dataSource } = casino.app;
  copy = new Copy(dataSource, (dataSource.options as { url: string }).url, () => Promise.resolve());
  clock.now = new Date(NOW.getTime() - 6 * 365.25 * 86_400_000);
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  const goesOn = await casino.deal(id, SIXTEEN);
  old = { ...(await play(casino)), goesOn: goesOn.body.id };
  await play(other);
  await seal();
  clock.now = NOW;
  // The cards of this round lie before the cut, its end behind it.
  expect((await casino.act(old.goesOn, { type: 'stand-all' })).status).toBe(200);
  young = (await play(casino)).settled;
  await seal();
});
afterAll(() => casino.app.close());

test('without --yes it says what would go, and nothing goes', async () => {
  const lines = await run('remove-rounds --older-than 5');
  expect(lines).toEqual([
    expect.stringMatching(/^operator operator-1: 2 rounds sealed up to .* would be removed/),
    expect.stringMatching(/^operator operator-2: 2 rounds sealed up to .* would be removed/),
  ]);
  expect(await status(old.settled)).toBe(200);
  expect(await run('remove-rounds --older-than 7')).toEqual([
    'operator operator-1: nothing is that old',
    'operator operator-2: nothing is that old',
  ]);
});

test('nothing younger than five years, by the command or by hand', async () => {
  const { dataSource } = casino.app;
  expect(() => parseRetentionCommand(['remove-rounds', '--older-than', '4'])).toThrow(CommandError);
  expect(() => parseRetentionCommand(['remove-rounds'])).toThrow(CommandError);
  expect(() => parseRetentionCommand(['remove-everything', '--older-than', '9'])).toThrow(CommandError);
  await expect(run('remove-rounds --older-than 6 --operator nobody')).rejects.toThrow('There is no operator');
  const early = dataSource.query(
    `INSERT INTO round_removals (operator_id, up_to_position, actor, at)
     SELECT operator_id, max(to_position), 'somebody', $2::timestamptz FROM seals WHERE operator_id = $1 GROUP BY 1`,
    [casino.operatorId, NOW],
  );
  await expect(early).rejects.toThrow('five years');
  for (const table of ['round_steps', 'cancellations']) {
    await expect(dataSource.query(`DELETE FROM ${table}`)).rejects.toThrow(/append-only/);
  }
});

const YEARS_AHEAD = `now() + interval '5 years 1 day'`;
const removalOfAll = (at: string): string => `
  INSERT INTO round_removals (operator_id, up_to_position, actor, at)
  SELECT operator_id, max(to_position), 'forger', ${at} FROM seals
  WHERE operator_id = '${casino.operatorId}' GROUP BY operator_id`;

describe('nobody makes a young round old by a date', () => {
  test('of the removal: the database’s clock counts the years', async () => {
    await expect(casino.app.dataSource.query(removalOfAll(YEARS_AHEAD))).rejects.toThrow('five years');
  });

  test('of the command: its clock may say what it likes', async () => {
    const command = parseRetentionCommand(
      'remove-rounds --older-than 5 --operator operator-1 --yes'.split(' '),
    );
    const now = new Date(NOW.getTime() + 5.1 * 365.25 * 86_400_000);
    const options = { actor: ACTOR, now, idempotencyDays: 30 };
    const promise = runRetentionCommand(casino.app.dataSource, command, options, () => undefined);
    await expect(promise).rejects.toThrow('five years');
    expect(await status(young)).toBe(200);
  });

  test('of a removal that is on record from before: it lets nothing be deleted', async () => {
    const runner = casino.app.dataSource.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query('SET LOCAL session_replication_role = replica');
      await runner.query(removalOfAll(YEARS_AHEAD));
      await runner.query('SET LOCAL session_replication_role = origin');
      const deletion = runner.query('DELETE FROM round_steps WHERE round_id = $1', [young]);
      await expect(deletion).rejects.toThrow(/append-only/);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });
});

test.each(['round_steps', 'transfers', 'cancellations'])(
  'a round goes only with all that is under seal of it: one transaction’s %s may lie behind the cut',
  async (table) => {
    const { cancelled: roundId } = old;
    const where = { operatorId: casino.operatorId, table: null, after: NIL_ID, last: lastIdAt(NOW) };
    const goes = async (db: EntityManager): Promise<boolean> =>
      (await listOldRounds(db, { ...where, upToPosition: 999_999 }, 100)).some(
        (listed) => listed.roundId === roundId,
      );
    const behindIt = `UPDATE ${table} SET position = 1000000 WHERE round_id = '${roundId}'`;
    expect(await goes(casino.app.dataSource.manager)).toBe(true);
    expect(await copy.edited([behindIt], goes)).toBe(false);
  },
);

test('answers that are kept longer than the rounds would be are in the way', async () => {
  const command = parseRetentionCommand('remove-rounds --older-than 5 --yes'.split(' '));
  const options = { actor: ACTOR, now: NOW, idempotencyDays: 3650 };
  const promise = runRetentionCommand(casino.app.dataSource, command, options, () => undefined);
  await expect(promise).rejects.toThrow('IDEMPOTENCY_DAYS');
});

describe('with --yes', () => {
  beforeAll(async () => {
    const lines = await run('remove-rounds --older-than 5 --operator operator-1 --yes');
    expect(lines).toEqual([expect.stringMatching(/^operator operator-1: 2 rounds sealed .* removed$/)]);
    await seal();
  });

  test('what is old is gone, and nothing else: not what went on later, not what is young, not another operator’s', async () => {
    expect(await status(old.settled)).toBe(404);
    expect(await status(old.cancelled)).toBe(404);
    expect((await casino.get(`/v1/cancellations/${old.cancelled}`)).status).toBe(404);
    expect(await status(old.goesOn)).toBe(200);
    expect(await status(young)).toBe(200);
    const { body } = await other.get<{ items: unknown[] }>('/v1/rounds');
    expect(body.items).toHaveLength(2);
  });

  test('the chain is valid, and says by whom rounds were removed', async () => {
    const { code, lines } = await verify(casino.app.dataSource.manager);
    expect([code, lines.at(-1)]).toEqual([0, 'Nothing was changed, removed or inserted.']);
    expect(lines[0]).toMatch(
      /^operator operator-1: rounds up to position \d+ were removed for their age, .*auditor/,
    );
  });

  test('the books are right without them: transfers stay', async () => {
    const lines: string[] = [];
    expect(await reconcileBooks(casino.app.dataSource, (line) => lines.push(line))).toBe(0);
    const [{ count }] = await casino.app.dataSource.query<[{ count: number }]>(
      'SELECT count(*)::int AS count FROM transfers WHERE round_id = $1',
      [old.settled],
    );
    expect(count).toBeGreaterThan(0);
  });

  test('a second run has nothing to do, and puts nothing on record', async () => {
    expect(await run('remove-rounds --older-than 5 --operator operator-1 --yes')).toEqual([
      'operator operator-1: nothing is that old',
    ]);
    const rows = await casino.app.dataSource.query<unknown[]>('SELECT FROM round_removals');
    expect(rows).toHaveLength(1);
  });

  test('what the removal does not cover is append-only still', async () => {
    const { dataSource } = casino.app;
    await expect(dataSource.query('DELETE FROM round_steps WHERE round_id = $1', [young])).rejects.toThrow(
      /append-only/,
    );
    for (const which of ['', ' AND version = 1']) {
      const deletion = dataSource.query(`DELETE FROM round_steps WHERE round_id = $1${which}`, [old.goesOn]);
      await expect(deletion).rejects.toThrow(/append-only/);
    }
  });

  test.each([
    ['a young round is removed with every trigger off', () => young, /round_steps .* was removed/],
    ['an old step of a round that went on is removed', () => old.goesOn, /round_steps .* was removed/],
  ])('verify still names it when %s', async (_, roundId, expected) => {
    const lines = await linesAfter([
      `DELETE FROM round_steps WHERE round_id = '${roundId()}' AND version = 1`,
    ]);
    expect(lines.join('\n')).toMatch(expected);
  });

  test('a removal that nobody could lawfully make excuses nothing, and is named', async () => {
    const lines = await linesAfter([
      `INSERT INTO round_removals (operator_id, up_to_position, actor, at)
       SELECT operator_id, max(to_position), 'forger', now() FROM seals
       WHERE operator_id = '${casino.operatorId}' GROUP BY operator_id`,
      `DELETE FROM round_steps WHERE round_id = '${young}'`,
    ]);
    expect(lines.join('\n')).toMatch(/round_steps .* was removed/);
    expect(lines.join('\n')).toMatch(/round_removals \d+ was made too early/);
  });

  test('a removal with a date to come excuses nothing, and is named', async () => {
    const lines = await linesAfter([
      removalOfAll(YEARS_AHEAD),
      `DELETE FROM round_steps WHERE round_id = '${young}'`,
      `DELETE FROM rounds WHERE round_id = '${young}'`,
    ]);
    expect(lines.join('\n')).toMatch(/round_steps .* was removed/);
    expect(lines.join('\n')).toMatch(/round_removals \d+ was dated later than it was made/);
  });

  test('not even years later, for the seal over its record tells when it was made', async () => {
    const runner = casino.app.dataSource.createQueryRunner();
    await runner.startTransaction();
    const lines: string[] = [];
    try {
      await runner.query('SET LOCAL session_replication_role = replica');
      await runner.query(removalOfAll(YEARS_AHEAD));
      await runner.query('SET LOCAL session_replication_role = origin');
      await sealIn(runner.manager);
      await runner.query('SET LOCAL session_replication_role = replica');
      await runner.query(`DELETE FROM round_steps WHERE round_id = '${young}'`);
      await runner.query(`DELETE FROM rounds WHERE round_id = '${young}'`);
      const command = { type: 'verify', operator: null, headPath: null, keysPath: null } as const;
      const inTenYears = new Date(NOW.getTime() + 10 * 365.25 * 86_400_000);
      await runAuditCommand(runner.manager, command, (line) => lines.push(line), inTenYears);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
    expect(lines.join('\n')).toMatch(/round_steps .* was removed/);
    expect(lines.join('\n')).toMatch(/round_removals \d+ was dated later than it was made/);
  });

  test('the time of the removal is the database’s', async () => {
    const [{ apart }] = await casino.app.dataSource.query<[{ apart: number }]>(
      'SELECT abs(extract(epoch FROM now() - at))::integer AS apart FROM round_removals',
    );
    expect(apart).toBeLessThan(600);
  });

  test('the record of the removal is sealed like any other', async () => {
    const lines = await linesAfter(['DELETE FROM round_removals']);
    expect(lines.join('\n')).toMatch(/round_removals \d+ was removed/);
    expect(lines.join('\n')).toMatch(/round_steps .* was removed/);
  });
});

/** Seals what the transaction has written, as a sealer with the right time would. */
async function sealIn(db: EntityManager): Promise<void> {
  const { operatorId } = casino;
  const end = (await listChainEnds(db, [operatorId])).get(operatorId);
  if (end === undefined) throw new Error('the operator has seals');
  const { rows } = await readRecords(db, end.toPosition, Number.MAX_SAFE_INTEGER, 1000);
  const seal = {
    operatorId,
    sealNo: end.sealNo + 1,
    previousHash: end.hash,
    salt: Buffer.alloc(16),
    fromPosition: end.toPosition,
    toPosition: rows[rows.length - 1].position,
    rowCount: rows.length,
    rowsTotal: end.rowsTotal + rows.length,
    covers: rows.map((row) => rowLine(sealOfRow(row))).join(''),
    at: NOW,
  };
  await insertSeals(db, [{ ...seal, hash: sealHash(seal) }]);
}

/** What verify finds once somebody who can switch triggers off has done this. */
async function linesAfter(edits: readonly string[]): Promise<string[]> {
  return copy.edited(edits, async (db) => (await verify(db)).lines);
}
