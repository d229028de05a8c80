import { createHash } from 'node:crypto';
import { SIGNIFICANCE } from '../../src/randomness/statistics/significance';
import { BATTERY } from '../../src/randomness/battery/battery';
import { DEFECTS } from '../support/statistics/defects';
import { Sample, type SampleSizes } from '../../src/randomness/battery/sample';

/** A fraction of what the generator is tested with: what shows here shows there all the more. */
const SIZES: SampleSizes = {
  words: 2 ** 19,
  infinite: 2 ** 15,
  beginnings: 1000,
  byNonce: 8000,
  byClientSeed: 2000,
  byServerSeed: 2000,
  eightDeckShoes: 200,
};

/** Each defect with the tests that must find it. Every test of the battery has to find something. */
const MUST_FIND: Readonly<Record<string, readonly string[]>> = {
  'swaps with any place': ['shuffle: positions'],
  'never takes the last card': [
    'shuffle: positions',
    'shuffle: positions, eight decks',
    'shuffle: runs',
    'nonces: same cards',
  ],
  'never leaves a card in place': ['shuffle: positions'],
  'sorts by 6-bit keys': ['shuffle: positions', 'shuffle: serial', 'shuffle: runs'],
  'riffles three times only': ['shuffle: serial', 'shuffle: gaps', 'shuffle: coupon collector'],
  'remainder of 8-bit words': ['words: high bytes', 'infinite deck: cards', 'shuffle: positions'],
  'lowest bit always set': [
    'words: bits',
    'words: low bytes',
    'words: serial, low bits',
    'infinite deck: serial',
    'shuffle: positions',
  ],
  'highest bit always set': ['words: high bytes', 'words: serial, high bits', 'nonces: correlated words'],
  'starts over after 4096 words': [
    'words: runs',
    'words: gaps',
    'words: coupon collector',
    'words: repeats',
    'infinite deck: runs',
    'infinite deck: gaps',
    'infinite deck: coupon collector',
  ],
  'runs through all words in turn': ['words: repeats'],
  '16-bit server seeds': ['server seeds: repeated shuffles'],
  'ignores the server seed': [
    'server seeds: same cards',
    'server seeds: same places',
    'server seeds: correlation',
    'server seeds: repeated shuffles',
  ],
  'ignores the client seed': [
    'client seeds: same cards',
    'client seeds: same places',
    'client seeds: correlation',
    'client seeds: repeated shuffles',
  ],
  'ignores the nonce': [
    'nonces: same cards',
    'nonces: same places',
    'nonces: correlation',
    'nonces: repeated shuffles',
  ],
  'next nonce starts one block later': ['nonces: repeated words'],
};

test('every defect has to be found, and every test has to find one', () => {
  expect(Object.keys(MUST_FIND)).toEqual(Object.keys(DEFECTS));
  expect(new Set(Object.values(MUST_FIND).flat())).toEqual(new Set(Object.keys(BATTERY)));
});

describe.each(Object.entries(MUST_FIND))('a broken generator (%s)', (defect, tests) => {
  const sample = new Sample(DEFECTS[defect], createHash('sha256').update(defect).digest(), SIZES);

  test.each(tests)('fails %s', (name) => {
    expect(BATTERY[name](sample)).toBeLessThan(SIGNIFICANCE);
  });
});
