import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  readonly path: string;
  /** Kills a PostgreSQL that still runs in the folder and removes it. */
  remove(): Promise<void>;
}

const MEMORY = '/dev/shm';
/** A whole run of the tests takes a quarter of it. */
const ROOM_BYTES = 4 * 2 ** 30;

/** A folder for the data of an embedded PostgreSQL, which is cleaned up even when the test run is killed. */
export function createTemporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(isRoomyMemory() ? MEMORY : tmpdir(), 'holecard-test-'));
  const guard: ChildProcess = spawn(process.execPath, [join(__dirname, 'guard.mjs'), path], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  return {
    path,
    remove: async () => {
      const ended = once(guard, 'exit');
      guard.stdin?.end();
      await ended;
    },
  };
}

/**
 * Whether there is a file system in memory that programs can be started from. Hundreds of files come and go with every
 * database of a test, which costs ten times as much on a disk; and a killed process leaves both of them alike.
 */
function isRoomyMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
    const [, , type, options] = mounts.map((line) => line.split(' ')).find(([, at]) => at === MEMORY) ?? [];
    return bavail * bsize >= ROOM_BYTES && type === 'tmpfs' && !options.split(',').includes('noexec');
  } catch {
    // Only Linux has these.
    return false;
  }
}
