import { parentPort, workerData } from 'node:worker_threads';
import { Shoe } from '../domain/shoe';
import { KeyStream } from '../randomness/key-stream';
import { RandomSource } from '../randomness/random-source';
import { CardPositions } from '../randomness/statistics/card-positions';

/** A thread's part of all shuffles. */
export interface Part {
  readonly decks: number;
  /** Null: each shuffle has a new seed from the system's source. */
  readonly seed: Uint8Array | null;
  readonly firstNonce: number;
  readonly shuffles: number;
  /** Of so many shuffles the beginning is kept. */
  readonly beginnings: number;
}

export type PartMessage =
  | { readonly type: 'progress'; readonly shuffles: number }
  | { readonly type: 'done'; readonly counts: Float64Array; readonly beginnings: Float64Array };

/** Often enough for a line that moves, and too seldom to cost anything. */
const SHUFFLES_BETWEEN_MESSAGES = 10_000;

function shufflePart({ decks, seed, firstNonce, shuffles, beginnings: kept }: Part): void {
  const source = new RandomSource();
  const fixedSeed = seed === null ? null : Buffer.from(seed);
  const positions = new CardPositions(decks);
  const beginnings = new Float64Array(kept);
  for (let done = 0; done < shuffles; done++) {
    const serverSeed = fixedSeed ?? source.newSeed();
    const stream = new KeyStream({ serverSeed, clientSeed: 'laboratory', nonce: firstNonce + done });
    const beginning = positions.countShoe(new Shoe(decks, stream));
    if (done < kept) beginnings[done] = beginning;
    if ((done + 1) % SHUFFLES_BETWEEN_MESSAGES === 0)
      post({ type: 'progress', shuffles: SHUFFLES_BETWEEN_MESSAGES });
  }
  post({ type: 'progress', shuffles: shuffles % SHUFFLES_BETWEEN_MESSAGES });
  post({ type: 'done', counts: positions.counts, beginnings });
}

function post(message: PartMessage): void {
  parentPort?.postMessage(message);
}

shufflePart(workerData as Part);
