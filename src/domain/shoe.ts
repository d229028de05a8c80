import { invariant } from './assert';
import { type Card, CARDS_PER_DECK } from './card';

/** Where cards come from, one by one: a shoe, an infinite deck, a script, or one day a scanner at a table. */
export interface CardSource {
  draw(): Card;
}

/** Whole numbers from 0 to below n, each as likely as any other. Its randomness is the business of who makes it. */
export interface UniformSource {
  below(n: number): number;
}

/** An infinite deck: each card is any of the 52, whatever came before (IN-01). */
export class InfiniteDeck implements CardSource {
  constructor(private readonly uniform: UniformSource) {}

  draw(): Card {
    return this.uniform.below(CARDS_PER_DECK) as Card;
  }
}

/**
 * A shoe of whole decks, shuffled as it is dealt: each draw swaps the next card with one drawn evenly from those not
 * yet dealt (Fisher and Yates), so a card costs one number, and a shoe is the same whether dealt at once or in parts.
 */
export class Shoe implements CardSource {
  private readonly cards: number[];
  /** Cards before `next` are dealt, those from `end` on are out of play. */
  private next = 0;
  private end: number;
  private roundStart = 0;

  constructor(
    decks: number,
    private readonly uniform: UniformSource,
  ) {
    this.cards = freshDecks(decks);
    this.end = this.cards.length;
  }

  draw(): Card {
    if (this.next === this.end) this.bringBackDiscards();
    const chosen = this.next + this.uniform.below(this.end - this.next);
    const card = this.cards[chosen];
    this.cards[chosen] = this.cards[this.next];
    this.cards[this.next++] = card;
    return card as Card;
  }

  /** Deals up to where a round starts: what came before are discards. */
  startRoundAt(position: number): this {
    invariant(position < this.end, 'a round starts before the end of its shoe');
    while (this.next < position) this.draw();
    this.roundStart = position;
    return this;
  }

  /**
   * Brings all cards back. Wherever they lie now, the draws that follow shuffle them evenly; but no seed leads to such
   * a shoe, so it serves simulations only.
   */
  shuffle(): void {
    this.next = 0;
    this.end = this.cards.length;
    this.roundStart = 0;
  }

  /** A shoe that ends within a round goes on with the discards, shuffled; the cards on the table stay out (DX-02). */
  private bringBackDiscards(): void {
    invariant(this.roundStart > 0, 'a shoe holds enough cards for its first round');
    this.next = 0;
    this.end = this.roundStart;
    this.roundStart = 0;
  }
}

/**
 * Given cards first, in their order, then random ones from the same decks: the given ones are taken out of the shoe,
 * so that all together are whole decks. Serves test sessions only.
 */
export class ScriptedCards implements CardSource {
  private given = 0;
  private readonly rest: number[] | null;

  /** `decks` null: an infinite deck, from which nothing can be taken. Throws when the decks hold fewer of a card. */
  constructor(
    private readonly script: readonly Card[],
    decks: number | null,
    private readonly uniform: UniformSource,
  ) {
    this.rest = decks === null ? null : without(freshDecks(decks), script);
  }

  draw(): Card {
    if (this.given < this.script.length) return this.script[this.given++];
    if (this.rest === null) return this.uniform.below(CARDS_PER_DECK) as Card;
    invariant(this.rest.length > 0, 'a test shoe holds enough cards for a round');
    const chosen = this.uniform.below(this.rest.length);
    const card = this.rest[chosen];
    this.rest[chosen] = this.rest[this.rest.length - 1];
    this.rest.pop();
    return card as Card;
  }
}

/** Cards that were drawn before, as a record has them; throws when more are drawn than it holds. */
export class RecordedCards implements CardSource {
  private drawn = 0;

  constructor(private readonly cards: readonly Card[]) {}

  draw(): Card {
    invariant(this.drawn < this.cards.length, 'a replay draws no more cards than were recorded');
    return this.cards[this.drawn++];
  }

  get left(): number {
    return this.cards.length - this.drawn;
  }
}

/** The first card of a script of which the decks hold fewer copies, or null when it can be dealt. */
export function excessCard(script: readonly Card[], decks: number): Card | null {
  const copies = new Map<Card, number>();
  for (const card of script) {
    const count = (copies.get(card) ?? 0) + 1;
    if (count > decks) return card;
    copies.set(card, count);
  }
  return null;
}

const MOST_DECKS = 8;
/** The fullest shoe in order, made once: a copy of its first decks costs far less than making them. */
const ALL_DECKS = Array.from({ length: MOST_DECKS * CARDS_PER_DECK }, (_, place) => place % CARDS_PER_DECK);

function freshDecks(decks: number): number[] {
  invariant(decks <= MOST_DECKS, `a shoe holds at most ${MOST_DECKS} decks`);
  return ALL_DECKS.slice(0, decks * CARDS_PER_DECK);
}

function without(cards: number[], taken: readonly Card[]): number[] {
  for (const card of taken) {
    const place = cards.indexOf(card);
    invariant(place >= 0, 'the decks hold every card of the script');
    cards.splice(place, 1);
  }
  return cards;
}
