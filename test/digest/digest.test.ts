import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Deployment,
  deployedFiles,
  digestOf,
  manifestOf,
} from '../../src/application/software/deployed-files';
import { parseDigestCommand, runDigestCommand } from '../../src/operations/digest-command';
import { CommandError } from '../../src/operations/operator-command';
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder';

const FILES = {
  'dist/migrations/1-first.js': 'first',
  'dist/src/main.js': 'main',
  'dist/src/domain/card.js': 'card',
  'dist/verify.cjs': 'verify',
  'package-lock.json': '{}',
  'package.json': '{"name": "holecard"}',
};
const BESIDE = {
  'dist/bench/bench.js': 'no part of the program',
  '.data/cluster': 'data',
  'README.md': 'text',
};

let folder: TemporaryFolder;
let deployment: Deployment;

beforeEach(() => {
  folder = createTemporaryFolder();
  deployment = { root: folder.path, program: 'dist/' };
  for (const [path, text] of Object.entries({ ...FILES, ...BESIDE })) write(path, text);
});
afterEach(() => folder.remove());

function write(path: string, text: string): void {
  mkdirSync(join(folder.path, path, '..'), { recursive: true });
  writeFileSync(join(folder.path, path), text);
}

async function run(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const code = await runDigestCommand(deployment, parseDigestCommand(args), (line) => lines.push(line));
  return { code, lines: lines.join('\n').split('\n') };
}

async function saved(): Promise<string> {
  const path = join(folder.path, 'manifest.txt');
  writeFileSync(path, (await run()).lines.join('\n'));
  return path;
}

test('every file of the program is listed, in the order of its path, and nothing beside it', async () => {
  const files = await deployedFiles(deployment);
  expect(files.map(({ path }) => path)).toEqual(Object.keys(FILES).sort());
});

test('sha256sum finds the list right, and its digest is the one for all', async () => {
  const path = await saved();
  const checked = spawnSync('sha256sum', ['--check', '--strict', path], {
    cwd: folder.path,
    encoding: 'utf8',
  });
  expect([checked.status, checked.stderr]).toEqual([0, '']);
  const lines = readFileSync(path, 'utf8').split('\n');
  const files = await deployedFiles(deployment);
  expect(lines.at(-1)).toBe(`# ${digestOf(files)}  all 6 files`);
  const hashed = spawnSync('sha256sum', { input: manifestOf(files), encoding: 'utf8' });
  expect(hashed.stdout.split(' ')[0]).toBe(digestOf(files));
});

test('compared with an untouched installation the exit code is 0', async () => {
  const path = await saved();
  const files = await deployedFiles(deployment);
  expect(await run('--compare', path)).toEqual({
    code: 0,
    lines: [`All 6 files are as listed: ${digestOf(files)}`],
  });
});

test.each<[string, () => void, string]>([
  ['one byte of a file', () => write('dist/src/main.js', 'main '), 'dist/src/main.js was changed'],
  ['a new file', () => write('dist/src/more.js', ''), 'dist/src/more.js was added'],
  ['a hidden file', () => write('dist/src/.more', ''), 'dist/src/.more was added'],
  ['a file less', () => rmSync(join(folder.path, 'dist/verify.cjs')), 'dist/verify.cjs was removed'],
  ['a migration', () => write('dist/migrations/1-first.js', 'x'), 'dist/migrations/1-first.js was changed'],
  ['other packages', () => write('package-lock.json', '{"a": 1}'), 'package-lock.json was changed'],
  ['another version', () => write('package.json', '{"name": "hole"}'), 'package.json was changed'],
])('%s is named, and the exit code is 1', async (_, change, expected) => {
  const path = await saved();
  const before = digestOf(await deployedFiles(deployment));
  change();
  const { code, lines } = await run('--compare', path);
  expect([code, lines[0]]).toEqual([1, expected]);
  expect(digestOf(await deployedFiles(deployment))).not.toBe(before);
});

test('what cannot be compared is said, and is no answer', async () => {
  write('empty.txt', '# nothing\n');
  write('wrong.txt', 'this is no list\n');
  for (const name of ['missing.txt', 'empty.txt', 'wrong.txt']) {
    await expect(run('--compare', join(folder.path, name))).rejects.toThrow(CommandError);
  }
  expect(() => parseDigestCommand(['--unknown'])).toThrow(CommandError);
});
