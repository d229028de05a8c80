import 'reflect-metadata';
import { ConfigError, readConfig } from '../config/config';
import { StartError } from '../start/start-error';
import { withInstallation } from './installation';
import { reconcileBooks } from './reconcile-books';

// Exit codes: 0 the books are right, 1 they are not, 2 they could not be read.
async function main(): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const differences = await withInstallation(readConfig(process.env), (dataSource) =>
    reconcileBooks(dataSource, say),
  );
  if (differences > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  const isExplained = [ConfigError, StartError].some((kind) => error instanceof kind);
  const { message, stack } = error as Error;
  process.stderr.write(`${isExplained ? message : (stack ?? message)}\n`);
  process.exitCode = 2;
});
