import 'reflect-metadata';
import { ConfigError, readConfig } from '../config/config';
import { StartError } from '../start/start-error';
import { AUDIT_USAGE, type AuditCommand, parseAuditCommand } from './audit-command';
import { runAuditCommand } from './audit-run';
import { withInstallation } from './installation';
import { CommandError } from './operator-command';

// Exit codes: 0 all is as it was sealed, 1 it is not, 2 it could not be found out.
async function main(args: readonly string[]): Promise<void> {
  if (args.length === 0 || args.includes('--help')) {
    process.stdout.write(AUDIT_USAGE);
    return;
  }
  const command = parse(args);
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  // An auditor reads what is there, with the rights of a reader; he brings no schema up to date.
  const schema = command.type === 'verify' ? 'leave' : 'migrate';
  process.exitCode = await withInstallation(
    readConfig(process.env),
    ({ manager }) => runAuditCommand(manager, command, say),
    schema,
  );
}

function parse(args: readonly string[]): AuditCommand {
  try {
    return parseAuditCommand(args);
  } catch (error) {
    if (error instanceof CommandError) throw new CommandError(`${error.message}\n\n${AUDIT_USAGE}`);
    throw error;
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const isExplained = [CommandError, ConfigError, StartError].some((kind) => error instanceof kind);
  const { message, stack } = error as Error;
  process.stderr.write(`${isExplained ? message : (stack ?? message)}\n`);
  process.exitCode = 2;
});
