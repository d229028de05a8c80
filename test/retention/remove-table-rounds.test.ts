import type { EntityManager } from 'typeorm';
import { lastIdAt, NIL_ID, playerKeyOf } from '../../src/application/ids';
import { sealRecords } from '../../src/application/records/seal-records';
import { reconcileBooks } from '../../src/operations/reconcile-books';
import { parseRetentionCommand } from '../../src/operations/retention-command';
import { runRetentionCommand } from '../../src/operations/run-retention-command';
import { type AssessedRound, insertAssessments } from '../../src/persistence/reports/assessments';
import { deleteRounds, listOldRounds } from '../../src/persistence/retention/old-rounds';
import { dealtRound, type PlayedRound, settledRound } from '../shared-rounds/played-round';
import { listRoundRemovals } from '../../src/persistence/retention/round-removals';
import { Copy, verify, withName } from '../records/lab';
import { beforeStatement } from '../support/before-statement';
import { Casino } from '../support/casino';
import { somebodyWaits } from '../tables/waiting';

const NOW = new Date();
const SIX_YEARS_AGO = new Date(new Date(NOW).setUTCFullYear(NOW.getUTCFullYear() - 6));
const ROWS = ['rounds', 'table_rounds', 'table_steps', 'cancellations', 'round_assessments'];

let casino: Casino;
let other: Casino;
let copy: Copy;
let old: Readonly<Record<OldRound, PlayedRound>>;
let young: PlayedRound;

type OldRound =
  | 'settled'
  | 'cancelled'
  | 'ofClosedTable'
  | 'shown'
  | 'cancelledAndShown'
  | 'goesOn'
  | 'others'
  | 'shownLast'
  | 'cancelledAndShownLast';

/** The table takes bets for its next round: it shows this one no longer. */
async function over(round: PlayedRound): Promise<PlayedRound> {
  await round.table.advance();
  return round;
}

async function cancelledRound(): Promise<PlayedRound> {
  const round = await dealtRound(casino);
  const { status, text } = await casino.cancel(round.roundId, { reason: 'fault', note: 'The table froze.' });
  if (status !== 200) throw new Error(text);
  return round;
}

async function ofClosedTable(): Promise<PlayedRound> {
  const round = await settledRound(casino);
  const { status, text } = await round.table.call('PATCH', '', { status: 'closed', reason: 'test' });
  if (status !== 200) throw new Error(text);
  return over(round);
}

function assessmentOf({ roundId }: PlayedRound): AssessedRound {
  const ofGame = { operatorId: casino.operatorId, gameId: 'blackjack-deluxe', ruleSetVersion: 1 };
  const [day] = SIX_YEARS_AGO.toISOString().split('T');
  return { playerKey: playerKeyOf(roundId), roundId, ...ofGame, currency: 'EUR', day, lines: [] };
}

async function seal(): Promise<void> {
  await sealRecords(casino.app.dataSource, casino.app.clock.now, { rowsPerPass: 4 });
}

async function run(line: string): Promise<string[]> {
  const lines: string[] = [];
  const options = { actor: 'command:retention (auditor)', now: NOW, idempotencyDays: 30 };
  const command = parseRetentionCommand(line.split(' '));
  await runRetentionCommand(casino.app.dataSource, command, options, (said) => lines.push(said));
  return lines;
}

/** Which tables have rows of a round. */
async function rowsOf({ roundId }: PlayedRound): Promise<string[]> {
  const counts = ROWS.map((table) => `(SELECT count(*)::int FROM ${table} WHERE round_id = $1) AS ${table}`);
  const [row] = await casino.app.dataSource.query<[Record<string, number>]>(`SELECT ${counts.join(', ')}`, [
    roundId,
  ]);
  return ROWS.filter((table) => row[table] > 0);
}

/** Removes one round as the command does once a removal is on record; tells how many went. */
async function removed(
  { roundId, table }: PlayedRound,
  beforeCommit: () => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  const { dataSource } = casino.app;
  const ownerKey = playerKeyOf(roundId);
  const [{ upTo }] = await dataSource.query<[{ upTo: number }]>(
    'SELECT max(up_to_position) AS "upTo" FROM round_removals WHERE operator_id = $1',
    [casino.operatorId],
  );
  return dataSource.transaction(async (tx) => {
    const where = { table: { tableKey: ownerKey, tableId: table.id }, upToPosition: upTo };
    const count = await deleteRounds(tx, where, [{ ownerKey, roundId }]);
    await beforeCommit();
    return count;
  });
}

