import type { EntityManager } from 'typeorm';
import { loadVault } from '../application/fairness/seed-maker';
import { missingKeys } from '../application/fairness/seed-keys';
import { StartError } from './start-error';

/**
 * Refuses to start without the keys that stored server seeds are encrypted under: sessions that are open could not be
 * dealt to, and what they committed to could never be shown.
 *
 * @throws StartError that names the variable and the keys that are missing.
 */
export async function expectSeedKeys(db: EntityManager, keys: readonly string[] | undefined): Promise<void> {
  const missing = await missingKeys(db, await loadVault(db, keys));
  if (missing === null) return;
  const names = [...missing.names, ...(missing.unknown ? ['one of an earlier version, without a name'] : [])];
  const state = keys === undefined ? 'is not set' : 'lacks a key';
  throw new StartError(
    `SEED_KEY ${state}: server seeds in this database are encrypted under a key that is not given (${names.join(', ')}).\n` +
      'Give that key as well, behind the others with a comma between: SEED_KEY=NEW,OLD. ' +
      '"npm run seeds -- keys" tells which keys are needed; "npm run seeds -- reseal" makes old ones unnecessary.',
  );
}
