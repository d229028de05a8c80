import 'reflect-metadata';
import { readConfig } from '../config/config';
import { runSuite, suiteReport } from '../randomness/battery/suite';
import { RandomSource } from '../randomness/random-source';
import { withInstallation } from './installation';
import { ProgressLine } from './progress-line';
import { parseRandomnessCommand, RANDOMNESS_USAGE, type RandomnessCommand } from './randomness-command';
import { countDealt, dealtReport } from './randomness-dealt';
import { writeRaw } from './randomness-raw';
import { reportOf, testShuffles } from './randomness-shuffles';
import { parsed, runMain } from './run-main';

const progress = new ProgressLine(process.stderr);

// Exit codes: 0 passed or written, 1 failed, 2 the command line is wrong or the database cannot be read.
async function main(args: readonly string[]): Promise<void> {
  if (args.length === 0 || args.includes('--help')) {
    process.stdout.write(RANDOMNESS_USAGE);
    return;
  }
  const command = parsed(parseRandomnessCommand, args, RANDOMNESS_USAGE);
  switch (command.type) {
    case 'raw': {
      const seed = command.seed ?? new RandomSource().newSeed();
      // The standard output is the numbers' alone; who wants to repeat them needs their seed.
      process.stderr.write(`Seed: ${seed.toString('hex')}\n`);
      return writeRaw(process.stdout, seed, command.bytes);
    }
    case 'shuffles':
      return shuffle(command);
    case 'suite':
      print(suiteReport(runSuite((name) => process.stderr.write(`${name} is done\n`))));
      return;
    case 'dealt':
      return dealt(command);
  }
}

async function shuffle(command: Extract<RandomnessCommand, { type: 'shuffles' }>): Promise<void> {
  const started = performance.now();
  const results = await testShuffles(command, (done) => {
    const each = Math.round(done / ((performance.now() - started) / 1000));
    progress.show(`${counted(done)} of ${counted(command.shuffles)} shuffles, ${counted(each)} a second`);
  });
  const seconds = Math.round((performance.now() - started) / 1000);
  const seeds = command.seed === null ? 'a new seed each' : `seed ${command.seed.toString('hex')}`;
  progress.end();
  process.stdout.write(
    `${counted(command.shuffles)} shuffles of ${command.decks * 52} cards, ${seeds}, ${seconds} seconds\n`,
  );
  print(reportOf(results));
}

async function dealt(command: Extract<RandomnessCommand, { type: 'dealt' }>): Promise<void> {
  const work = ({ manager }: { manager: Parameters<typeof countDealt>[0] }) =>
    countDealt(manager, command, (rounds) => progress.show(`${counted(rounds)} rounds read`));
  const groups = await withInstallation(readConfig(process.env), work, 'leave');
  progress.end();
  print(dealtReport(groups));
}

function print({ lines, passed }: { readonly lines: readonly string[]; readonly passed: boolean }): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
  if (!passed) process.exitCode = 1;
}

function counted(number: number): string {
  return number.toLocaleString('en');
}

runMain(main, 2);