async function findings(edits: readonly string[]): Promise<string[]> {
  const { lines } = await copy.edited(edits, (db) => verify(db));
  return lines.filter((line) => line.startsWith('operator operator-1') && !line.includes('for their age'));
}

beforeAll(async () => {
  casino = await Casino.open();
  other = await Casino.at(casino.app);
  const { dataSource, clock } = casino.app;
  copy = new Copy(dataSource, (dataSource.options as { url: string }).url, () => Promise.resolve());
  clock.now = SIX_YEARS_AGO;
  old = {
    settled: await over(await settledRound(casino)),
    cancelled: await over(await cancelledRound()),
    ofClosedTable: await ofClosedTable(),
    shown: await settledRound(casino),
    cancelledAndShown: await cancelledRound(),
    goesOn: await over(await settledRound(casino)),
    others: await over(await settledRound(other)),
    shownLast: await settledRound(casino),
    cancelledAndShownLast: await cancelledRound(),
  };
  await insertAssessments(dataSource.manager, [assessmentOf(old.settled)], clock.now);
  await seal();
  clock.now = NOW;
  expect((await casino.cancel(old.goesOn.roundId, { reason: 'fault' })).status).toBe(200);
  young = await over(await settledRound(casino));
  await seal();
});
afterAll(() => casino.close());

test('without --yes it says what would go, and nothing goes', async () => {
  expect(await run('remove-rounds --older-than 5')).toEqual([
    expect.stringMatching(
      /^operator operator-1: 3 rounds, 3 of them of shared tables, sealed up to .* would be/,
    ),
    expect.stringMatching(
      /^operator operator-2: 1 rounds, 1 of them of shared tables, sealed up to .* would be/,
    ),
  ]);
  expect(await rowsOf(old.settled)).toEqual(['rounds', 'table_rounds', 'table_steps', 'round_assessments']);
});

test('what no removal on record covers is append-only', async () => {
  const { dataSource } = casino.app;
  for (const table of ['table_steps', 'cancellations']) {
    await expect(dataSource.query(`DELETE FROM ${table}`)).rejects.toThrow(/append-only/);
  }
});

test('of a round that is played, too', async () => {
  const { roundId } = await dealtRound(casino);
  const deletion = casino.app.dataSource.query('DELETE FROM table_steps WHERE round_id = $1', [roundId]);
  await expect(deletion).rejects.toThrow(/append-only/);
});

test.each(['table_steps', 'transfers', 'cancellations'])(
  'a round goes only with all that is under seal of it: one transaction’s %s may lie behind the cut',
  async (table) => {
    const { roundId } = old.cancelled;
    const place = { tableKey: playerKeyOf(roundId), tableId: old.cancelled.table.id };
    const where = { operatorId: casino.operatorId, table: place, after: NIL_ID, last: lastIdAt(NOW) };
    const goes = async (db: EntityManager): Promise<boolean> =>
      (await listOldRounds(db, { ...where, upToPosition: 999_999 }, 100)).some(
        (listed) => listed.roundId === roundId,
      );
    const behindIt = `UPDATE ${table} SET position = 1000000 + position WHERE round_id = '${roundId}'`;
    expect(await goes(casino.app.dataSource.manager)).toBe(true);
    expect(await copy.edited([behindIt], goes)).toBe(false);
  },
);

