import { type Card, cardValue, DECK } from '../domain/card';
import type { Decks } from '../domain/rule-set';
import type { CardSource, UniformSource } from '../domain/shoe';

/**
 * Cards of a fresh shoe that begin with given values and can be dealt once more in the same order, so that two players
 * meet the same cards. Serves simulations only.
 */
export class RepeatedCards implements CardSource {
  private readonly cards: Card[];
  /** What one drawn card takes out of the shoe: nothing from an infinite deck. */
  private readonly step: 0 | 1;
  /** What has come since the beginning, in order. */
  private drawn: Card[] = [];
  private next = 0;

  constructor(
    decks: Decks,
    private readonly numbers: UniformSource,
  ) {
    this.cards = Array.from({ length: decks === 'infinite' ? 1 : decks }, () => DECK).flat();
    this.step = decks === 'infinite' ? 0 : 1;
  }

  /** A fresh shoe whose first cards have these values; which of the cards of a value is left to chance. */
  begin(values: readonly number[]): void {
    this.drawn = [];
    for (const value of values) {
      let place = this.anyPlace();
      while (cardValue(this.cards[place]) !== value) place = this.anyPlace();
      this.takeOut(place);
    }
    this.next = 0;
  }

  /** The same cards from the first one on. */
  again(): void {
    this.next = 0;
  }

  draw(): Card {
    if (this.next === this.drawn.length) this.takeOut(this.anyPlace());
    return this.drawn[this.next++];
  }

  private anyPlace(): number {
    const gone = this.step * this.drawn.length;
    return gone + this.numbers.below(this.cards.length - gone);
  }

  /** Moves the card to those that are gone, as a shuffle that goes card by card does. */
  private takeOut(place: number): void {
    const gone = this.step * this.drawn.length;
    const card = this.cards[place];
    if (this.step === 1) {
      this.cards[place] = this.cards[gone];
      this.cards[gone] = card;
    }
    this.drawn.push(card);
  }
}
