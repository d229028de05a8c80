import { type ChildProcessWithoutNullStreams, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a child process has said so far, and how it ended. */
export interface Child {
  readonly process: ChildProcessWithoutNullStreams;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves with the exit code, or with the name of the signal that killed it. */
  readonly ended: Promise<number | string>;
}

const running = new Set<Child>();

export function startChild(command: string, args: readonly string[], options: SpawnOptions = {}): Child {
  const child = spawn(command, args, { ...options, stdio: 'pipe' });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(started);
    return (code ?? signal) as number | string;
  });
  const started: Child = { process: child, stdout: () => stdout, stderr: () => stderr, ended };
  running.add(started);
  return started;
}

/** For the end of every test: one that failed half-way leaves children that nobody else would stop. */
export async function stopChildren(): Promise<void> {
  for (const child of running) {
    child.process.kill('SIGTERM');
    // One that was frozen hears of it only when it goes on.
    child.process.kill('SIGCONT');
    await child.ended;
  }
}

/** Waits until the standard output matches, and fails with everything the child said when it ends before. */
export async function waitForOutput(
  child: Child,
  pattern: RegExp,
  timeoutMs = 60_000,
): Promise<RegExpMatchArray> {
  const deadline = performance.now() + timeoutMs;
  let hasEnded = false;
  while (performance.now() < deadline) {
    const match = child.stdout().match(pattern);
    if (match !== null) return match;
    if (hasEnded) break;
    // What it said last may come after its exit.
    hasEnded = await Promise.race([child.ended.then(() => true), sleep(20, false)]);
  }
  throw new Error(`no ${String(pattern)} in what the child said:\n${child.stdout()}\n${child.stderr()}`);
}

export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new Error(`still not so after ${timeoutMs} ms: ${condition.toString()}`);
    await sleep(20);
  }
}
