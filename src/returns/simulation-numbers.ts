import type { UniformSource } from '../domain/shoe';

/**
 * Fast, repeatable numbers for simulations (xoshiro128**, by Blackman and Vigna); nothing that is played for
 * money ever sees them. Each chunk of a simulation takes a stream of its own, so that the result does not depend
 * on which thread plays it.
 */
export class SimulationNumbers implements UniformSource {
  private a: number;
  private b: number;
  private c: number;
  private d: number;

  /** `seed` and `stream` are whole numbers from 0 to below 2^53. */
  constructor(seed: number, stream: number) {
    let state = mixed((seed % RANGE) ^ 0x6a09e667) ^ mixed(Math.floor(seed / RANGE) ^ 0x3c6ef372);
    state = mixed(state ^ (stream % RANGE)) ^ mixed(Math.floor(stream / RANGE) ^ 0xa54ff53a);
    const next = (): number => mixed((state = (state + 0x9e3779b9) | 0));
    this.a = next();
    this.b = next();
    this.c = next();
    // One odd word: the state must not be all zero.
    this.d = next() | 1;
  }

  /** Favours no number by more than one part in ten million, far below what any simulation could see. */
  below(n: number): number {
    const times5 = Math.imul(this.b, 5);
    const word = Math.imul((times5 << 7) | (times5 >>> 25), 9);
    const shifted = this.b << 9;
    this.c ^= this.a;
    this.d ^= this.b;
    this.b ^= this.c;
    this.a ^= this.d;
    this.c ^= shifted;
    this.d = (this.d << 11) | (this.d >>> 21);
    return Math.floor((word >>> 0) * n * INVERSE_RANGE);
  }
}

const RANGE = 2 ** 32;
const INVERSE_RANGE = 1 / RANGE;

/** Spreads the bits of a word over the whole of it (the finalizer of MurmurHash3). */
function mixed(word: number): number {
  let mixing = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixing = Math.imul(mixing ^ (mixing >>> 13), 0xc2b2ae35);
  return mixing ^ (mixing >>> 16);
}
