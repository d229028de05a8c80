import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { isLiveApiKey, makeApiKey } from '../application/operators/api-keys';
import { ensureSandbox } from '../application/operators/operators';

/**
 * Makes the operator `sandbox` with the configured key. Without one, an embedded installation makes a key up at its
 * first start and keeps it in its data folder, for its owner's eyes only: the database has no more than its hash.
 *
 * @param dataDir the folder of the embedded database; null when the operator runs his own, to which nothing is added
 *   without being asked for.
 * @returns the key to print: the made-up one, as long as it has not been revoked.
 */
export async function seedSandbox(
  { manager }: DataSource,
  configuredKey: string | undefined,
  dataDir: string | null,
  now: Date,
): Promise<string | undefined> {
  if (configuredKey !== undefined) {
    await ensureSandbox(manager, configuredKey, now);
    return undefined;
  }
  if (dataDir === null) return undefined;
  const key = keptKey(join(dataDir, 'sandbox-api-key'));
  await ensureSandbox(manager, key, now);
  return (await isLiveApiKey(manager, key)) ? key : undefined;
}

function keptKey(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const key = makeApiKey();
  writeFileSync(path, `${key}\n`, { mode: 0o600, flag: 'wx' });
  return key;
}
