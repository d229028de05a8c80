import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Variable } from '../../src/config/variable';
import { variables } from '../../src/config/variables';

const README = join(__dirname, '..', '..', 'README.md');
const MARKED = /(<!-- configuration -->\n)[^]*?(<!-- \/configuration -->)/;

/** The configuration table as the variables themselves tell it. */
function table(): string {
  const rows = Object.values<Variable<unknown>>(variables).map(
    ({ name, type, defaultText, description, secret }) => {
      const secretly = secret ? ' Secret.' : '';
      return `| \`${name}\` | ${type.replaceAll('|', '\\|')} | ${defaultText === undefined ? '' : `\`${defaultText}\``} | ${description}${secretly} |`;
    },
  );
  return ['', '| variable | what it is | default | meaning |', '|---|---|---|---|', ...rows, '', ''].join(
    '\n',
  );
}

test('the configuration table of the README is what the server reads', () => {
  const readme = readFileSync(README, 'utf8');
  const expected = readme.replace(MARKED, (_, start: string, end: string) => `${start}${table()}${end}`);
  if (process.env['UPDATE_README'] === '1') writeFileSync(README, expected);
  else expect(readme).toBe(expected);
  expect(readme).toMatch(MARKED);
});
