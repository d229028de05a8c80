import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sealRecords } from '../../src/application/records/seal-records';
import { CommandError } from '../../src/operations/operator-command';
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder';
import { type Copy, Lab, verify, withName } from './lab';

let lab: Lab;
let copy: Copy;
let folder: TemporaryFolder;

beforeAll(async () => {
  lab = await Lab.open();
  copy = await lab.copy();
  folder = createTemporaryFolder();
});
afterAll(async () => {
  await copy.drop();
  await lab.close();
  await folder.remove();
});

/** Edits the copy, verifies it, and gives the first line of what was found. */
async function firstFinding(...edits: readonly string[]): Promise<string> {
  const { code, lines } = await copy.edited(edits, (db) => verify(db));
  expect(code).toBe(1);
  expect(lines.at(-1)).toBe('The records are not what was sealed; the first line names where it begins.');
  return lines[0];
}

test('an untouched copy is sound, as a whole and operator by operator', async () => {
  const { manager } = copy.dataSource;
  const { code, lines } = await verify(manager);
  expect([code, ...lines]).toEqual([
    0,
    expect.stringMatching(/^\d\d+ seals over \d\d+ rows were recomputed; 0 rows are not sealed yet\.$/),
    'Nothing was changed, removed or inserted.',
  ]);
  const one = await verify(manager, { operator: 'operator-1' });
  const other = await verify(manager, { operator: 'operator-2' });
  const seals = (text: string): number => Number(text.split(' ')[0]);
  expect(seals(one.lines[0]) + seals(other.lines[0])).toBe(seals(lines[0]));
});

const MIDDLE = 'position = (SELECT position FROM transfers ORDER BY position OFFSET 5 LIMIT 1)';

