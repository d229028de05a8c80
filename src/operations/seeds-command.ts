import type { DataSource, EntityManager } from 'typeorm';
import { keyUses, type KeyUse, resealSeeds } from '../application/fairness/seed-keys';
import { loadVault } from '../application/fairness/seed-maker';
import { mayReseal } from '../persistence/fairness/sealed-seeds';
import { CommandError } from './operator-command';

export type SeedsCommand = 'keys' | 'reseal';

export const SEEDS_USAGE = `Usage: npm run seeds -- COMMAND

  keys     lists the keys of SEED_KEY and those that stored server seeds need, by names that tell nothing of
           them, and how many seeds cannot be read without each
  reseal   encrypts all secret seeds under the first key of SEED_KEY, and keeps those that were revealed in plain,
           which are public anyway; then the other keys are needed no more. The server may run meanwhile.
           It needs the owner of the tables (OWNER_DATABASE_URL): the server's own role may not do it

Exit codes: 0 done, 1 seeds cannot be read with the keys that are given, 2 the command could not be carried out.
The database is that of DATABASE_URL, or else the embedded one of this installation.
`;

/** @throws CommandError that says what is wrong with the arguments. */
export function parseSeedsCommand(args: readonly string[]): SeedsCommand {
  const [command, ...more] = args;
  if (more.length > 0) throw new CommandError('There are too many arguments.');
  if (command === 'keys' || command === 'reseal') return command;
  throw new CommandError('There is no such command.');
}

/**
 * @returns 0, or 1 when there are seeds that the given keys do not open.
 * @throws CommandError where the role of the database may not do it.
 */
export async function runSeedsCommand(
  dataSource: DataSource,
  keys: readonly string[] | undefined,
  command: SeedsCommand,
  say: (line: string) => void,
): Promise<0 | 1> {
  const { manager } = dataSource;
  const vault = await loadVault(manager, keys);
  let unopened = 0;
  if (command === 'reseal') {
    await expectOwner(manager);
    const done = await resealSeeds(dataSource, vault);
    unopened = done.unopened;
    say(`Secret seeds that were encrypted under ${vault.keyNames[0]}: ${done.sealed}`);
    say(`Revealed seeds that are kept in plain from now on: ${done.kept}`);
    if (unopened > 0) say(`Seeds that no key opened, and that stay as they are: ${unopened}`);
  }
  const uses = await keyUses(manager, vault);
  uses.forEach((use, place) => say(describe(use, place === 0)));
  const isMissing = uses.some(({ name, isConfigured }) => name !== null && !isConfigured);
  return unopened > 0 || isMissing ? 1 : 0;
}

/** The server's role cannot encrypt seeds anew, so that it cannot exchange them. */
async function expectOwner(db: EntityManager): Promise<void> {
  if (await mayReseal(db)) return;
  throw new CommandError(
    'This role may not encrypt seeds anew: give OWNER_DATABASE_URL, the owner of the tables, beside SEED_KEY.',
  );
}

function describe({ name, seeds, isConfigured }: KeyUse, encrypts: boolean): string {
  const counted = `${seeds} seed${seeds === 1 ? '' : 's'}`;
  if (name === null)
    return `(no name)         ${counted}, of an earlier version: may need any key; reseal them`;
  if (!isConfigured) return `${name}  ${counted}, and the key is MISSING in SEED_KEY`;
  if (encrypts) return `${name}  ${counted}; encrypts new ones`;
  return `${name}  ${counted}${seeds === 0 ? ': needed by none that has a name' : ''}`;
}
