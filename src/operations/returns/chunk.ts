import { simulate, type SimulationPlan, type Tally } from '../../returns/simulation';
import { SimulationNumbers } from '../../returns/simulation-numbers';

export interface Simulation {
  readonly plan: SimulationPlan;
  readonly rounds: number;
  readonly seed: number;
  /** The stream of random numbers of its first chunk; the next ones follow. */
  readonly firstStream: number;
}

/** A part of a simulation that has random numbers of its own, so that any thread may play it. */
export interface Chunk {
  readonly stream: number;
  readonly rounds: number;
}

const CHUNK_ROUNDS = 250_000;

export function chunksOf({ rounds, firstStream }: Simulation): Chunk[] {
  return Array.from({ length: Math.ceil(rounds / CHUNK_ROUNDS) }, (_, place) => ({
    stream: firstStream + place,
    rounds: Math.min(CHUNK_ROUNDS, rounds - place * CHUNK_ROUNDS),
  }));
}

export function simulateChunk({ plan, seed }: Simulation, { stream, rounds }: Chunk): Tally {
  return simulate(plan, rounds, new SimulationNumbers(seed, stream));
}
