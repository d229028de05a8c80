import { runReturns } from './returns/run-returns';

runReturns(process.argv.slice(2), { out: process.stdout, err: process.stderr }).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${(error as Error).stack ?? String(error)}\n`);
    process.exitCode = 1;
  },
);
