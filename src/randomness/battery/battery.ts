import { type Card, CARDS_PER_DECK, isRed, rankIndex, RANKS } from '../../domain/card';
import { addChiSquares, chiSquareOfEqual } from '../statistics/chi-square';
import { countRepeats } from '../statistics/repeats';
import {
  testCorrelationOfShuffles,
  testCorrelationOfWords,
  testSameCards,
  testSamePlaces,
} from './relation-tests';
import { BEGINNING, EIGHT_DECKS, type Sample, type Shuffles } from './sample';
import {
  type Kinds,
  testCollections,
  testFrequency,
  testGaps,
  testPairs,
  testRunsOfTwo,
  testRunsUp,
} from './sequence-tests';
import {
  testAceGaps,
  testAllRanks,
  testAscendingRuns,
  testPositions,
  testRepeatedShuffles,
  testSuccessors,
} from './shuffle-tests';

/** Gives how often a sound generator is at least as far out as this sample, to either side. */
export type Test = (sample: Sample) => number;

const ALL_WORDS = 2 ** 32;

const ofWords: Record<string, Test> = {
  'words: bits': ({ words }) => testBits(words),
  'words: high bytes': ({ words }) => testFrequency(words.length, 256, (place) => words[place] >>> 24),
  'words: low bytes': ({ words }) => testFrequency(words.length, 256, (place) => words[place] & 255),
  'words: serial, high bits': ({ words }) => testPairs(words.length, 64, (place) => words[place] >>> 26),
  'words: serial, low bits': ({ words }) => testPairs(words.length, 64, (place) => words[place] & 63),
  'words: runs': ({ words }) => testRunsUp(words),
  'words: gaps': ({ words }) => testGaps(words.length, 8, (place) => words[place] >>> 29),
  'words: coupon collector': ({ words }) => testCollections(words.length, 8, (place) => words[place] >>> 29),
  'words: repeats': ({ words }) => countRepeats(words.slice(), ALL_WORDS).probability,
};

const ofInfiniteDeck: Record<string, Test> = {
  'infinite deck: cards': ({ infinite }) =>
    testFrequency(infinite.length, CARDS_PER_DECK, (at) => infinite[at]),
  'infinite deck: serial': ({ infinite }) => testPairs(infinite.length, CARDS_PER_DECK, (at) => infinite[at]),
  'infinite deck: runs': ({ infinite }) =>
    testRunsOfTwo(infinite.length, (at) => (isRed(infinite[at] as Card) ? 1 : 0)),
  'infinite deck: gaps': ({ infinite }) => testGaps(infinite.length, RANKS.length, ranksOf(infinite)),
  'infinite deck: coupon collector': ({ infinite }) =>
    testCollections(infinite.length, RANKS.length, ranksOf(infinite)),
};

const ofShuffles: Record<string, Test> = {
  'shuffle: positions': ({ byNonce }) => testPositions(byNonce, 1),
  'shuffle: positions, eight decks': ({ eightDeckShoes }) => testPositions(eightDeckShoes, EIGHT_DECKS),
  'shuffle: serial': ({ byNonce }) => testSuccessors(byNonce),
  'shuffle: runs': ({ byNonce }) => testAscendingRuns(byNonce),
  'shuffle: gaps': ({ byNonce }) => testAceGaps(byNonce),
  'shuffle: coupon collector': ({ byNonce }) => testAllRanks(byNonce),
};

const betweenRounds: Record<string, Test> = {
  'nonces: repeated words': ({ beginnings }) => countRepeats(beginnings.slice(), ALL_WORDS).probability,
  'nonces: correlated words': ({ beginnings }) => testCorrelationOfWords(beginnings, BEGINNING),
  ...relations('nonces', ({ byNonce }) => byNonce),
  ...relations('client seeds', ({ byClientSeed }) => byClientSeed),
  ...relations('server seeds', ({ byServerSeed }) => byServerSeed),
};

/** Every test, by its name. */
export const BATTERY: Readonly<Record<string, Test>> = {
  ...ofWords,
  ...ofInfiniteDeck,
  ...ofShuffles,
  ...betweenRounds,
};

function relations(between: string, shufflesOf: (sample: Sample) => Shuffles): Record<string, Test> {
  return {
    [`${between}: same cards`]: (sample) => testSameCards(shufflesOf(sample)),
    [`${between}: same places`]: (sample) => testSamePlaces(shufflesOf(sample)),
    [`${between}: correlation`]: (sample) => testCorrelationOfShuffles(shufflesOf(sample)),
    [`${between}: repeated shuffles`]: (sample) => testRepeatedShuffles(shufflesOf(sample)),
  };
}

/** Each of the 32 bits is set in half of the words. */
function testBits(words: Uint32Array): number {
  const set = new Float64Array(32);
  for (const word of words) for (let bit = 0; bit < 32; bit++) set[bit] += (word >>> bit) & 1;
  const bits = Array.from(set, (count) => chiSquareOfEqual([count, words.length - count]));
  return addChiSquares(bits).probability;
}

function ranksOf(cards: Uint8Array): Kinds {
  return (at) => rankIndex(cards[at] as Card);
}
