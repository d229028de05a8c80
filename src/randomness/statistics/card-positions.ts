import { CARDS_PER_DECK } from '../../domain/card';
import type { CardSource } from '../../domain/shoe';
import { type ChiSquare, chiSquare } from './chi-square';

/** So many cards at the beginning tell shuffles apart, and their number still is a safe integer. */
const CARDS_OF_BEGINNING = 9;

/** Counts which card lies at which place of a shuffled shoe. */
export class CardPositions {
  readonly counts: Float64Array;
  private readonly places: number;

  constructor(decks: number) {
    this.places = decks * CARDS_PER_DECK;
    this.counts = new Float64Array(this.places * CARDS_PER_DECK);
  }

  /** Draws a whole shoe, counts its cards, and returns the number of its first nine. */
  countShoe(shoe: CardSource): number {
    let beginning = 0;
    for (let place = 0; place < this.places; place++) {
      const card = shoe.draw();
      this.counts[place * CARDS_PER_DECK + card] += 1;
      if (place < CARDS_OF_BEGINNING) beginning = beginning * CARDS_PER_DECK + card;
    }
    return beginning;
  }

  add(counts: Float64Array): void {
    for (let cell = 0; cell < counts.length; cell++) this.counts[cell] += counts[cell];
  }

  /**
   * The counts of a place add up to the shoes, and the counts of a card to the shoes times its copies, hence
   * (places − 1) × 51 degrees of freedom. Cards without replacement make the usual sum larger than a chi-square of
   * these by places / (places − 1), the same for every cell, so that dividing by it is all that is to be done.
   */
  chiSquare(): ChiSquare {
    const shoes = this.counts.subarray(0, CARDS_PER_DECK).reduce((sum, count) => sum + count, 0);
    const expected = shoes / CARDS_PER_DECK;
    const sum = this.counts.reduce((total, count) => total + (count - expected) ** 2 / expected, 0);
    return chiSquare((sum * (this.places - 1)) / this.places, (this.places - 1) * (CARDS_PER_DECK - 1));
  }
}

/**
 * How many beginnings of nine cards there are. Exact for one deck; with more decks a repeated card is a little less
 * likely than another, which changes the chance of two equal beginnings by a few per cent only.
 */
export function possibleBeginnings(decks: number): number {
  let possible = 1;
  for (let place = 0; place < CARDS_OF_BEGINNING; place++)
    possible *= CARDS_PER_DECK - (decks === 1 ? place : 0);
  return possible;
}
