import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Assessed, type Assignment, Theories } from './theories';

/** There is none when the sources run uncompiled, as in tests: then rounds are assessed on the spot. */
const WORKER_FILE = join(__dirname, 'assess.worker.js');

/**
 * Assesses rounds in a thread of its own, which begins with the first of them and ends with `close`: replaying is cheap,
 * but the values of a rule set's positions take a second in all, for which nobody's card shall wait.
 */
export class AssessingThread {
  private worker: Worker | null = null;
  private readonly here: Theories | null = __filename.endsWith('.ts') ? new Theories() : null;

  /** One assignment at a time. Throws when the thread ends instead of answering; the next one begins a new thread. */
  async assess(assignment: Assignment): Promise<Assessed[]> {
    if (this.here !== null) return this.here.assess(assignment);
    const worker = (this.worker ??= new Worker(WORKER_FILE));
    worker.unref();
    try {
      return await answerOf(worker, assignment);
    } catch (error) {
      await this.close();
      throw error;
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
        throw new Error(`the thread for assessments ended with ${String(code)} and no answer`);
      }),
    ])) as [Assessed[]];
    return answer;
  } finally {
    answered.abort();
  }
}
