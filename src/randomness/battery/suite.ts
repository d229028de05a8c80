import { createHash } from 'node:crypto';
import { SIGNIFICANCE } from '../statistics/significance';
import { BATTERY } from './battery';
import { Sample, type SampleSizes } from './sample';
import { SOUND } from './subject';

/** Fixed, so that the suite gives the same results for ever; hashes of plain names, so that they are not hand-picked. */
export const SUITE_SEEDS = ['holecard laboratory 1', 'holecard laboratory 2', 'holecard laboratory 3'];

const SIZES: SampleSizes = {
  words: 2 ** 19,
  infinite: 2 ** 17,
  beginnings: 2 ** 13,
  byNonce: 40_000,
  byClientSeed: 6000,
  byServerSeed: 6000,
  eightDeckShoes: 1000,
};

/** What the program's own generator gives under the seed of that name; drawn when a test asks for it. */
export function suiteSample(seedName: string): Sample {
  return new Sample(SOUND, createHash('sha256').update(seedName).digest(), SIZES);
}

/** A test of the suite with its p of each seed, in the order of the seeds. */
export interface SuiteResult {
  readonly test: string;
  readonly probabilities: readonly number[];
}

/** Runs every test on every seed, which takes some seconds each; tells which seed is done. */
export function runSuite(progress: (seedName: string) => void): SuiteResult[] {
  const bySeed = SUITE_SEEDS.map((name) => {
    const sample = suiteSample(name);
    const results = Object.values(BATTERY).map((probabilityOf) => probabilityOf(sample));
    progress(name);
    return results;
  });
  return Object.keys(BATTERY).map((test, place) => {
    return { test, probabilities: bySeed.map((results) => results[place]) };
  });
}

/** The results as a table in Markdown, as docs/randomness.md shows them, and whether all are within the threshold. */
export function suiteReport(results: readonly SuiteResult[]): {
  readonly lines: readonly string[];
  readonly passed: boolean;
} {
  const numbers = SUITE_SEEDS.map((_, place) => String(place + 1));
  const rows = results.map(({ test, probabilities }) => rowOf([test, ...probabilities.map(shown)]));
  const lines = [rowOf(['test', ...numbers]), `|${'---|'.repeat(numbers.length + 1)}`, ...rows];
  return { lines, passed: results.every(({ probabilities }) => probabilities.every(isWithin)) };
}

/** Three digits, and more where those would be zeros. */
function shown(probability: number): string {
  const text = probability < 0.001 ? probability.toPrecision(2) : probability.toFixed(3);
  return isWithin(probability) ? text : `${text} FAILED`;
}

function isWithin(probability: number): boolean {
  return probability >= SIGNIFICANCE;
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
