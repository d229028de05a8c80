import { ConfigError } from '../config/config';
import { StartError } from '../start/start-error';
import { CommandError } from './operator-command';

/**
 * Runs a command with the words it was given. What it fails of is told on stderr, without a stack where its user can mend it.
 *
 * @param failed the exit code then.
 */
export function runMain(main: (args: readonly string[]) => Promise<void>, failed: number): void {
  // Whoever reads the output has gone: what was not told yet cannot be told, and nothing was found out by that.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(failed);
  });
  main(process.argv.slice(2)).catch((error: unknown) => {
    const isExplained = [CommandError, ConfigError, StartError].some((kind) => error instanceof kind);
    const { message, stack } = error as Error;
    process.stderr.write(`${isExplained ? message : (stack ?? message)}\n`);
    process.exitCode = failed;
  });
}

/** Parses the words of a command; when they are wrong, its usage is told before: what was wrong stands last, where it is seen. */
export function parsed<Command>(
  parse: (args: readonly string[]) => Command,
  args: readonly string[],
  usage: string,
): Command {
  try {
    return parse(args);
  } catch (error) {
    if (error instanceof CommandError) throw new CommandError(`${usage}\n${error.message}`);
    throw error;
  }
}
