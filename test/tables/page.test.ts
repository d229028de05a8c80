import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SECONDS } from '../../src/application/tables/open-table';
import { PHASES } from '../../src/domain/table/table';
import { PROBLEMS } from '../../src/http/problem';

const page = readFileSync(join(__dirname, '..', '..', 'docs', 'tables.md'), 'utf8');

/** Rows of the table of refusals: the code, its status where it is not 409, and whether waiting helps. */
const REFUSALS = [...page.matchAll(/^\| `(\w+)`(?: \((\d+)\))? \| .* \| (yes|no) \|$/gm)];

test('the page about tables tells every refusal with its status, and whether waiting helps', () => {
  expect(REFUSALS.length).toBeGreaterThanOrEqual(20);
  for (const [, code, status = '409', retryable] of REFUSALS) {
    const told = { status: Number(status), retryable: retryable === 'yes' };
    expect({ code, ...PROBLEMS[code as keyof typeof PROBLEMS] }).toMatchObject({ code, ...told });
  }
  const codes = REFUSALS.map(([, code]) => code);
  const ofTables = Object.keys(PROBLEMS).filter((code) =>
    /seat|betting_|table_(paused|closed)|phase_/.test(code),
  );
  expect(codes).toEqual(expect.arrayContaining(ofTables));
});

test('the page about tables names every phase, and how long those that time ends last', () => {
  for (const phase of PHASES) expect(page).toContain(`\`${phase}\``);
  const told = [...page.matchAll(/^\| `\w+` \| `(\w+)`, (\d+) \|/gm)];
  expect(Object.fromEntries(told.map(([, name, length]) => [name, Number(length)]))).toEqual(DEFAULT_SECONDS);
});
