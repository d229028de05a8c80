import { CARDS_PER_DECK } from '../../domain/card';
import { InfiniteDeck } from '../../domain/shoe';
import type { ShoeSeed } from '../key-stream';
import { type Subject, wordOf } from './subject';

/** Shuffled decks, one after the other, 52 cards each. */
export type Shuffles = Uint8Array;

/** How many words, cards, nonces, decks or shoes are drawn. */
export interface SampleSizes {
  readonly words: number;
  readonly infinite: number;
  readonly beginnings: number;
  readonly byNonce: number;
  readonly byClientSeed: number;
  readonly byServerSeed: number;
  readonly eightDeckShoes: number;
}

/** Words of a beginning: two blocks of HMAC-SHA256. */
export const BEGINNING = 16;
export const EIGHT_DECKS = 8;

/**
 * What all tests look at: everything comes from one server seed, but for the shuffles by server seed. Each part is
 * drawn when a test asks for it first.
 */
export class Sample {
  private readonly drawn = new Map<string, Uint8Array | Uint32Array>();

  constructor(
    private readonly subject: Subject,
    private readonly serverSeed: Buffer,
    private readonly sizes: SampleSizes,
  ) {}

  /** One long stream. */
  get words(): Uint32Array {
    return this.once('words', () => {
      const stream = this.subject.streamOf(this.seedAt(0));
      return Uint32Array.from({ length: this.sizes.words }, () => wordOf(stream));
    });
  }

  /** One long infinite deck. */
  get infinite(): Uint8Array {
    return this.once('infinite', () => {
      const deck = new InfiniteDeck(this.subject.streamOf(this.seedAt(1)));
      return Uint8Array.from({ length: this.sizes.infinite }, () => deck.draw());
    });
  }

  /** The first two blocks of nonce 0, 1, 2 …, one after the other. */
  get beginnings(): Uint32Array {
    return this.once('beginnings', () => {
      const words = new Uint32Array(this.sizes.beginnings * BEGINNING);
      for (let nonce = 0; nonce < this.sizes.beginnings; nonce++) {
        const stream = this.subject.streamOf(this.seedAt(nonce));
        for (let place = 0; place < BEGINNING; place++) words[nonce * BEGINNING + place] = wordOf(stream);
      }
      return words;
    });
  }

  /** Decks of nonce 0, 1, 2 …, as a session deals its rounds. */
  get byNonce(): Shuffles {
    return this.shoes('byNonce', 1, (nonce) => this.seedAt(nonce));
  }

  /** Decks that differ in the player's word only. */
  get byClientSeed(): Shuffles {
    return this.shoes('byClientSeed', 1, (player) => ({ ...this.seedAt(0), clientSeed: `player-${player}` }));
  }

  /** Decks whose server seeds differ in a few bits only. */
  get byServerSeed(): Shuffles {
    return this.shoes('byServerSeed', 1, (number) => ({
      ...this.seedAt(0),
      serverSeed: nearBy(this.serverSeed, number),
    }));
  }

  /** Whole shoes of eight decks, one after the other. */
  get eightDeckShoes(): Uint8Array {
    return this.shoes('eightDeckShoes', EIGHT_DECKS, (nonce) => this.seedAt(nonce));
  }

  private seedAt(nonce: number): ShoeSeed {
    return { serverSeed: this.serverSeed, clientSeed: 'laboratory', nonce };
  }

  private shoes(part: keyof SampleSizes, decks: number, seedOf: (shoe: number) => ShoeSeed): Uint8Array {
    return this.once(part, () => {
      const places = decks * CARDS_PER_DECK;
      const cards = new Uint8Array(this.sizes[part] * places);
      for (let number = 0; number < this.sizes[part]; number++) {
        const shoe = this.subject.shoeOf(decks, this.subject.streamOf(seedOf(number)));
        for (let place = 0; place < places; place++) cards[number * places + place] = shoe.draw();
      }
      return cards;
    });
  }

  private once<T extends Uint8Array | Uint32Array>(part: keyof SampleSizes, draw: () => T): T {
    const before = this.drawn.get(part) as T | undefined;
    if (before !== undefined) return before;
    const now = draw();
    this.drawn.set(part, now);
    return now;
  }
}

/** The seed with a number mixed into its last four bytes. */
function nearBy(seed: Buffer, number: number): Buffer {
  const near = Buffer.from(seed);
  near.writeUInt32BE((near.readUInt32BE(28) ^ number) >>> 0, 28);
  return near;
}