describe('one column of every kind of row', () => {
  test.each([
    ['round_steps', 'balance_after', 'balance_after + 1', 'version = 2'],
    ['round_steps', 'actor', "'key:nobody'", 'version = 2'],
    ['round_steps', 'request_id', "'another'", 'version = 1'],
    ['round_steps', 'at', "at + interval '1 microsecond'", 'version = 1'],
    ['round_steps', 'step', `jsonb_set(step, '{cards,0}', '"As"')`, `step->'cards'->>0 = '9c'`],
    ['round_steps', 'step', `step || '{"more": 1}'`, 'version = 2'],
    ['transfers', 'amount', 'amount + 1', MIDDLE],
    ['transfers', 'balance_after', 'balance_after + 1', MIDDLE],
    ['transfers', 'bet', "'9.9'", `kind = 'stake'`],
    ['transfers', 'bet', 'NULL', `kind = 'stake'`],
    ['transfers', 'reason', "'double'", `kind = 'stake'`],
    ['transfers', 'transaction_id', "'another'", `kind = 'deposit'`],
    ['wallet_transactions', 'balance_before', 'balance_before + 1', 'TRUE'],
    ['wallet_transactions', 'amount', 'amount - 1', 'TRUE'],
    ['cancellations', 'note', 'NULL', 'TRUE'],
    ['cancellations', 'actor_name', "'Somebody else'", 'TRUE'],
    ['cancellations', 'amounts', `jsonb_set(amounts, '{0,refunded}', '1')`, 'TRUE'],
    ['cancellations', 'round_before', `jsonb_set(round_before, '{dealer,cards,0}', '"As"')`, 'TRUE'],
    ['rule_sets', 'settings', `settings || '{"decks": 1}'`, 'TRUE'],
    ['rule_sets', 'theoretical_return', `theoretical_return || '{"more": 1}'`, 'TRUE'],
    ['configuration_changes', 'actor', "'nobody'", `subject = 'game_limits'`],
    ['configuration_changes', 'after', `after || '{"more": 1}'`, `subject = 'rule_sets'`],
  ])('%s.%s', async (table, column, value, where) => {
    const keys = { configuration_changes: 'position', rule_sets: 'rule_set_id', transfers: 'entry_no' };
    const key =
      { ...keys, round_steps: 'round_id', wallet_transactions: 'transaction_id' }[table] ?? 'round_id';
    const [row] = await copy.dataSource.query<Record<string, unknown>[]>(
      `SELECT * FROM ${table} WHERE ${where} ORDER BY position LIMIT 1`,
    );
    const edit = `UPDATE ${table} SET ${column} = ${value} WHERE position = ${String(row['position'])}`;
    const found = withName(await firstFinding(edit), column);
    expect(found).toMatch(
      new RegExp(`^operator operator-\\d, seal \\d+: ${table} .* was changed: ${column}$`),
    );
    expect(found).toContain(String(row[key]));
  });

  test.each([
    ['limits', `jsonb_set(limits, '{stake,max}', '1')`],
    ['rule_set_version', '2'],
    ['client_seed', "'another'"],
    ['mode', "'demo'"],
    ['dealt_at', "dealt_at - interval '1 second'"],
  ])('rounds.%s, which stands under the seal of the deal', async (column, value) => {
    const edit = `UPDATE rounds SET ${column} = ${value} WHERE round_id = '${lab.rounds.settled}'`;
    const found = withName(await firstFinding(edit), `rounds.${column}`);
    expect(found).toMatch(/^operator operator-1, seal \d+: round_steps /);
    expect(found).toContain(`${lab.rounds.settled}/1 was changed: rounds.${column}`);
  });

  test('the commitment of a seed', async () => {
    const found = await firstFinding(
      `UPDATE seeds SET commitment = sha256('x') FROM rounds r WHERE r.round_id = '${lab.rounds.settled}'
       AND (seeds.player_key, seeds.session_id, seeds.seed_no) = (r.player_key, r.session_id, r.seed_no)`,
    );
    expect(withName(found, 'seeds.commitment')).toContain('was changed: seeds.commitment');
  });

  test('the name of a player, which no seal holds', async () => {
    const name = 'the name of its player is not the one that player_key was made of';
    expect(
      await firstFinding(`UPDATE rounds SET player_id = 'mallory' WHERE round_id = '${lab.rounds.settled}'`),
    ).toContain(name);
    expect(await firstFinding(`UPDATE wallet_transactions SET player_id = 'mallory'`)).toContain(name);
    const inside = `UPDATE cancellations SET amounts = jsonb_set(amounts, '{0,playerId}', '"mallory"')`;
    expect(await firstFinding(inside)).toMatch(/cancellations .* was changed: the name of its player/);
  });

  test('a round that was removed, and one that was given to another operator', async () => {
    const where = `WHERE round_id = '${lab.rounds.settled}'`;
    expect(await firstFinding(`DELETE FROM rounds ${where}`)).toMatch(/round_steps .* has lost its round/);
    const other = `(SELECT operator_id FROM operators WHERE name = 'operator-2')`;
    const found = await firstFinding(`UPDATE rounds SET operator_id = ${other} ${where}`);
    expect(withName(found, 'rounds.operator_id')).toMatch(
      /^operator operator-1, .* was changed: rounds\.operator_id$/,
    );
  });
});

describe('rows that are gone', () => {
  test.each([
    'round_steps',
    'transfers',
    'wallet_transactions',
    'cancellations',
    'rule_sets',
    'configuration_changes',
  ])('the first, one in the middle, and the last of %s', async (table) => {
    for (const place of [
      'min(position)',
      'percentile_disc(0.5) WITHIN GROUP (ORDER BY position)',
      'max(position)',
    ]) {
      const found = await firstFinding(
        `DELETE FROM ${table} WHERE position = (SELECT ${place} FROM ${table})`,
      );
      expect(found).toMatch(new RegExp(`^operator operator-\\d, seal \\d+: ${table} \\S+ was removed$`));
    }
  });
});

