import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Cluster } from './cluster';

/** PostgreSQL's main process, as its lock file describes it. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/** What a cluster's lock file and the machine's processes say about it. */
export type ClusterState =
  | { readonly status: 'stopped' }
  | { readonly status: 'running'; readonly postmaster: Postmaster }
  /** The main process is gone, and its children have not noticed yet. */
  | { readonly status: 'dying' };

/** Looks at the cluster. A lock file that nobody holds any more is removed, for PostgreSQL may trust it. */
export function inspectCluster(cluster: Cluster): ClusterState {
  const postmaster = readLockFile(cluster);
  if (postmaster === undefined) return { status: 'stopped' };
  if (isPostmasterOf(cluster, postmaster.pid)) return { status: 'running', postmaster };
  if (hasProcesses(cluster)) return { status: 'dying' };
  // The number of a dead process can have been given to another one since, or belong to one that nobody
  // has buried yet; PostgreSQL would take either for a living server and refuse to start.
  rmSync(lockFile(cluster), { force: true });
  return { status: 'stopped' };
}

export function lockFile(cluster: Cluster): string {
  return join(cluster.dataFolder, 'postmaster.pid');
}

function readLockFile(cluster: Cluster): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(lockFile(cluster), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  // Line 1 is the process id, line 4 the port; the file is written line by line, so either may be missing.
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3] ?? 0) } : undefined;
}

function isPostmasterOf(cluster: Cluster, pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return commandLine(pid).includes(cluster.dataFolder);
}

function hasProcesses(cluster: Cluster): boolean {
  if (!existsSync('/proc/self/cmdline')) return false;
  return readdirSync('/proc').some((entry) => {
    const title = /^\d+$/.test(entry) ? commandLine(Number(entry)) : '';
    return title.startsWith('postgres') && title.includes(cluster.name);
  });
}

/** Empty for a process that has ended, also for one that its parent has not waited for. */
function commandLine(pid: number): string {
  try {
    if (existsSync('/proc/self/cmdline')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