describe('with --yes', () => {
  beforeAll(async () => {
    const lines = await run('remove-rounds --older-than 5 --operator operator-1 --yes');
    expect(lines).toEqual([
      expect.stringMatching(
        /^operator operator-1: 3 rounds, 3 of them of shared tables, sealed up to .* removed$/,
      ),
    ]);
    await seal();
  });

  test.each(['settled', 'cancelled', 'ofClosedTable'] as const)('%s is gone, for everybody', async (name) => {
    const round = old[name];
    expect(await rowsOf(round)).toEqual([]);
    const path = `/v1/rounds/${round.roundId}`;
    for (const asked of [path, `${path}/proof`, `${path}/record`, `${path}/events`]) {
      expect([asked, (await casino.get(asked)).status]).toEqual([asked, 404]);
    }
    expect((await casino.get(path, { key: round.bob.token })).status).toBe(404);
    expect((await casino.get(`/v1/cancellations/${round.roundId}`)).status).toBe(404);
    expect((await casino.cancel(round.roundId, { reason: 'fault' })).status).toBe(404);
    expect((await round.table.call('GET', '')).status).toBe(200);
  });

  test.each([
    ['what its table still shows', () => old.shown],
    ['what was cancelled, and its table still shows', () => old.cancelledAndShown],
    ['what was cancelled in our days', () => old.goesOn],
    ['what is young', () => young],
  ])('%s is left as it was', async (_, round) => {
    expect((await casino.get(`/v1/rounds/${round().roundId}`)).status).toBe(200);
    expect(await rowsOf(round())).toEqual(expect.arrayContaining(['rounds', 'table_rounds', 'table_steps']));
  });

  test('another operator’s rounds are left', async () => {
    expect((await other.get(`/v1/rounds/${old.others.roundId}`)).status).toBe(200);
  });

  test('the chain is valid, and the books are right: transfers stay', async () => {
    const { code, lines } = await verify(casino.app.dataSource.manager);
    expect([code, ...lines.slice(-2)]).toEqual([
      0,
      'Shoes of tables not recomputed as a whole, for rounds of them were removed: 3.',
      'Nothing was changed, removed or inserted.',
    ]);
    const said: string[] = [];
    expect([await reconcileBooks(casino.app.dataSource, (line) => said.push(line)), said]).toEqual([
      0,
      expect.anything(),
    ]);
    const [{ count }] = await casino.app.dataSource.query<[{ count: number }]>(
      'SELECT count(*)::int AS count FROM transfers WHERE round_id = $1',
      [old.settled.roundId],
    );
    expect(count).toBeGreaterThan(0);
  });

  test('what it does not cover is append-only still', async () => {
    for (const { roundId } of [young, old.goesOn]) {
      for (const which of ['', ' AND version = 1']) {
        const deletion = `DELETE FROM table_steps WHERE round_id = $1${which}`;
        await expect(casino.app.dataSource.query(deletion, [roundId])).rejects.toThrow(/append-only/);
      }
    }
    const cancellation = casino.app.dataSource.query('DELETE FROM cancellations WHERE round_id = $1', [
      old.goesOn.roundId,
    ]);
    await expect(cancellation).rejects.toThrow(/append-only/);
  });

  test('what lies behind the cut of a removal keeps the first step of its round from deletion by hand', async () => {
    const ofRound = `WHERE round_id = '${old.shown.roundId}'`;
    const deletion = copy.edited(
      [
        `UPDATE transfers SET position = position + 1000000 ${ofRound}`,
        'SET LOCAL session_replication_role = origin',
      ],
      (db) => db.query(`DELETE FROM table_steps ${ofRound}`),
    );
    await expect(deletion).rejects.toThrow(/append-only/);
  });

  test('a round that was cancelled after it was listed is left', async () => {
    expect(await removed(old.goesOn)).toBe(0);
    expect(await rowsOf(old.goesOn)).toContain('table_steps');
  });

  describe('verify still names', () => {
    const of = ({ roundId }: PlayedRound): string => `WHERE round_id = '${roundId}'`;

    test('a young round that was removed with every trigger off', async () => {
      const found = await findings(
        ['table_steps', 'table_rounds', 'rounds'].map((table) => `DELETE FROM ${table} ${of(young)}`),
      );
      expect(found[0]).toMatch(/table_steps \d+\/\S+\/1 was removed$/);
    });

    test.each([
      ['steps of an old round that is left', ['table_steps'], /table_steps \S+\/1 was removed$/],
      [
        'an old round of which the parts of bettors are left',
        ['table_steps', 'table_rounds'],
        /table_steps \S+\/1 was removed$/,
      ],
      ['an old round without its parts', ['rounds'], /table_steps \S+\/1 was changed: rounds.bettors$/],
    ])('%s', async (_, tables, expected) => {
      const found = await findings(tables.map((table) => `DELETE FROM ${table} ${of(old.shown)}`));
      const named = found.map((line) => withName(line, 'rounds.bettors'));
      expect(named.join('\n')).toMatch(new RegExp(expected, 'm'));
    });

    test('cancellations that are left of an old round', async () => {
      const all = ['table_steps', 'rounds', 'table_rounds'].map(
        (table) => `DELETE FROM ${table} ${of(old.cancelledAndShown)}`,
      );
      const butBobs = `DELETE FROM cancellations ${of(old.cancelledAndShown)}
        AND player_key <> ${playerKeyOf(old.cancelledAndShown.bob.id)}`;
      for (const edits of [all, [...all, butBobs]]) {
        expect((await findings(edits)).join('\n')).toMatch(/cancellations \S+ has lost its round/);
      }
    });

    test('the cancellation of one bettor in an old round that is left', async () => {
      const { roundId, bob } = old.cancelledAndShown;
      const ofBob = `${of(old.cancelledAndShown)} AND player_key = ${playerKeyOf(bob.id)}`;
      expect(await findings([`DELETE FROM cancellations ${ofBob}`])).toEqual([
        expect.stringContaining(`cancellations ${playerKeyOf(bob.id)}/${roundId} was removed`),
      ]);
      const found = await findings(
        ['cancellations', 'rounds'].map((table) => `DELETE FROM ${table} ${ofBob}`),
      );
      expect(found.join('\n')).toMatch(/cancellations \S+ was removed$/m);
    });
  });

  test('what a table showed goes when it has gone on, under the removal that is on record', async () => {
    await over(old.shown);
    await over(old.cancelledAndShown);
    expect(await run('remove-rounds --older-than 5 --operator operator-1 --yes')).toEqual([
      expect.stringContaining('2 rounds, 2 of them of shared tables, sealed up to'),
    ]);
    expect([await rowsOf(old.shown), await rowsOf(old.cancelledAndShown)]).toEqual([[], []]);
    expect(await run('remove-rounds --older-than 5 --operator operator-1 --yes')).toEqual([
      'operator operator-1: nothing is that old',
    ]);
    expect(await casino.app.dataSource.query('SELECT FROM round_removals')).toHaveLength(1);
    await seal();
    expect((await verify(casino.app.dataSource.manager)).code).toBe(0);
  });
});

