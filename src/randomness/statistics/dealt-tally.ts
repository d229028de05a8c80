import { type Card, CARDS_PER_DECK, cardText, rankIndex, RANKS, suitIndex, SUITS } from '../../domain/card';
import { type ChiSquare, chiSquare } from './chi-square';
import type { UnseenCards } from './unseen-cards';

/** Fewer cards than these make fewer than ten of each: too few for the distribution that they are compared with. */
export const LEAST_CARDS = 10 * CARDS_PER_DECK;

/** How often something came, how often it should have, and how many standard deviations lie between the two. */
export interface Deviation {
  readonly what: string;
  readonly counted: number;
  readonly expected: number;
  readonly deviations: number;
}

/** A division of the cards into kinds of equal size. */
export interface Comparison {
  readonly by: 'card' | 'rank' | 'suit';
  readonly chiSquare: ChiSquare;
  /** Every kind, the one that is farthest out first. */
  readonly kinds: readonly Deviation[];
}

/**
 * Cards that were dealt beside what was to be expected of each when it came, from the cards that nobody had seen then.
 *
 * The differences between the two have the mean nought whatever decided that a card was dealt at all, as long as it was
 * decided without knowing the card: counts, by contrast, have not, since players end rounds, and cut cards shoes, by the
 * cards that came. Their variances are added up card by card; no kind is favoured by the rules for long, so that one
 * variance serves for all.
 */
export class DealtTally {
  private readonly counted = new Float64Array(CARDS_PER_DECK);
  private readonly expected = new Float64Array(CARDS_PER_DECK);
  private spread = 0;
  private total = 0;

  get cards(): number {
    return this.total;
  }

  /** Counts the card that came next; `unseen` is as it was before. */
  add(card: Card, unseen: UnseenCards): void {
    this.total += 1;
    this.spread += unseen.spread;
    this.counted[card] += 1;
    for (let one = 0; one < CARDS_PER_DECK; one++) this.expected[one] += unseen.chanceOf(one);
  }

  /** By single cards, by ranks and by suits; null when there are too few. */
  compare(): readonly Comparison[] | null {
    if (this.total < LEAST_CARDS) return null;
    return [
      this.compareBy('card', CARDS_PER_DECK, (card) => card, cardText),
      this.compareBy('rank', RANKS.length, rankIndex, (rank) => `rank ${RANKS[rank]}`),
      this.compareBy('suit', SUITS.length, suitIndex, (suit) => `suit ${SUITS[suit]}`),
    ];
  }

  /**
   * The counts of all cards have the same variance v and add up to a constant, hence any two the covariance −v/51. Kinds
   * of s cards each then have the variance s·v·52/51 but for the part that adding up to a constant takes, which the
   * degrees of freedom account for.
   */
  private compareBy(
    by: Comparison['by'],
    kinds: number,
    kindOf: (card: Card) => number,
    nameOf: (kind: Card) => string,
  ): Comparison {
    const counted = new Float64Array(kinds);
    const expected = new Float64Array(kinds);
    for (let card = 0; card < CARDS_PER_DECK; card++) {
      counted[kindOf(card as Card)] += this.counted[card];
      expected[kindOf(card as Card)] += this.expected[card];
    }
    const scale = (this.spread / (CARDS_PER_DECK - 1)) * (CARDS_PER_DECK / kinds);
    const deviation = Math.sqrt(scale * (1 - 1 / kinds));
    let statistic = 0;
    const all = Array.from(counted, (count, kind): Deviation => {
      const difference = count - expected[kind];
      statistic += difference ** 2 / scale;
      const what = nameOf(kind as Card);
      return { what, counted: count, expected: expected[kind], deviations: difference / deviation };
    });
    all.sort((one, other) => Math.abs(other.deviations) - Math.abs(one.deviations));
    return { by, chiSquare: chiSquare(statistic, kinds - 1), kinds: all };
  }
}
