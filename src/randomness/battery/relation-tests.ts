import { CARDS_PER_DECK, type Card, rankIndex, RANKS } from '../../domain/card';
import { chiSquareOfEqual } from '../statistics/chi-square';
import type { Shuffles } from './sample';
import { normalTails, testShares } from './sequence-tests';
import { split } from './shuffle-tests';
import { Tally } from './tally';

// Whether one shuffle says anything about the next one: they are compared two by two, 0 with 1, 2 with 3, …

/** At how many places both have the same card: one on the average, as the fixed points of a permutation. */
export function testSameCards(shuffles: Shuffles): number {
  const shares = fixedPointShares(CARDS_PER_DECK);
  const tally = new Tally(shares.length);
  for (const [one, other] of twos(shuffles))
    tally.add(one.reduce((same, card, place) => (card === other[place] ? same + 1 : same), 0));
  return testShares(tally, shares);
}

/** Which rank lies where another one lay; one place of each two shuffles, since places depend on each other. */
export function testSamePlaces(shuffles: Shuffles): number {
  const tally = new Tally(RANKS.length ** 2);
  twos(shuffles).forEach(([one, other], pair) => {
    const place = pair % CARDS_PER_DECK;
    tally.add(rankIndex(one[place] as Card) * RANKS.length + rankIndex(other[place] as Card));
  });
  return chiSquareOfEqual(tally.counts).probability;
}

/** Rank correlation (Spearman): for two independent orders of n its mean is 0 and its variance 1 / (n − 1). */
export function testCorrelationOfShuffles(shuffles: Shuffles): number {
  const mean = (CARDS_PER_DECK - 1) / 2;
  const variance = (CARDS_PER_DECK ** 2 - 1) / 12;
  const pairs = twos(shuffles);
  const sum = pairs.reduce((total, [one, other]) => {
    const products = one.reduce((part, card, place) => part + (card - mean) * (other[place] - mean), 0);
    return total + products / (CARDS_PER_DECK * variance);
  }, 0);
  return normalTails((sum / pairs.length) * Math.sqrt(pairs.length * (CARDS_PER_DECK - 1)));
}

/** Correlation of the words at the same place of two beginnings of a length. */
export function testCorrelationOfWords(words: Uint32Array, length: number): number {
  const centred = (word: number): number => word / 2 ** 32 - 0.5;
  let sum = 0;
  let count = 0;
  for (let start = 0; start + 2 * length <= words.length; start += 2 * length) {
    for (let place = start; place < start + length; place++) {
      // Twelve times the product of two even numbers around zero has a variance of one.
      sum += 12 * centred(words[place]) * centred(words[place + length]);
      count += 1;
    }
  }
  return normalTails(sum / Math.sqrt(count));
}

function twos(shuffles: Shuffles): (readonly [Uint8Array, Uint8Array])[] {
  const decks = split(shuffles);
  return Array.from({ length: Math.floor(decks.length / 2) }, (_, pair) => [
    decks[2 * pair],
    decks[2 * pair + 1],
  ]);
}

/** How often a permutation of n has 0, 1 … n fixed points. */
function fixedPointShares(n: number): number[] {
  const without = [1];
  for (let size = 1, term = 1; size <= n; size++) {
    term = -term / size;
    without.push(without[size - 1] + term);
  }
  let factorial = 1;
  return Array.from({ length: n + 1 }, (_, fixed) => {
    factorial *= Math.max(1, fixed);
    return without[n - fixed] / factorial;
  });
}