describe('rows that are new', () => {
  const copied = (table: string, change: string): string => `
    INSERT INTO ${table} SELECT (jsonb_populate_record(x, ${change})).* FROM ${table} x ORDER BY position OFFSET 1 LIMIT 1`;

  test('a transfer in between, under a position of its own and under one that is taken', async () => {
    for (const position of ['x.position', 'x.position + 1']) {
      const edit = copied('transfers', `jsonb_build_object('entry_no', 999, 'position', ${position})`);
      const { lines } = await copy.edited([edit], (db) => verify(db));
      expect(lines.find((line) => line.includes('/999 '))).toMatch(/transfers \S+\/999 was inserted/);
    }
  });

  test('a step of a round that does not exist', async () => {
    const edit = copied('round_steps', `'{"round_id": "019b0000-0000-7000-8000-000000000001"}'`);
    expect(await firstFinding(edit)).toMatch(/^no operator: round_steps \S+ was inserted/);
  });

  test('a transfer of an operator that does not exist', async () => {
    const edit = copied(
      'transfers',
      `'{"entry_no": 999, "operator_id": "019b0000-0000-7000-8000-000000000001"}'`,
    );
    expect(await firstFinding(edit)).toMatch(/transfers \S+\/999 was inserted/);
  });

  test('what comes behind the last seal is not sealed yet, and no fault', async () => {
    const position = `nextval('record_positions')`;
    const edit = copied('transfers', `jsonb_build_object('entry_no', 999, 'position', ${position})`);
    const { code, lines } = await copy.edited([edit], (db) => verify(db));
    expect([code, lines[0]]).toEqual([0, expect.stringContaining('; 1 rows are not sealed yet.')]);
  });
});

test('two rows that changed places', async () => {
  const found = await firstFinding(
    `WITH pair AS (SELECT position, lead(position) OVER (ORDER BY position) AS next FROM transfers ORDER BY position OFFSET 4 LIMIT 1)
     UPDATE transfers SET position = CASE transfers.position WHEN pair.position THEN pair.next ELSE pair.position END
     FROM pair WHERE transfers.position IN (pair.position, pair.next)`,
  );
  expect(found).toMatch(/^operator operator-\d, seal \d+: transfers \S+ was changed: .*entry_no/);
});

describe('the seals themselves', () => {
  const OF_ONE = `operator_id = (SELECT operator_id FROM operators WHERE name = 'operator-1')`;

  test.each([
    ['hash', `sha256('x')`],
    ['previous_hash', `sha256('x')`],
    ['salt', `decode('00112233445566778899aabbccddeeff', 'hex')`],
    ['covers', `replace(covers, '[', '[ ')`],
    ['covers', `''`],
    ['row_count', 'row_count + 1'],
    ['rows_total', 'rows_total + 1'],
    ['at', `at + interval '1 millisecond'`],
    ['from_position', 'from_position - 1'],
  ])('an edited %s', async (column, value) => {
    const found = await firstFinding(`UPDATE seals SET ${column} = ${value} WHERE seal_no = 4 AND ${OF_ONE}`);
    expect(found).toBe(
      'operator operator-1, seal 4: seals 4 was changed: its hash is not that of what it says',
    );
  });

  test('one that is gone', async () => {
    const found = await firstFinding(`DELETE FROM seals WHERE seal_no = 4 AND ${OF_ONE}`);
    expect(found).toBe('operator operator-1: seals 4 was removed');
    expect(await firstFinding(`DELETE FROM seals WHERE seal_no IN (1, 2) AND ${OF_ONE}`)).toBe(
      'operator operator-1: seals 1 to 2 was removed',
    );
  });

  test('the last ones of one operator leave rows that no seal covers', async () => {
    const found = await firstFinding(
      `DELETE FROM seals WHERE operator_id = (SELECT operator_id FROM operators WHERE name = 'operator-2') AND seal_no > 2`,
    );
    expect(found).toMatch(
      /^operator operator-2.* was inserted: it lies among sealed rows, and no seal covers it$/,
    );
  });
});

