import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { type Child, startChild, stopChildren } from '../support/child';
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder';

const SCRIPT = resolve(__dirname, '../../scripts/dieharder.mjs');
const SEED = '01'.repeat(32);
let folder: TemporaryFolder;

beforeAll(() => {
  folder = createTemporaryFolder();
});
afterEach(stopChildren);
afterAll(() => folder.remove());

/** Runs the script where `dieharder` is a program that does this, instead of the real one. */
function run(battery: string, ...args: string[]): Child {
  const program = join(folder.path, 'dieharder');
  writeFileSync(program, `#!/bin/sh\n${battery}\n`);
  chmodSync(program, 0o755);
  const PATH = [folder.path, process.env.PATH].join(delimiter);
  return startChild(process.execPath, [SCRIPT, ...args], { env: { ...process.env, PATH } });
}

test('gives the battery the bytes of the seed, and ends well when nothing failed', async () => {
  const child = run(
    'echo "$@"; head -c 32 | od -An -tx1 | tr -d " \\n"; echo; echo "sums| PASSED"',
    '--seed',
    SEED,
    '-d',
    '3',
  );
  expect(await child.ended).toBe(0);
  const [args, bytes] = child.stdout().split('\n');
  expect(args).toBe('-g 200 -d 3');
  expect(bytes).toBe('adb042de40d4dede2f7a507bca276d0d91e712f9b844c8e35f70e366f2d2500e');
  expect(child.stderr()).toContain(`Seed: ${SEED}`);
});

test('runs everything where nothing else is asked for, and fails when a test failed', async () => {
  const child = run('echo "$@"; head -c 100000 > /dev/null; echo "runs| 0.00000000|  FAILED  "');
  expect(await child.ended).toBe(1);
  expect(child.stdout()).toMatch(/^-g 200 -a\n/);
});

test('a battery that breaks off, or a seed that is none, proves nothing', async () => {
  expect(await run('exit 3').ended).toBe(2);
  expect(await run('cat > /dev/null', '--seed', '00').ended).toBe(2);
});

test('says what to do where there is no dieharder', async () => {
  const child = startChild(process.execPath, [SCRIPT], { env: { PATH: folder.path + '/none' } });
  expect(await child.ended).toBe(2);
  expect(child.stderr()).toMatch(/^dieharder cannot be run \(ENOENT\)\. .*apt-get install dieharder/s);
});
