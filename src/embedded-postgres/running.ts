import { existsSync, realpathSync } from 'node:fs';
import { databaseUrl, findCluster } from './cluster';
import { inspectCluster } from './postmaster';

/** The URL of the database whose server runs on the data folder at this moment, if one does. */
export function urlOfRunning(dataDir: string): string | undefined {
  const cluster = existsSync(dataDir) ? findCluster(realpathSync(dataDir)) : undefined;
  if (cluster === undefined) return undefined;
  const state = inspectCluster(cluster);
  return state.status === 'running' ? databaseUrl(cluster, state.postmaster.port) : undefined;
}
