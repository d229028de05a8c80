import type { RuleSet } from '../../src/domain/rule-set';

/**
 * The game worked out the long way, order by order and without any of the code under test: for an infinite
 * deck by totals, and for a shoe by drawing card after card.
 */
export type Shoe = readonly number[];

interface Total {
  readonly total: number;
  readonly soft: boolean;
}

export const VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
export const INFINITE: Shoe = [0, ...VALUES.map((value) => (value === 10 ? 4 / 13 : 1 / 13))];

export function shoeOf(decks: number, ...without: number[]): Shoe {
  const shoe = [0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 16].map((cards) => cards * decks);
  for (const value of without) shoe[value] -= 1;
  return shoe;
}

/**
 * Each value that can be drawn, with its probability and what is left then; an infinite deck stays as it is.
 */
export function* draws(shoe: Shoe): Generator<[value: number, probability: number, left: Shoe]> {
  const size = shoe.reduce((sum, cards) => sum + cards, 0);
  for (const value of VALUES) {
    if (shoe[value] <= 0) continue;
    const left = shoe === INFINITE ? shoe : shoe.map((cards, index) => (index === value ? cards - 1 : cards));
    yield [value, shoe[value] / size, left];
  }
}

export function totalOf(values: readonly number[]): Total {
  const hard = values.reduce((sum, value) => sum + value, 0);
  const soft = values.includes(1) && hard <= 11;
  return { total: soft ? hard + 10 : hard, soft };
}

/** Probabilities of the dealer's ends by name: `17` to `21`, `22`, `bust` and `blackjack`. */
export type Ends = Record<string, number>;

export function dealerEnds(
  shoe: Shoe,
  rules: RuleSet,
  hand: readonly number[],
  ends: Ends = {},
  weight = 1,
): Ends {
  const end = endOf(hand, rules);
  if (end !== null) ends[end] = (ends[end] ?? 0) + weight;
  else
    for (const [value, p, left] of draws(shoe)) dealerEnds(left, rules, [...hand, value], ends, weight * p);
  return ends;
}

function endOf(hand: readonly number[], rules: RuleSet): string | null {
  const { total, soft } = totalOf(hand);
  if (hand.length === 2 && total === 21) return 'blackjack';
  if (total < 17 || (total === 17 && soft && rules.softSeventeen === 'hit')) return null;
  return total > 22 ? 'bust' : String(total);
}

/** What a stake of 1 on a total wins against these ends; a blackjack of the dealer is weighed at -1. */
export function against(ends: Ends, total: number, rules: RuleSet): number {
  return Object.entries(ends).reduce((sum, [end, probability]) => {
    if (end === 'blackjack') return sum - probability;
    if (end === 'bust') return sum + probability;
    if (end === '22') return sum + (rules.dealerTwentyTwo === 'push' ? 0 : probability);
    return sum + Math.sign(total - Number(end)) * probability;
  }, 0);
}
