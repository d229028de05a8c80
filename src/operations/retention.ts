import 'reflect-metadata';
import { readConfig } from '../config/config';
import { withInstallation } from './installation';
import { CommandError } from './operator-command';
import { parseRetentionCommand, RETENTION_USAGE, type RetentionCommand } from './retention-command';
import { runRetentionCommand } from './run-retention-command';
import { whoRuns } from './who-runs';
import { runMain } from './run-main';

// Exit codes: 0 done, or said what would be done; 1 could not be done; 2 the command line is wrong.
async function main(args: readonly string[]): Promise<void> {
  if (args.length === 0 || args.includes('--help')) {
    process.stdout.write(RETENTION_USAGE);
    return;
  }
  const command = parse(args);
  if (command === null) return;
  const config = readConfig(process.env);
  const { idempotencyDays } = config;
  const run = { actor: `command:retention (${whoRuns()})`, now: new Date(), idempotencyDays };
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  await withInstallation(config, (dataSource) => runRetentionCommand(dataSource, command, run, say));
}

function parse(args: readonly string[]): RetentionCommand | null {
  try {
    return parseRetentionCommand(args);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`${RETENTION_USAGE}\n${error.message}\n`);
    process.exitCode = 2;
    return null;
  }
}

runMain(main, 1);
