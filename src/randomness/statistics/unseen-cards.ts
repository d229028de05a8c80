import { type Card, CARDS_PER_DECK } from '../../domain/card';

/**
 * The cards of a shoe that nobody has seen yet. Whatever decided how many were dealt, the next card is any of these, each
 * as likely as any other: a shuffle leaves no other knowledge. Of an infinite deck no card is ever gone.
 */
export class UnseenCards {
  private readonly copies: Uint8Array | null;
  private left: number;
  private squares: number;

  /** @param decks null for an infinite deck. */
  constructor(decks: number | null) {
    this.copies = decks === null ? null : new Uint8Array(CARDS_PER_DECK).fill(decks);
    this.left = CARDS_PER_DECK * (decks ?? 1);
    this.squares = CARDS_PER_DECK * (decks ?? 1) ** 2;
  }

  /** How likely each card comes next. */
  chanceOf(card: number): number {
    return (this.copies === null ? 1 : this.copies[card]) / this.left;
  }

  /** The variances of all 52 counts that the next card adds to, together: one less the sum of the squared chances. */
  get spread(): number {
    return 1 - this.squares / this.left ** 2;
  }

  /** Takes a card out that was seen; false when the shoe holds no more of it. */
  see(card: Card): boolean {
    if (this.copies === null) return true;
    const copies = this.copies[card];
    if (copies === 0) return false;
    this.copies[card] -= 1;
    this.left -= 1;
    this.squares -= 2 * copies - 1;
    return true;
  }
}