describe('with a head that was exported', () => {
  const path = (name: string): string => join(folder.path, name);

  beforeAll(() => {
    writeFileSync(path('head.json'), JSON.stringify(lab.head));
    writeFileSync(path('keys.json'), JSON.stringify(lab.keys));
  });

  test('an untouched copy is sound', async () => {
    const command = { headPath: path('head.json'), keysPath: path('keys.json') };
    expect((await verify(copy.dataSource.manager, command)).code).toBe(0);
  });

  test('the last seals, and their rows, cannot be removed unnoticed', async () => {
    const late = 'SELECT percentile_disc(0.7) WITHIN GROUP (ORDER BY to_position) FROM seals';
    const edits = [`DELETE FROM seals WHERE to_position > (${late})`];
    expect((await copy.edited(edits, (db) => verify(db))).code).toBe(0);
    const { code, lines } = await copy.edited(edits, (db) => verify(db, { headPath: path('head.json') }));
    const { sealNo, at } = lab.head;
    expect([code, lines[0]]).toEqual([
      1,
      `operator operator-1, seal ${sealNo}: seals ${sealNo} was removed: the head of ${at} names it`,
    ]);
  });

  test('a chain that was made anew is another one', async () => {
    const forged = await lab.copy();
    await forged.dataSource.query('ALTER TABLE seals DISABLE TRIGGER ALL');
    await forged.dataSource.query('ALTER TABLE transfers DISABLE TRIGGER ALL');
    await forged.dataSource.query('UPDATE transfers SET amount = amount + 1');
    await forged.dataSource.query('DELETE FROM seals');
    await sealRecords(forged.dataSource, new Date(), { rowsPerPass: 3 });
    const { manager } = forged.dataSource;
    const [blind, withHead] = [await verify(manager), await verify(manager, { headPath: path('head.json') })];
    await forged.drop();
    expect([blind.code, withHead.code]).toEqual([0, 1]);
    expect(withHead.lines[0]).toMatch(/seals \d+ is another one than the head of .* names/);
  });

  describe('that cannot be believed, what is wrong with it is said', () => {
    const otherSignature = Buffer.alloc(64, 1).toString('base64url');

    test.each<[string, (head: Lab['head']) => unknown, RegExp]>([
      [
        'its content was edited',
        (head) => ({ ...head, sealNo: 1 }),
        /^\S+ was changed after it was signed: key/,
      ],
      ['a field was added', (head) => ({ ...head, more: 1 }), /was changed after it was signed/],
      ['its signature was edited', (head) => ({ ...head, signature: otherSignature }), /was changed after/],
      [
        'its key was edited',
        (head) => ({ ...head, keyId: 'mine' }),
        /with key mine, which this database does not have/,
      ],
      [
        'it is something else',
        ({ keyId, signature }) => ({ round: {}, keyId, signature }),
        /is no head: save the whole/,
      ],
      ['it is nothing', () => null, /is no head: save the whole answer of GET \/v1\/audit\/head/],
    ])('%s', async (_, edited, message) => {
      writeFileSync(path('edited.json'), JSON.stringify(edited(lab.head)));
      const command = { headPath: path('edited.json') };
      const fault = await verify(copy.dataSource.manager, command).catch((error: unknown) => error);
      expect(fault).toBeInstanceOf(CommandError);
      expect((fault as Error).message).toMatch(message);
    });

    test.each([
      ['other keys than its own', '{"keys":[]}', /with key \S+, which \S+keys\.json does not have/],
      ['no key', '{"keys":[null]}', /is no set of keys/],
      ['no keys', '[]', /is no set of keys: save the whole answer of GET \/\.well-known\/jwks\.json/],
    ])('with %s', async (_, keys, message) => {
      writeFileSync(path('other-keys.json'), keys);
      const command = { headPath: path('head.json'), keysPath: path('other-keys.json') };
      await expect(verify(copy.dataSource.manager, command)).rejects.toThrow(message);
    });

    test('it is of another operator than the one that is to be verified', async () => {
      const command = { headPath: path('head.json'), operator: 'operator-2' };
      await expect(verify(copy.dataSource.manager, command)).rejects.toThrow(
        /is a head of operator operator-1, and --operator names operator-2/,
      );
    });

    test('the file is not there', async () => {
      const missing = verify(copy.dataSource.manager, { headPath: path('missing.json') });
      await expect(missing).rejects.toThrow('missing.json cannot be read');
    });
  });
});

