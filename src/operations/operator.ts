import 'reflect-metadata';
import { ConfigError, readConfig } from '../config/config';
import { StartError } from '../start/start-error';
import { withInstallation } from './installation';
import { CommandError, parseOperatorCommand, USAGE } from './operator-command';
import { runOperatorCommand } from './run-operator-command';

// Exit codes: 0 done, 1 could not be done, 2 the command line is wrong.
async function main(args: readonly string[]): Promise<void> {
  if (args.length === 0 || args.includes('--help')) {
    process.stdout.write(USAGE);
    return;
  }
  const command = parse(args);
  if (command === null) return;
  const lines = await withInstallation(readConfig(process.env), (dataSource) =>
    runOperatorCommand(dataSource.manager, command, new Date()),
  );
  for (const line of lines) process.stdout.write(`${line}\n`);
}

function parse(args: readonly string[]): ReturnType<typeof parseOperatorCommand> | null {
  try {
    return parseOperatorCommand(args);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`${error.message}\n\n${USAGE}`);
    process.exitCode = 2;
    return null;
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const isExplained = [CommandError, ConfigError, StartError].some((kind) => error instanceof kind);
  const { message, stack } = error as Error;
  process.stderr.write(`${isExplained ? message : (stack ?? message)}\n`);
  process.exitCode = 1;
});
