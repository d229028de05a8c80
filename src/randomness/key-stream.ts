import { createHmac } from 'node:crypto';
import type { UniformSource } from '../domain/shoe';

const RANGE = 2 ** 32;

/** Names the construction below in every record, so that a later one can stand beside it. */
export const KEY_STREAM_VERSION = 'hmac-sha256-v1';

/** What a shoe is made from: the server's secret, the player's own word, and a count of the shoes made of the two. */
export interface ShoeSeed {
  /** 32 bytes. */
  readonly serverSeed: Buffer;
  /** 1–64 printable ASCII characters. */
  readonly clientSeed: string;
  readonly nonce: number;
}

/**
 * Evenly distributed numbers from a seed, the same for ever. Block number c is HMAC-SHA256 under the server seed of the
 * text `holecard/1`, client seed, nonce and c, a line feed between them; each block is read as eight big-endian 32-bit
 * words, and words that would favour small results are thrown away (rejection sampling). See docs/fairness.md.
 */
export class KeyStream implements UniformSource {
  private block: Buffer = Buffer.alloc(0);
  private blocks = 0;
  private read = 0;

  constructor(private readonly seed: ShoeSeed) {}

  below(n: number): number {
    const fair = RANGE - (RANGE % n);
    let word = this.word();
    while (word >= fair) word = this.word();
    return word % n;
  }

  private word(): number {
    if (this.read === this.block.length) this.nextBlock();
    const word = this.block.readUInt32BE(this.read);
    this.read += 4;
    return word;
  }

  private nextBlock(): void {
    const { serverSeed, clientSeed, nonce } = this.seed;
    const text = `holecard/1\n${clientSeed}\n${nonce}\n${this.blocks}`;
    this.block = createHmac('sha256', serverSeed).update(text).digest();
    this.blocks += 1;
    this.read = 0;
  }
}
