import { RECORD_KINDS } from '../../src/persistence/records/kinds';
import { type Copy, Lab, verify } from './lab';

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

const FOREIGN = 'was inserted: nobody was given its position, and no seal would ever cover it';

/** A deposit of 50,000.00 that nobody made, as a copy of one that somebody did. */
const deposit = (position: string): string => `
  INSERT INTO transfers SELECT (jsonb_populate_record(x, jsonb_build_object('entry_no', 999, 'amount', 5000000,
    'transaction_id', 'forged', 'position', ${position}))).* FROM transfers x WHERE kind = 'deposit' LIMIT 1`;

test.each(RECORD_KINDS.map(({ table }) => table))(
  '%s takes no row before the first position',
  async (table) => {
    const checks = await copy.dataSource.query<{ definition: string }[]>(
      `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint
       WHERE conrelid = $1::regclass AND contype = 'c'`,
      [table],
    );
    expect(checks.map(({ definition }) => definition)).toContainEqual(
      expect.stringMatching(/^CHECK \(\(?"?position"? > 0\)?\)/),
    );
  },
);

test('the owner cannot hide a deposit there either', async () => {
  for (const position of ['0', '-5']) {
    await expect(copy.dataSource.query(deposit(position))).rejects.toThrow('transfers_position_positive');
  }
});

describe('verify names a row that no seal will ever cover', () => {
  const unguarded = `ALTER TABLE transfers DROP CONSTRAINT transfers_position_positive`;

  test.each([
    ['before the first position', '-5'],
    ['at position 0', '0'],
    ['behind the last one', '9000000000000'],
    ['right behind the last one', '(SELECT last_value + 1 FROM record_positions)'],
  ])('a deposit %s', async (_, position) => {
    const edits = [unguarded, deposit(position)];
    const { code, lines } = await copy.edited(edits, (db) => verify(db));
    expect([code, lines[0]]).toEqual([1, expect.stringMatching(`transfers .*/999 ${FOREIGN}$`)]);
  });

  const kinds = RECORD_KINDS.map(({ table }) => table);
  const filled = ['round_steps', 'transfers', 'wallet_transactions', 'cancellations', 'rule_sets'];

  test.each([...filled, 'configuration_changes'])('of %s', async (table) => {
    expect(kinds).toContain(table);
    const edits = [
      `ALTER TABLE ${table} DROP CONSTRAINT ${table}_position_positive`,
      `UPDATE ${table} SET position = -7 WHERE position = (SELECT max(position) FROM ${table})`,
    ];
    const { code, lines } = await copy.edited(edits, (db) => verify(db));
    expect([code, lines[0]]).toEqual([1, expect.stringMatching(`: ${table} .* ${FOREIGN}$`)]);
  });

  test('and another operator’s auditor is not told', async () => {
    const edits = [unguarded, deposit('-5')];
    const others = await copy.edited(edits, async (db) => [
      (await verify(db, { operator: 'operator-1' })).code,
      (await verify(db, { operator: 'operator-2' })).code,
    ]);
    expect(others.sort()).toEqual([0, 1]);
  });

  test('however many another operator has', async () => {
    const one = deposit('-5').replace('LIMIT 1', `AND operator_id = OP('operator-1') LIMIT 1`);
    const many = deposit('-6')
      .replace('FROM transfers x', 'FROM transfers x, generate_series(1, 30) AS no')
      .replace(`'entry_no', 999`, `'entry_no', 1000 + no`)
      .replace('LIMIT 1', `AND operator_id = OP('operator-2')`);
    const named = (sql: string): string =>
      sql.replace(/OP\(('[^']+')\)/, '(SELECT operator_id FROM operators WHERE name = $1)');
    const edits = [unguarded, named(one), named(many)];
    const { lines } = await copy.edited(edits, (db) => verify(db, { operator: 'operator-1' }));
    expect(lines[0]).toMatch(/^operator operator-1: transfers .*\/999 was inserted/);
  });
});

test('a copy whose sequence was left behind is sound as far as it is sealed', async () => {
  const edits = [`SELECT setval('record_positions', 1)`];
  const runner = copy.dataSource.createQueryRunner();
  const [{ last }] = (await runner.query('SELECT last_value AS last FROM record_positions')) as [
    { last: number },
  ];
  await runner.query(edits[0]);
  const { code } = await verify(runner.manager);
  await runner.query(`SELECT setval('record_positions', ${last})`);
  await runner.release();
  expect(code).toBe(0);
});
