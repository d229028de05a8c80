import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../config/config';
import { defaultDataFolder } from '../embedded-postgres/data-folder';

// Two folders up from the sources, three from what is compiled into dist.
const repositoryRoot = [resolve(__dirname, '../..'), resolve(__dirname, '../../..')].find((folder) =>
  existsSync(join(folder, 'package.json')),
);

/** The folder of the embedded PostgreSQL: the configured one, or the one that every start here finds again. */
export function dataDirOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return resolve(dataDir ?? defaultDataFolder(repositoryRoot ?? process.cwd()));
}
