import { parseArgs } from 'node:util';
import { CommandError } from './operator-command';

/** What the command line asked for. */
export type AuditCommand =
  | {
      readonly type: 'verify';
      readonly operator: string | null;
      readonly headPath: string | null;
      readonly keysPath: string | null;
    }
  | { readonly type: 'grant'; readonly role: string };

export const AUDIT_USAGE = `Usage: npm run audit -- COMMAND

  verify [--operator NAME] [--head FILE] [--keys FILE]
                 recomputes every seal and compares it with the records; names the first row that was changed,
                 removed or inserted. Exit code 0: all is as it was sealed; 1: it is not; 2: it could not be read
      --operator one operator; without it all of them
      --head     a head that was saved from GET /v1/audit/head: what was sealed by then must still be there
      --keys     the keys that the head's signature is checked with, saved from GET /.well-known/jwks.json;
                 without it those of the database
  grant ROLE     lets a database role run the server, and neither change nor remove records; prints what it did

The database is that of DATABASE_URL, or else the embedded one of this installation. Secret seeds are held to their
commitments with the keys of SEED_KEY; verify says how many it could not open.
`;

/** @throws CommandError that says what is wrong with the arguments. */
export function parseAuditCommand(args: readonly string[]): AuditCommand {
  const { values, positionals } = parse(args);
  const [command, subject] = positionals;
  if (positionals.length > (command === 'grant' ? 2 : 1))
    throw new CommandError('There are too many arguments.');
  switch (command) {
    case 'verify':
      return {
        type: command,
        operator: values.operator ?? null,
        headPath: values.head ?? null,
        keysPath: values.keys ?? null,
      };
    case 'grant':
      return { type: command, role: roleOf(subject) };
    default:
      throw new CommandError('There is no such command.');
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { operator: { type: 'string' }, head: { type: 'string' }, keys: { type: 'string' } },
    });
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

function roleOf(text: string | undefined): string {
  if (text !== undefined && /^[A-Za-z_][A-Za-z0-9_$-]{0,62}$/.test(text)) return text;
  throw new CommandError('ROLE must be the name of a role of the database.');
}
