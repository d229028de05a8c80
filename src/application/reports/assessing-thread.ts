import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Assessed, type Assignment, Theories } from './theories';

/** There is none when the sources run uncompiled, as in tests: then rounds are assessed on the spot. */
const WORKER_FILE = join(__dirname, 'assess.worker.js');

/** Thrown where the thread ended instead of answering, for want of memory as an example: no round is named by that. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

/**
 * Assesses rounds in a thread of its own, which begins with the first of them and ends with `close`: replaying is cheap,
 * but the values of a rule set's positions take a second in all, for which nobody's card shall wait.
 */
export class AssessingThread {
  private worker: Worker | null = null;
  private readonly here: Theories | null = __filename.endsWith('.ts') ? new Theories() : null;

  /**
   * One assignment at a time.
   *
   * @throws ThreadEnded when the thread ends instead of answering; the next assignment begins a new one.
   */
  async assess(assignment: Assignment): Promise<Assessed[]> {
    if (this.here !== null) return this.here.assess(assignment);
    const worker = (this.worker ??= new Worker(WORKER_FILE));
    worker.unref();
    try {
      return await answerOf(worker, assignment);
    } catch (cause) {
      await this.close();
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new ThreadEnded(`the thread for assessments ended: ${why}`, { cause });
    }
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
    this.worker = null;
  }
}

async function answerOf(worker: Worker, assignment: Assignment): Promise<Assessed[]> {
  const answered = new AbortController();
  const { signal } = answered;
  worker.postMessage(assignment);
  try {
    // Either of them rejects when the thread throws.
    const [answer] = (await Promise.race([
      once(worker, 'message', { signal }),
      once(worker, 'exit', { signal }).then(([code]) => {
        throw new Error(`exit code ${String(code)}, and no answer`);
      }),
    ])) as [Assessed[]];
    return answer;
  } finally {
    answered.abort();
  }
}
