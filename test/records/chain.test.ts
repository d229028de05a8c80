import type { EntityManager } from 'typeorm';
import { rowLine, sealOfRow } from '../../src/application/records/row-hash';
import { sealHash } from '../../src/application/records/seal-hash';
import { sealRecords } from '../../src/application/records/seal-records';
import type { SealRow } from '../../src/persistence/records/entities';
import { readRecords } from '../../src/persistence/records/read-records';
import { readSeals } from '../../src/persistence/records/seals';
import { type Copy, Lab, verify } from './lab';

/** A seal as plain data. */
type Seal = { readonly [Column in keyof SealRow]: SealRow[Column] };

/** What a forger does who knows how seals are made: every edited seal has the hash of what it says. */
let lab: Lab;
let copy: Copy;

beforeAll(async () => {
  lab = await Lab.open();
  copy = await lab.copy();
});
afterAll(async () => {
  await copy.drop();
  await lab.close();
});

async function sealsOf(db: EntityManager, operatorId: string): Promise<Seal[]> {
  return (await readSeals(db, 0, 1000)).filter((seal) => seal.operatorId === operatorId);
}

/** Writes a seal anew, as it says now, with a hash that fits. */
async function rewrite(db: EntityManager, seal: Seal): Promise<Buffer> {
  const hash = sealHash(seal);
  await db.query(
    `UPDATE seals SET previous_hash = $3, hash = $4, from_position = $5, row_count = $6, rows_total = $7, covers = $8,
       at = $9 WHERE operator_id = $1 AND seal_no = $2`,
    [
      ...[seal.operatorId, seal.sealNo, seal.previousHash, hash, seal.fromPosition, seal.rowCount],
      ...[seal.rowsTotal, seal.covers, seal.at],
    ],
  );
  return hash;
}

/** Edits one seal of the operator whose head there is, from the front or the back, and makes the rest of the chain anew. */
async function forgedFrom(
  place: number,
  edit: (seal: Seal, before: Seal) => Partial<Seal>,
): Promise<string[]> {
  return copy.edited([], async (db) => {
    const seals = await sealsOf(db, lab.head.operatorId);
    const from = place < 0 ? seals.length + place : place;
    let previousHash: Buffer | null = null;
    for (const [index, seal] of seals.entries()) {
      if (index < from) continue;
      const edited: Seal = { ...seal, ...(index === from ? edit(seal, seals[index - 1]) : {}) };
      previousHash = await rewrite(db, { ...edited, previousHash: previousHash ?? edited.previousHash });
    }
    return (await verify(db)).lines;
  });
}

test('a chain that was made anew without an edit is the same chain', async () => {
  expect((await forgedFrom(3, () => ({}))).at(-1)).toBe('Nothing was changed, removed or inserted.');
});

test('a row and its seal, recomputed: the seal behind it does not follow', async () => {
  const lines = await copy.edited([], async (db) => {
    const [{ position, operatorId }] = await db.query<[{ position: number; operatorId: string }]>(
      `SELECT position, operator_id AS "operatorId" FROM transfers ORDER BY position OFFSET 5 LIMIT 1`,
    );
    await db.query('UPDATE transfers SET amount = amount + 1 WHERE position = $1', [position]);
    const seals = await sealsOf(db, operatorId);
    const seal = seals.find(({ covers }) => covers.includes(`[${position},"transfers"`));
    if (seal === undefined) throw new Error('every transfer is sealed');
    const { rows } = await readRecords(db, position - 1, position, 10);
    const covers = seal.covers.replace(new RegExp(`^\\[${position},.*\\n`, 'm'), rowLine(sealOfRow(rows[0])));
    await rewrite(db, { ...seal, covers });
    return (await verify(db)).lines;
  });
  expect(lines[0]).toMatch(
    /seals \d+ does not follow the seal before it: that one, or this one, was changed$/,
  );
});

test.each([
  ['a total that is too high', -1, ({ rowsTotal }: Seal) => ({ rowsTotal: rowsTotal + 1 })],
  ['a total that is too high, carried on', 2, ({ rowsTotal }: Seal) => ({ rowsTotal: rowsTotal + 1 })],
  [
    'a beginning before the end of the last one',
    -1,
    ({ fromPosition }: Seal) => ({ fromPosition: fromPosition - 1 }),
  ],
  [
    'a count of other rows than it covers',
    -1,
    ({ rowCount, rowsTotal }: Seal) => ({ rowCount: rowCount + 1, rowsTotal: rowsTotal + 1 }),
  ],
])('a seal with %s, and the chain behind it made anew', async (_, place, edit) => {
  const lines = await forgedFrom(place, edit);
  expect(lines[0]).toMatch(/seals \d+ was changed: it does not go on where the one before it ends$/);
});

test('a seal that covers what is another operator’s', async () => {
  const other = `(SELECT operator_id FROM operators WHERE name = 'operator-2')`;
  const edit = `UPDATE rounds SET operator_id = ${other} WHERE round_id = '${lab.rounds.settled}'`;
  const { lines } = await copy.edited([edit], (db) => verify(db));
  // No column of a later step is its operator's: only its round knows whose it is.
  const later = lines.filter((line) => line.includes(`${lab.rounds.settled}/2`));
  expect(later).toEqual([
    expect.stringMatching(
      /^operator operator-1, seal \d+: .* was changed: it belongs to another operator now$/,
    ),
  ]);
});

describe('time in a chain', () => {
  test('does not go back, whoever made the chain anew', async () => {
    const yesterday = (seal: Seal, before: Seal): Partial<Seal> => ({
      at: new Date(before.at.getTime() - 86_400_000),
    });
    const lines = await forgedFrom(-1, yesterday);
    expect(lines.join('\n')).toMatch(/is dated before a seal that was made earlier: a clock was set back/);
  });

  test('clocks of processes may differ by some seconds', async () => {
    const late = (seal: Seal, before: Seal): Partial<Seal> => ({
      at: new Date(before.at.getTime() - 5000),
    });
    expect((await forgedFrom(-1, late)).at(-1)).toBe('Nothing was changed, removed or inserted.');
  });

  test('a seal is not older than the rounds under it', async () => {
    const lines = await forgedAll((at) => new Date(at.getTime() - 6 * 365.25 * 86_400_000));
    expect(lines.join('\n')).toMatch(
      /transfers .* was written after its seal says that it was made: the clock of the seal was set back/,
    );
  });

  test('a sealer whose clock was set back goes on with the time of the last seal', async () => {
    const fresh = await lab.copy();
    const { manager } = fresh.dataSource;
    const [last] = (await sealsOf(manager, lab.head.operatorId)).slice(-1);
    await fresh.dataSource.query(`UPDATE operators SET max_return_ppm = max_return_ppm + 1`);
    await sealRecords(fresh.dataSource, new Date(last.at.getTime() - 6 * 365.25 * 86_400_000));
    const [made] = (await sealsOf(manager, lab.head.operatorId)).slice(-1);
    const { code } = await verify(manager);
    await fresh.drop();
    expect([made.sealNo, made.at, code]).toEqual([last.sealNo + 1, last.at, 0]);
  });
});

/** Makes the whole chain anew with other times. */
async function forgedAll(time: (at: Date) => Date): Promise<string[]> {
  return copy.edited([], async (db) => {
    const seals = await sealsOf(db, lab.head.operatorId);
    let previousHash: Buffer = seals[0].previousHash;
    for (const seal of seals) previousHash = await rewrite(db, { ...seal, previousHash, at: time(seal.at) });
    return (await verify(db)).lines;
  });
}
