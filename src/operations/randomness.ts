import { RandomSource } from '../randomness/random-source';
import { CommandError } from './operator-command';
import { parseRandomnessCommand, RANDOMNESS_USAGE, type RandomnessCommand } from './randomness-command';
import { writeRaw } from './randomness-raw';
import { reportOf, testShuffles } from './randomness-shuffles';

// Exit codes: 0 passed or written, 1 failed, 2 the command line is wrong.
async function main(args: readonly string[]): Promise<void> {
  if (args.length === 0 || args.includes('--help')) {
    process.stdout.write(RANDOMNESS_USAGE);
    return;
  }
  const command = parse(args);
  if (command === null) return;
  if (command.type === 'raw') {
    const seed = command.seed ?? new RandomSource().newSeed();
    // The standard output is the numbers' alone; who wants to repeat them needs their seed.
    process.stderr.write(`Seed: ${seed.toString('hex')}\n`);
    await writeRaw(process.stdout, seed, command.bytes);
    return;
  }
  await shuffle(command);
}

async function shuffle(command: Extract<RandomnessCommand, { type: 'shuffles' }>): Promise<void> {
  const started = performance.now();
  const results = await testShuffles(command, (done) => {
    const each = Math.round(done / ((performance.now() - started) / 1000));
    process.stderr.write(
      `\r${counted(done)} of ${counted(command.shuffles)} shuffles, ${counted(each)} a second `,
    );
  });
  const seconds = Math.round((performance.now() - started) / 1000);
  const { lines, passed } = reportOf(results);
  const seeds = command.seed === null ? 'a new seed each' : `seed ${command.seed.toString('hex')}`;
  process.stderr.write('\n');
  process.stdout.write(
    `${counted(command.shuffles)} shuffles of ${command.decks * 52} cards, ${seeds}, ${seconds} seconds\n`,
  );
  for (const line of lines) process.stdout.write(`${line}\n`);
  if (!passed) process.exitCode = 1;
}

function counted(number: number): string {
  return number.toLocaleString('en');
}

function parse(args: readonly string[]): RandomnessCommand | null {
  try {
    return parseRandomnessCommand(args);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`${error.message}\n\n${RANDOMNESS_USAGE}`);
    process.exitCode = 2;
    return null;
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const { message, stack } = error as Error;
  process.stderr.write(`${stack ?? message}\n`);
  process.exitCode = 1;
});
