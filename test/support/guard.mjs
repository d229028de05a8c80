import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

// Runs beside a test run and outlives it, however it ends: when the pipe to the run breaks, the PostgreSQL
// of the run's temporary folder is killed and the folder is removed.
const folder = process.argv[2];

process.stdin.resume();
process.stdin.once('close', () => {
  killPostgres(join(folder, 'cluster', 'data', 'postmaster.pid'));
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

function killPostgres(lockFile) {
  try {
    const pid = Number(readFileSync(lockFile, 'utf8').split('\n')[0]);
    if (pid > 1) process.kill(pid, 'SIGQUIT');
  } catch {
    // Stopped already, as it should be.
  }
}
