import { parseArgs } from 'node:util';
import { LEAST_YEARS } from '../application/retention/remove-rounds';
import { CommandError } from './operator-command';

/** What the command line asked for. */
export interface RetentionCommand {
  readonly years: number;
  /** Null: all of them. */
  readonly operator: string | null;
  /** Whether it is to be done, or only said what would be done. */
  readonly isMeant: boolean;
}

export const RETENTION_USAGE = `Usage: npm run retention -- remove-rounds --older-than YEARS [--operator NAME] [--yes]

  Removes rounds that were sealed so many years ago, ${LEAST_YEARS} at least: cards, decisions, cancellations. Transfers, the seals
  over what is gone, and sums by day stay; "npm run audit -- verify" knows that they were removed, by whom and when.
  Without --yes it only says what would be removed. Back the database up first: nothing brings a round back.

  --operator  one operator; without it all of them

  It needs the rights of the owner of the tables. Exit codes: 0 done, or said; 1 could not be done; 2 the command line is
  wrong. The database is that of DATABASE_URL, or else the embedded one of this installation.
`;

/** @throws CommandError that says what is wrong with the arguments. */
export function parseRetentionCommand(args: readonly string[]): RetentionCommand {
  const { values, positionals } = parse(args);
  if (positionals.length !== 1 || positionals[0] !== 'remove-rounds') {
    throw new CommandError('There is no such command.');
  }
  const years = values['older-than'] ?? '';
  if (!/^\d{1,3}$/.test(years) || Number(years) < LEAST_YEARS) {
    throw new CommandError(`--older-than must be a whole number of years, ${LEAST_YEARS} or more.`);
  }
  return { years: Number(years), operator: values.operator ?? null, isMeant: values.yes ?? false };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'older-than': { type: 'string' },
        operator: { type: 'string' },
        yes: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}
