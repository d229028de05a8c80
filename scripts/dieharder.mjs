import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

// Runs the battery of dieharder on the generator's raw output. It is no part of the tests: it takes hours, and it is a
// program of its own. Exit codes: 0 nothing failed, 1 a test FAILED, 2 it could not be run.
const USAGE = `Usage: npm run --silent dieharder -- [--seed HEX] [ARGUMENTS OF DIEHARDER]

  --seed HEX   32 bytes as 64 hex digits; without it a new one from the system's source, which is printed
  without arguments of its own it runs all tests (-a), which takes many hours; "-d 0" is the first one
`;
const root = resolve(import.meta.dirname, '..');
const generator = join(root, 'dist', 'src', 'operations', 'randomness.js');
const args = process.argv.slice(2);

if (args.includes('--help')) process.stdout.write(USAGE);
else process.exitCode = await run(args);

async function run(given) {
  const at = given.indexOf('--seed');
  const seed = at < 0 ? [] : given.slice(at, at + 2);
  const own = at < 0 ? given : given.toSpliced(at, 2);
  const battery = spawn('dieharder', ['-g', '200', ...(own.length === 0 ? ['-a'] : own)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const missing = await new Promise((settle) => {
    battery.once('spawn', () => settle(null));
    battery.once('error', settle);
  });
  if (missing !== null) {
    process.stderr.write(
      `dieharder cannot be run (${missing.code ?? missing.message}). It is a program that this package does not bring along:\n` +
        'on Debian and Ubuntu "apt-get install dieharder". Any other battery can read the same bytes from\n' +
        '"npm run --silent randomness -- --raw 0".\n',
    );
    return 2;
  }
  return follow(battery, seed);
}

async function follow(battery, seed) {
  const bytes = spawn(process.execPath, [generator, '--raw', '0', ...seed], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  bytes.stdout.pipe(battery.stdin);
  // The battery closes its end when it has read enough: that is the ordinary end.
  battery.stdin.on('error', () => bytes.kill());
  let output = '';
  battery.stdout.on('data', (chunk) => {
    output += chunk;
    process.stdout.write(chunk);
  });
  const ended = new Promise((settle) => battery.once('close', (code) => settle(code)));
  const generated = new Promise((settle) => bytes.once('close', (code) => settle(code)));
  const code = await ended;
  bytes.kill();
  const generatorCode = await generated;
  // Killed, or at the end of the pipe, it has no code or 0: any other one says that it gave no numbers.
  if (code !== 0 || (generatorCode !== null && generatorCode !== 0)) return 2;
  return /\bFAILED\b/.test(output) ? 1 : 0;
}
