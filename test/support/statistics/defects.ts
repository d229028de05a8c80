import type { CardSource, UniformSource } from '../../../src/domain/shoe';
import { CARDS_PER_DECK, type Card } from '../../../src/domain/card';
import { KeyStream, type ShoeSeed } from '../../../src/randomness/key-stream';
import { SOUND, type Subject, wordOf } from '../../../src/randomness/battery/subject';

/** Generators and shuffles with a mistake that was made somewhere before; the tests must find each. */
export const DEFECTS: Readonly<Record<string, Subject>> = {
  'swaps with any place': withShuffle((place, end, uniform) => [place, uniform.below(end)]),
  'never takes the last card': withShuffle((place, end, uniform) => [
    place,
    place + uniform.below(Math.max(1, end - place - 1)),
  ]),
  'never leaves a card in place': withShuffle((place, end, uniform) => [
    place,
    Math.min(end - 1, place + 1 + uniform.below(Math.max(1, end - place - 1))),
  ]),
  'sorts by 6-bit keys': { ...SOUND, shoeOf: sortedByKeys(6) },
  // One riffle is, seen backwards, a stable sort by one bit for each card (Gilbert, Shannon and Reeds).
  'riffles three times only': { ...SOUND, shoeOf: sortedByKeys(3) },
  'remainder of 8-bit words': withWords((stream) => () => wordOf(stream) & 255),
  'lowest bit always set': withWords((stream) => () => (wordOf(stream) | 1) >>> 0),
  'highest bit always set': withWords((stream) => () => (wordOf(stream) | 0x80000000) >>> 0),
  'starts over after 4096 words': withWords((stream) => {
    const words: number[] = [];
    let drawn = 0;
    return () => (words[drawn++ % 4096] ??= wordOf(stream));
  }),
  'runs through all words in turn': withWords((stream) => {
    let counter = wordOf(stream);
    return () => scrambled(counter++ >>> 0);
  }),
  '16-bit server seeds': withSeed((seed) => ({ ...seed, serverSeed: firstBits(seed) })),
  'ignores the server seed': withSeed((seed) => ({ ...seed, serverSeed: Buffer.alloc(32) })),
  'ignores the client seed': withSeed((seed) => ({ ...seed, clientSeed: '' })),
  'ignores the nonce': withSeed((seed) => ({ ...seed, nonce: 0 })),
  'next nonce starts one block later': {
    ...SOUND,
    streamOf: (seed) => {
      const stream = new KeyStream({ ...seed, nonce: 0 });
      // Skipping is slow for late nonces; a hundred rounds in a row are enough to overlap.
      for (let word = 0; word < (seed.nonce % 100) * 8; word++) wordOf(stream);
      return stream;
    },
  },
};

/** A shuffle that swaps, place after place, as a mistake would have it. */
function withShuffle(
  swapOf: (place: number, end: number, uniform: UniformSource) => readonly [number, number],
): Subject {
  const shoeOf = (decks: number, uniform: UniformSource): CardSource => {
    const cards = freshShoe(decks);
    for (let place = 0; place < cards.length; place++) {
      const [one, other] = swapOf(place, cards.length, uniform);
      [cards[one], cards[other]] = [cards[other], cards[one]];
    }
    return dealing(cards);
  };
  return { ...SOUND, shoeOf };
}

/** Equal keys are frequent, and a stable sort leaves their cards in the order of a new deck. */
function sortedByKeys(bits: number): Subject['shoeOf'] {
  return (decks, uniform) => {
    const keyed = freshShoe(decks).map((card) => ({ card, key: wordOf(uniform) >>> (32 - bits) }));
    return dealing(keyed.sort((one, other) => one.key - other.key).map(({ card }) => card));
  };
}

/** Words that a mistake made of sound ones, reduced to a range without any care. */
function withWords(wordsOf: (stream: UniformSource) => () => number): Subject {
  const streamOf = (seed: ShoeSeed): UniformSource => {
    const word = wordsOf(new KeyStream(seed));
    return { below: (n) => word() % n };
  };
  return { ...SOUND, streamOf };
}

function withSeed(change: (seed: ShoeSeed) => ShoeSeed): Subject {
  return { ...SOUND, streamOf: (seed) => new KeyStream(change(seed)) };
}

/** Sixteen bits that depend on the whole seed, as from a generator that is seeded with too little. */
function firstBits(seed: ShoeSeed): Buffer {
  const word = wordOf(new KeyStream({ ...seed, clientSeed: 'bits', nonce: 0 }));
  const few = Buffer.alloc(32);
  few.writeUInt16BE(word & 0xffff);
  return few;
}

/** Every number exactly once, in no visible order (the finishing steps of MurmurHash3). */
function scrambled(number: number): number {
  let mixed = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function freshShoe(decks: number): number[] {
  return Array.from({ length: decks * CARDS_PER_DECK }, (_, place) => place % CARDS_PER_DECK);
}

function dealing(cards: readonly number[]): CardSource {
  let dealt = 0;
  return { draw: () => cards[dealt++] as Card };
}
