import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { grantStatements } from '../../src/persistence/records/grants';
import { RECORD_KINDS } from '../../src/persistence/records/kinds';
import { type Copy, Lab } from './lab';

const docs = readFileSync(join(__dirname, '../../docs/records.md'), 'utf8');

test('docs/records.md lists the columns that are hashed, in their order', () => {
  const [, table = ''] = /<!-- columns -->\n([^]*?)<!-- \/columns -->/.exec(docs) ?? [];
  const rows = RECORD_KINDS.map(({ table: name, keyLength, columns }) => {
    const quoted = columns.map((column) => `\`${column.name}\``);
    return `| \`${name}\` | ${quoted.slice(0, keyLength).join(', ')} \\| ${quoted.slice(keyLength).join(', ')} |`;
  });
  expect(table.trim().split('\n')).toEqual(rows);
});

describe('whoever reads nothing but docs/records.md', () => {
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

  test('knows every table in which the role of the server may delete', async () => {
    const statements = await grantStatements(copy.dataSource.manager, 'somebody');
    const emptied = statements.flatMap((line) => /DELETE ON public\.(\w+)/.exec(line)?.[1] ?? []);
    expect(emptied.length).toBeGreaterThan(2);
    const [, named = ''] = /delete only in ([^.]+)\./.exec(docs) ?? [];
    expect([...named.matchAll(/`(\w+)`/g)].map(([, table]) => table).sort()).toEqual(emptied.sort());
  });

  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

  test('can recompute the hash of a row', async () => {
    const [row] = await copy.dataSource.query<[{ texts: (string | null)[]; position: number }]>(
      `SELECT position, json_build_array(player_key::text, currency, session_id::text, entry_no::text, operator_id::text, kind,
         reason, debit_account, credit_account, amount::text, balance_after::text, round_id::text, round_version::text,
         bet, transaction_id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) AS texts
       FROM transfers WHERE kind = 'stake' ORDER BY position LIMIT 1`,
    );
    const hash = sha256(JSON.stringify(['transfers', ...row.texts]));
    const [{ covers }] = await copy.dataSource.query<[{ covers: string }]>(
      `SELECT covers FROM seals WHERE from_position < $1 AND to_position >= $1
         AND operator_id = (SELECT operator_id FROM transfers WHERE position = $1)`,
      [row.position],
    );
    expect(covers).toContain(
      `[${row.position},"transfers",${JSON.stringify(row.texts.slice(0, 4))},"${hash}","`,
    );
  });

  test('can recompute the hash of a seal', async () => {
    const seals = await copy.dataSource.query<Record<string, string>[]>(
      `SELECT operator_id::text, seal_no::text, encode(previous_hash, 'hex') AS previous, encode(salt, 'hex') AS salt,
         encode(hash, 'hex') AS hash, from_position::text, to_position::text, row_count::text, rows_total::text, covers,
         to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
       FROM seals ORDER BY seals.to_position`,
    );
    expect(seals.length).toBeGreaterThan(5);
    for (const seal of seals) {
      const head = [
        'holecard-seal-v1',
        `operator ${seal['operator_id']}`,
        `seal ${seal['seal_no']}`,
        `previous ${seal['previous']}`,
        `salt ${seal['salt']}`,
        `positions ${seal['from_position']} ${seal['to_position']} rows ${seal['row_count']} ${seal['rows_total']}`,
        `at ${seal['at']}`,
      ];
      expect(sha256(`${head.join('\n')}\n${seal['covers']}`)).toBe(seal['hash']);
    }
    expect(lab.head.hash).toBe(
      seals.findLast((seal) => seal['operator_id'] === lab.head.operatorId)?.['hash'],
    );
  });
});