test('five years are five years of UTC, whatever zone the session is in', async () => {
  const lawfulIn = (zone: string): Promise<unknown> =>
    copy.edited(
      [
        `SET LOCAL TIME ZONE '${zone}'`,
        `UPDATE seals SET at = '2021-03-28T11:30:00Z' WHERE to_position IN (SELECT up_to_position FROM round_removals)`,
        `UPDATE round_removals SET at = '2026-03-28T12:00:00Z'`,
      ],
      async (db) => (await listRoundRemovals(db, 5, NOW)).map(({ flaw }) => flaw),
    );
  expect(await lawfulIn('UTC')).toEqual([null]);
  expect(await lawfulIn('Europe/Berlin')).toEqual([null]);
});

test('who erases a bettor and who removes his round wait for each other in one order', async () => {
  const { roundId, bob } = await over(old.cancelledAndShownLast);
  const ofBob = `WHERE round_id = '${roundId}' AND player_key = ${playerKeyOf(bob.id)}`;
  const removing: Promise<number>[] = [];
  await casino.app.dataSource.transaction(async (tx) => {
    await tx.query(`SELECT FROM rounds ${ofBob} FOR UPDATE`);
    removing.push(removed(old.cancelledAndShownLast));
    await somebodyWaits(casino);
    await tx.query(`SELECT FROM cancellations ${ofBob} FOR UPDATE`);
  });
  expect(await Promise.all(removing)).toEqual([1]);
});

test('whoever cancels a round that is being removed waits, and is told that there is none', async () => {
  await over(old.shownLast);
  const cancelling: Promise<{ readonly status: number }>[] = [];
  const count = await removed(old.shownLast, async () => {
    cancelling.push(casino.cancel(old.shownLast.roundId, { reason: 'fault' }));
    await somebodyWaits(casino);
  });
  expect([count, await Promise.all(cancelling)]).toMatchObject([1, [{ status: 404 }]]);
});

test('verify accuses nobody of a removal that is made while it reads', async () => {
  const remove = (): Promise<unknown> => run('remove-rounds --older-than 5 --operator operator-2 --yes');
  const verified: { code: number; lines: string[] }[] = [];
  const isRemoved = await beforeStatement(
    casino,
    (sql) => sql.includes('FROM table_steps x'),
    remove,
    async () => verified.push(await verify(casino.app.dataSource.manager)),
  );
  expect([isRemoved, await rowsOf(old.others)]).toEqual([true, []]);
  expect(verified).toMatchObject([{ code: 0 }]);
});
