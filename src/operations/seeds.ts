import 'reflect-metadata';
import { readConfig } from '../config/config';
import { withInstallation } from './installation';
import { parseSeedsCommand, runSeedsCommand, SEEDS_USAGE } from './seeds-command';
import { parsed, runMain } from './run-main';

// Exit codes: 0 done, 1 seeds cannot be read with the given keys, 2 the command could not be carried out.
async function main(args: readonly string[]): Promise<void> {
  if (args.length === 0 || args.includes('--help')) {
    process.stdout.write(SEEDS_USAGE);
    return;
  }
  const command = parsed(parseSeedsCommand, args, SEEDS_USAGE);
  const config = readConfig(process.env);
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  process.exitCode = await withInstallation(config, (dataSource) =>
    runSeedsCommand(dataSource, config.seedKeys, command, say),
  );
}

runMain(main, 2);
