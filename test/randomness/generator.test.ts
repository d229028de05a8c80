import { createHash } from 'node:crypto';
import { SIGNIFICANCE } from '../../src/randomness/statistics/significance';
import { BATTERY } from '../support/statistics/battery';
import { Sample, type SampleSizes } from '../support/statistics/sample';
import { SOUND } from '../support/statistics/subject';

/** Fixed, so that the suite gives the same results for ever; hashes of plain names, so that they are not hand-picked. */
const SEEDS = ['holecard laboratory 1', 'holecard laboratory 2', 'holecard laboratory 3'];

const SIZES: SampleSizes = {
  words: 2 ** 19,
  infinite: 2 ** 17,
  beginnings: 2 ** 13,
  byNonce: 40_000,
  byClientSeed: 6000,
  byServerSeed: 6000,
  eightDeckShoes: 1000,
};

test('all tests on all seeds together would fail a sound generator about once in a thousand choices of seeds', () => {
  const results = Object.keys(BATTERY).length * SEEDS.length;
  expect(results).toBe(102);
  expect(1 - (1 - SIGNIFICANCE) ** results).toBeLessThan(0.0011);
});

describe.each(SEEDS)('SW-01 the generator under the seed of "%s"', (name) => {
  const sample = new Sample(SOUND, createHash('sha256').update(name).digest(), SIZES);

  test.each(Object.entries(BATTERY))('%s', (_, probabilityOf) => {
    expect(probabilityOf(sample)).toBeGreaterThan(SIGNIFICANCE);
  });
});
