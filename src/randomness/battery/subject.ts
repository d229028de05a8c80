import { type CardSource, Shoe, type UniformSource } from '../../domain/shoe';
import { KeyStream, type ShoeSeed } from '../key-stream';

/** What the tests look at: a generator and the shuffle on top of it. Defects replace one of the two. */
export interface Subject {
  readonly streamOf: (seed: ShoeSeed) => UniformSource;
  readonly shoeOf: (decks: number, uniform: UniformSource) => CardSource;
}

/** The program's own, as it deals. */
export const SOUND: Subject = {
  streamOf: (seed) => new KeyStream(seed),
  shoeOf: (decks, uniform) => new Shoe(decks, uniform),
};

const ALL_WORDS = 2 ** 32;

/** A whole 32-bit word: the range in which no word is thrown away. */
export function wordOf(uniform: UniformSource): number {
  return uniform.below(ALL_WORDS);
}
