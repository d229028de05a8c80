import 'reflect-metadata';
import { readConfig } from '../config/config';
import { AUDIT_USAGE, parseAuditCommand } from './audit-command';
import { runAuditCommand } from './audit-run';
import { withInstallation } from './installation';
import { parsed, runMain } from './run-main';

// Exit codes: 0 all is as it was sealed, 1 it is not, 2 it could not be found out.
async function main(args: readonly string[]): Promise<void> {
  if (args.length === 0 || args.includes('--help')) {
    process.stdout.write(AUDIT_USAGE);
    return;
  }
  const command = parsed(parseAuditCommand, args, AUDIT_USAGE);
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  // An auditor reads what is there, with the rights of a reader; he brings no schema up to date.
  const schema = command.type === 'verify' ? 'leave' : 'migrate';
  const config = readConfig(process.env);
  process.exitCode = await withInstallation(
    config,
    ({ manager }) => runAuditCommand(manager, command, say, new Date(), config.seedKeys),
    schema,
  );
}

runMain(main, 2);
