import 'reflect-metadata';
import { ConfigError, readConfig } from '../config/config';
import { StartError } from '../start/start-error';
import { withInstallation } from './installation';
import { CommandError } from './operator-command';
import { parseSeedsCommand, runSeedsCommand, SEEDS_USAGE, type SeedsCommand } from './seeds-command';

// Exit codes: 0 done, 1 seeds cannot be read with the given keys, 2 the command could not be carried out.
async function main(args: readonly string[]): Promise<void> {
  if (args.length === 0 || args.includes('--help')) {
    process.stdout.write(SEEDS_USAGE);
    return;
  }
  const command = parse(args);
  const config = readConfig(process.env);
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  process.exitCode = await withInstallation(config, (dataSource) =>
    runSeedsCommand(dataSource, config.seedKeys, command, say),
  );
}

function parse(args: readonly string[]): SeedsCommand {
  try {
    return parseSeedsCommand(args);
  } catch (error) {
    if (error instanceof CommandError) throw new CommandError(`${error.message}\n\n${SEEDS_USAGE}`);
    throw error;
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const isExplained = [CommandError, ConfigError, StartError].some((kind) => error instanceof kind);
  const { message, stack } = error as Error;
  process.stderr.write(`${isExplained ? message : (stack ?? message)}\n`);
  process.exitCode = 2;
});
