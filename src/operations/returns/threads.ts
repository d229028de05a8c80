import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { addTally, emptyTally, type Tally } from '../../returns/simulation';
import { type Chunk, chunksOf, simulateChunk, type Simulation } from './chunk';

/** Absent when the sources run uncompiled, as in tests: then this thread plays. */
const WORKER_FILE = join(__dirname, 'chunk.worker.js');

export interface Threads {
  readonly count: number;
  readonly start: (simulation: Simulation) => Worker;
}

/** As many threads as told, or one a core; null where there is no compiled file for them to run. */
export function compiledThreads(count: number | null): Threads | null {
  if (!existsSync(WORKER_FILE)) return null;
  return {
    count: count ?? availableParallelism(),
    start: (workerData) => new Worker(WORKER_FILE, { workerData }),
  };
}

/**
 * Plays a simulation chunk by chunk, in threads or in this one. The tally is the same, however many there are.
 *
 * @throws when a thread fails or ends before its work does.
 */
export async function playSimulation(
  simulation: Simulation,
  threads: Threads | null,
  onPlayed: (rounds: number) => void = () => undefined,
): Promise<Tally> {
  const total = emptyTally(simulation.plan.sideBets.length);
  const add = (part: Tally): void => {
    addTally(total, part);
    onPlayed(part.rounds);
  };
  if (threads === null) await playHere(simulation, add);
  else await playInThreads(simulation, threads, add);
  return total;
}

async function playHere(simulation: Simulation, add: (part: Tally) => void): Promise<void> {
  for (const chunk of chunksOf(simulation)) {
    add(simulateChunk(simulation, chunk));
    await setImmediate();
  }
}

async function playInThreads(
  simulation: Simulation,
  { count, start }: Threads,
  add: (part: Tally) => void,
): Promise<void> {
  const chunks = chunksOf(simulation);
  const workers = Array.from({ length: Math.min(count, chunks.length) }, () => start(simulation));
  try {
    await Promise.all(workers.map((worker) => keepBusy(worker, chunks, add)));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** Hands a thread one chunk after another until none is left. */
function keepBusy(worker: Worker, chunks: Chunk[], add: (part: Tally) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = (): void => {
      const chunk = chunks.shift();
      if (chunk === undefined) resolve();
      else worker.postMessage(chunk);
    };
    worker.on('message', (part: Tally) => {
      add(part);
      next();
    });
    worker.once('error', (error: Error) =>
      reject(new Error(`a thread of the simulation failed: ${error.message}`)),
    );
    worker.once('exit', (code) => reject(new Error(`a thread of the simulation ended early, with ${code}`)));
    next();
  });
}