describe('settings that were changed behind the back of the log', () => {
  test.each([
    [
      `UPDATE operators SET max_return_ppm = 2000000 WHERE name = 'operator-1'`,
      'operators operator-1 was changed, and the log of changes does not tell: max_return_ppm',
    ],
    [
      `UPDATE api_keys SET revoked_at = now() WHERE operator_id = (SELECT operator_id FROM operators WHERE name = 'operator-1')`,
      'was changed, and the log of changes does not tell: revoked_at',
    ],
    [
      `UPDATE api_keys SET key_hash = sha256('a key of the forger') WHERE operator_id = (SELECT operator_id FROM operators WHERE name = 'operator-1')`,
      'was changed, and the log of changes does not tell: key_digest',
    ],
    [
      `UPDATE game_limits SET limits = jsonb_set(limits, '{stake,max}', '1')`,
      'american-blackjack EUR was changed, and the log of changes does not tell: limits',
    ],
    ['DELETE FROM game_limits', 'american-blackjack EUR was removed, and the log of changes does not tell'],
    [
      `INSERT INTO game_limits SELECT operator_id, 'classic-blackjack', currency, limits, updated_at FROM game_limits`,
      'classic-blackjack EUR was inserted, and the log of changes does not tell',
    ],
  ])('%s', async (edit, expected) => {
    expect(await firstFinding(edit)).toContain(expected);
  });
});

describe('what rows of rounds say, which no seal covers, has to follow from their steps', () => {
  test.each([
    ['status', `status = 'cancelled'`, 'settled'],
    ['status', `status = 'settled'`, 'cancelled'],
    ['inPlay, status', `status = 'playing', ended_at = NULL, in_play = staked`, 'settled'],
    ['returned', 'returned = returned + 1', 'settled'],
    ['staked', 'staked = staked + 1', 'settled'],
    ['bets', `bets = jsonb_set(bets, '{0,outcome}', '"surrender"')`, 'settled'],
    ['version', 'version = version + 1', 'settled'],
  ] as const)('%s: %s of a %s one', async (what, edit, which) => {
    const id = lab.rounds[which];
    const found = await firstFinding(`UPDATE rounds SET ${edit} WHERE round_id = '${id}'`);
    expect(found).toMatch(/^operator operator-1: rounds \d+\//);
    expect(found).toContain(`${id} was changed: its steps make another ${what}`);
  });

  test('a round without a step, and one whose steps break the rules', async () => {
    const { settled } = lab.rounds;
    const gone = [`DELETE FROM round_steps WHERE round_id = '${settled}'`];
    const { lines } = await copy.edited(gone, (db) => verify(db));
    expect(lines.join('\n')).toMatch(new RegExp(`rounds \\d+/${settled} has no steps`));
    const broken = `UPDATE round_steps SET step = jsonb_set(step, '{cards}', '[]') WHERE round_id = '${settled}' AND version = 2`;
    const other = await copy.edited([broken], (db) => verify(db));
    expect(other.lines[0]).toMatch(/round_steps .* was changed: step$/);
    expect(other.lines.join('\n')).toMatch(new RegExp(`rounds \\d+/${settled} cannot be made of its steps`));
  });
});
