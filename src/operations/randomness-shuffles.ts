import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { CardPositions, possibleBeginnings } from '../randomness/statistics/card-positions';
import { type ChiSquare, criticalChiSquare } from '../randomness/statistics/chi-square';
import { countRepeats, type Repeats } from '../randomness/statistics/repeats';
import { SIGNIFICANCE } from '../randomness/statistics/significance';
import type { RandomnessCommand } from './randomness-command';
import type { Part, PartMessage } from './randomness-shuffles.worker';

const WORKER_FILE = join(__dirname, 'randomness-shuffles.worker.js');
/** Eight bytes each: 160 MB at most. Among so many even a generator of 40 bits repeats itself. */
const MOST_BEGINNINGS = 2e7;

export interface ShuffleResults {
  readonly positions: ChiSquare;
  readonly repeats: Repeats;
}

type Shuffles = Extract<RandomnessCommand, { type: 'shuffles' }>;

/** Shuffles on all cores; tells now and then how many shuffles are done. */
export async function testShuffles(
  command: Shuffles,
  progress: (shuffles: number) => void,
  threads: number = availableParallelism(),
): Promise<ShuffleResults> {
  let done = 0;
  const parts = partsOf(command, threads).map((part) =>
    runPart(part, (shuffles) => progress((done += shuffles))),
  );
  const positions = new CardPositions(command.decks);
  const beginnings: Float64Array[] = [];
  for (const result of await Promise.all(parts)) {
    positions.add(result.counts);
    beginnings.push(result.beginnings);
  }
  return {
    positions: positions.chiSquare(),
    repeats: countRepeats(joined(beginnings), possibleBeginnings(command.decks)),
  };
}

/** What a person reads, and whether both tests passed. */
export function reportOf(results: ShuffleResults): {
  readonly lines: readonly string[];
  readonly passed: boolean;
} {
  const { statistic, degreesOfFreedom, probability } = results.positions;
  const low = criticalChiSquare(degreesOfFreedom, 1 - SIGNIFICANCE / 2);
  const high = criticalChiSquare(degreesOfFreedom, SIGNIFICANCE / 2);
  const { pairs, expected, probability: ofRepeats } = results.repeats;
  const passes = (one: number): boolean => one >= SIGNIFICANCE;
  const lines = [
    `Card by position: chi-square ${statistic.toFixed(1)}, ${degreesOfFreedom} degrees of freedom, ` +
      `limits ${low.toFixed(1)} and ${high.toFixed(1)}, p = ${probability.toPrecision(3)}: ` +
      verdict(passes(probability)),
    `Repeated shuffles: ${pairs} pairs, ${expected.toPrecision(3)} expected, p = ${ofRepeats.toPrecision(3)}: ` +
      verdict(passes(ofRepeats)),
  ];
  return { lines, passed: passes(probability) && passes(ofRepeats) };
}

function verdict(passed: boolean): string {
  return passed ? 'passed' : 'FAILED';
}

function partsOf({ shuffles, decks, seed }: Shuffles, threads: number): Part[] {
  const each = Math.ceil(shuffles / threads);
  const kept = Math.floor(Math.min(shuffles, MOST_BEGINNINGS) / threads);
  return Array.from({ length: threads }, (_, thread) => {
    const part = Math.min(each, shuffles - thread * each);
    return { decks, seed, firstNonce: thread * each, shuffles: part, beginnings: Math.min(kept, part) };
  }).filter((part) => part.shuffles > 0);
}

function runPart(
  part: Part,
  progress: (shuffles: number) => void,
): Promise<Extract<PartMessage, { type: 'done' }>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER_FILE, { workerData: part });
    worker.on('message', (message: PartMessage) => {
      if (message.type === 'progress') progress(message.shuffles);
      else resolve(message);
    });
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`a thread of shuffles ended with ${code} and no result`)));
  });
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    all.set(part, place);
    place += part.length;
  }
  return all;
}
