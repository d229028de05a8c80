import 'reflect-metadata';
import { readConfig } from '../config/config';
import { withInstallation } from './installation';
import { reconcileBooks } from './reconcile-books';
import { runMain } from './run-main';

// Exit codes: 0 the books are right, 1 they are not, 2 they could not be read.
async function main(): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const differences = await withInstallation(readConfig(process.env), (dataSource) =>
    reconcileBooks(dataSource, say),
  );
  if (differences > 0) process.exitCode = 1;
}

runMain(main, 2);
