import { createCipheriv, createHmac, randomBytes } from 'node:crypto';
import type { UniformSource } from '../domain/shoe';

/** Bytes made at once: enough for most rounds. */
const CHUNK_BYTES = 512;
const RANGE = 2 ** 32;
export const SEED_BYTES = 32;

/** Names the construction below in every record, so that a later one can stand beside it. */
export const KEY_STREAM_VERSION = 'chacha20-v1';

/** 32 bytes from the system's cryptographic source. */
export function newSeed(): Buffer {
  return randomBytes(SEED_BYTES);
}

/**
 * Evenly distributed numbers from a seed: the ChaCha20 key stream under HMAC-SHA256(seed, name of the construction),
 * read as big-endian 32-bit words; words that would favour small results are thrown away (rejection sampling).
 * The same seed gives the same numbers for ever.
 */
export class KeyStream implements UniformSource {
  private readonly cipher;
  private chunk: Buffer = Buffer.alloc(0);
  private read = 0;

  constructor(seed: Buffer) {
    const key = createHmac('sha256', seed).update(`holecard ${KEY_STREAM_VERSION}`).digest();
    this.cipher = createCipheriv('chacha20', key, Buffer.alloc(16));
  }

  below(n: number): number {
    const fair = RANGE - (RANGE % n);
    let word = this.word();
    while (word >= fair) word = this.word();
    return word % n;
  }

  private word(): number {
    if (this.read === this.chunk.length) {
      this.chunk = this.cipher.update(Buffer.alloc(CHUNK_BYTES));
      this.read = 0;
    }
    const word = this.chunk.readUInt32BE(this.read);
    this.read += 4;
    return word;
  }
}
