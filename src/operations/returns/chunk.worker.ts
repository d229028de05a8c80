import { parentPort, workerData } from 'node:worker_threads';
import { simulateChunk } from './chunk';
import type { Chunk, Simulation } from './chunk';

// Plays one chunk for each message and answers with its tally.
parentPort?.on('message', (chunk: Chunk) => {
  parentPort?.postMessage(simulateChunk(workerData as Simulation, chunk));
});
