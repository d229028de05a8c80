import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** docs/compliance.md is believed because everything it names is there. */
const root = resolve(__dirname, '../..');
const PAGE = 'docs/compliance.md';
const page = readFileSync(join(root, PAGE), 'utf8');

const CALL = /^(GET|POST|PUT|PATCH|DELETE) (\/\S+)$/;
const codes = [...page.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
const rows = page.split('\n').filter((line) => line.startsWith('| '));
const filesOf = (text: string): string[] =>
  [...text.matchAll(/`((?:\.ci|src|test|migrations|docs|scripts)\/[^`]+)`/g)].map(([, path]) => path);

test('every file that the page names exists', () => {
  const files = filesOf(page);
  expect(files.length).toBeGreaterThan(80);
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every page that it links to exists, and has the section', () => {
  const links = [...page.matchAll(/\]\(([^)#]+)#?([^)]*)\)/g)];
  expect(links.length).toBeGreaterThan(8);
  for (const [, path, anchor] of links) {
    const target = join(root, dirname(PAGE), path);
    expect([path, existsSync(target)]).toEqual([path, true]);
    if (anchor === '') continue;
    const anchors = [...readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      title
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    );
    expect(anchors).toContain(anchor);
  }
});

test('every command that it names is one of package.json', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const named = codes.flatMap((code) => /^npm run (\S+)/.exec(code)?.[1] ?? []);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('every variable that it names is one of the configuration', () => {
  const variables = readFileSync(join(root, 'src/config/variables.ts'), 'utf8');
  const named = codes
    .filter((code) => /^[A-Z]+_[A-Z_]+(=\w+)?$/.test(code))
    .map((code) => code.split('=')[0]);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !variables.includes(`'${name}'`))).toEqual([]);
});

test('every call that it names in full is in the recorded walk through the API', () => {
  const controllers = codes.filter((code) => CALL.test(code)).map((code) => CALL.exec(code)?.[2] ?? '');
  const walk = readFileSync(join(root, 'src/http/documentation/walk.ts'), 'utf8');
  const beside = ['/software', '/v1/audit/head'];
  expect(controllers.length).toBeGreaterThan(15);
  expect(controllers.filter((path) => !walk.includes(`'${path}'`) && !beside.includes(path))).toEqual([]);
});

const met = rows.filter((row) => /^\|[^|]*\| met/.test(row) && !row.startsWith('| **met**'));
const testsOf = (row: string): string[] => filesOf(row).filter((path) => path.startsWith('test/'));

test('whatever is said to be met names the test that shows it, and the README links to the page', () => {
  expect(met.length).toBeGreaterThan(30);
  expect(met.filter((row) => testsOf(row).length === 0)).toEqual([]);
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(`(${PAGE})`);
});

/** What a test says, with what it imports from beside it: the calls that it makes stand there. */
function wordsOf(path: string, seen = new Set<string>()): string {
  if (seen.has(path) || !path.startsWith('test/') || !existsSync(join(root, path))) return '';
  seen.add(path);
  const text = readFileSync(join(root, path), 'utf8');
  const imported = [...text.matchAll(/ from '(\.[^']+)'/g)].map(
    ([, name]) => `${join(dirname(path), name)}.ts`,
  );
  return [text, ...imported.map((name) => wordsOf(name, seen))].join('\n');
}

const wordsOfTests = (row: string): string =>
  testsOf(row)
    .map((path) => wordsOf(path))
    .join('\n');

/** Rows of what is met, or met in part, and shown by a test. */
const shown = rows.filter((row) => /^\|[^|]*\| (met|in part)/.test(row) && testsOf(row).length > 0);

test('a row that claims something of shared tables cites a test that plays at one', () => {
  const ofTables = shown.filter((row) => /shared tables?\b|\bat tables\b/i.test(row));
  expect(ofTables.length).toBeGreaterThan(5);
  // In its own words: everything that the house does at its end looks at tables as well.
  const playsAtOne = (path: string): boolean =>
    /HttpTable|RealTable|\/tables?\//.test(readFileSync(join(root, path), 'utf8'));
  expect(ofTables.filter((row) => !testsOf(row).some(playsAtOne))).toEqual([]);
});

test('a row that names a call cites a test that makes it', () => {
  const unshown = shown.flatMap((row) => {
    const words = wordsOfTests(row);
    const calls = [...row.matchAll(/`(?:GET|POST|PUT|PATCH|DELETE) (\/[^`]+)`/g)].map(([, path]) => path);
    const lastWord = (path: string): string =>
      path.split('/').findLast((part) => /^[a-z]/.test(part)) ?? path;
    return calls.filter((path) => !words.includes(`/${lastWord(path)}`)).map((path) => [path, row]);
  });
  expect(unshown).toEqual([]);
});
