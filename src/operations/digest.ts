import { ownDeployment } from '../application/software/deployed-files';
import { DIGEST_USAGE, parseDigestCommand, runDigestCommand } from './digest-command';
import { runMain } from './run-main';

// Exit codes: 0 printed, or nothing is different; 1 something is; 2 it could not be found out.
async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) {
    process.stdout.write(DIGEST_USAGE);
    return;
  }
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  process.exitCode = await runDigestCommand(ownDeployment(), parseDigestCommand(args), say);
}

runMain(main, 2);
