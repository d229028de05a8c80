import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { clauses } from './clauses.json';

/** Every clause of the rules is named by a test. */
const FOLDER = join(__dirname, '..');
const CODE = /\b(?:AM|C|CL|DX|IN|SW)-\d\d\b/g;
/** Text in quotes: test names, and the rows that become test names. Comments do not count. */
const QUOTED = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** A page that tells a rule does not prove that it is played: there, only the clauses about pages count. */
const ABOUT_PAGES = ['C-23', 'C-24'];

function namedCodes(): Set<string> {
  const codes = new Set<string>();
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((path) => path.endsWith('.test.ts') && !path.endsWith('clauses.test.ts'))) {
    const source = withoutComments(readFileSync(join(FOLDER, file), 'utf8'));
    const found = [...source.matchAll(QUOTED)].flatMap(([quoted]) => quoted.match(CODE) ?? []);
    const isPage = file.startsWith('rules-text');
    for (const code of found) if (!isPage || ABOUT_PAGES.includes(code)) codes.add(code);
  }
  const scenarios = join(FOLDER, 'scenarios');
  for (const file of readdirSync(scenarios).filter((path) => path.endsWith('.json'))) {
    const list = JSON.parse(readFileSync(join(scenarios, file), 'utf8')) as { clauses: string[] }[];
    for (const scenario of list) for (const code of scenario.clauses) codes.add(code);
  }
  return codes;
}

function withoutComments(source: string): string {
  return source.replace(/^\s*(?:\/\/.*|\/?\*.*)$/gm, '');
}

describe('every clause of the rules is proved', () => {
  const named = namedCodes();
  const all = Object.keys(clauses);

  test('there are as many clauses as the rules have', () => {
    const counts = ['C', 'DX', 'AM', 'IN', 'CL', 'SW'].map(
      (game) => all.filter((code) => code.startsWith(`${game}-`)).length,
    );
    expect(counts).toEqual([25, 29, 15, 10, 9, 14]);
  });

  test('each is named by a test', () => {
    expect(all.filter((code) => !named.has(code))).toEqual([]);
  });

  test('no test names a clause that the rules do not have', () => {
    expect([...named].filter((code) => !all.includes(code))).toEqual([]);
  });
});
