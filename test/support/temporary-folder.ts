import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  readonly path: string;
  /** Kills a PostgreSQL that still runs in the folder and removes it. */
  remove(): Promise<void>;
}

/** A folder for the data of an embedded PostgreSQL, which is cleaned up even when the test run is killed. */
export function createTemporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'holecard-test-'));
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
