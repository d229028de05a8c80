import 'reflect-metadata';
import { readConfig } from '../config/config';
import { dealsEnded } from '../persistence/compliance/suspensions';
import { nameActor } from '../persistence/records/configuration-changes';
import { withInstallation } from './installation';
import { CommandError, parseOperatorCommand, USAGE } from './operator-command';
import { runMain } from './run-main';
import { runOperatorCommand } from './run-operator-command';
import { whoRuns } from './who-runs';

// Exit codes: 0 done, 1 could not be done, 2 the command line is wrong.
async function main(args: readonly string[]): Promise<void> {
  if (args.length === 0 || args.includes('--help')) {
    process.stdout.write(USAGE);
    return;
  }
  const command = parse(args);
  if (command === null) return;
  await withInstallation(readConfig(process.env), async (dataSource) => {
    const lines = await dataSource.transaction(async (tx) => {
      await nameActor(tx, `command:operator (${whoRuns()})`, null);
      return runOperatorCommand(tx, command, new Date());
    });
    // It says that something is suspended when nothing is dealt there any more.
    const isDone = command.type !== 'suspend' || (await dealsEnded(dataSource.manager));
    for (const line of lines) process.stdout.write(`${line}\n`);
    if (!isDone) {
      process.stderr.write(STILL_DEALING);
      process.exitCode = 1;
    }
  });
}

const STILL_DEALING =
  'It is in force, but a deal that began before it has not ended yet, and may still come through: ' +
  'see pg_stat_activity for the transaction that is open.\n';

function parse(args: readonly string[]): ReturnType<typeof parseOperatorCommand> | null {
  try {
    return parseOperatorCommand(args);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    // Last, where it is seen: the usage fills a screen.
    process.stderr.write(`${USAGE}\n${error.message}\n`);
    process.exitCode = 2;
    return null;
  }
}

runMain(main, 1);
