import type { ShoeSeed } from '../../src/randomness/key-stream';
import { seeded } from '../support/random';
import { BATTERY } from '../../src/randomness/battery/battery';
import { Sample, type SampleSizes } from '../../src/randomness/battery/sample';
import { SOUND, type Subject } from '../../src/randomness/battery/subject';

const SAMPLES = 20;
const SIZES: SampleSizes = {
  words: 2 ** 13,
  infinite: 2 ** 12,
  beginnings: 200,
  byNonce: 2000,
  byClientSeed: 600,
  byServerSeed: 600,
  eightDeckShoes: 50,
};

/** Another generator, fast and believed sound, so that what is measured here are the tests. */
const REFERENCE: Subject = {
  ...SOUND,
  streamOf: ({ serverSeed, clientSeed, nonce }: ShoeSeed) => {
    let number = nonce + 1;
    for (const byte of [...serverSeed, ...Buffer.from(clientSeed)])
      number = Math.imul(number ^ byte, 0x01000193);
    return seeded(number);
  },
};

/** Repeats are few and whole numbers: their probabilities are not spread evenly. */
const tests = Object.entries(BATTERY).filter(([name]) => !name.includes('repeat'));

test('what the tests call a probability is one: spread evenly over samples of a sound generator', () => {
  const samples = Array.from(
    { length: SAMPLES },
    (_, number) => new Sample(REFERENCE, Buffer.alloc(32, number + 1), SIZES),
  );
  const means = tests.map(([name, probabilityOf]) => {
    const sum = samples.reduce((total, sample) => total + probabilityOf(sample), 0);
    return { name, mean: sum / SAMPLES };
  });
  // An even spread has a mean of 1/2 and a standard deviation of √(1/12); four deviations of the mean of twenty.
  const bound = 4 * Math.sqrt(1 / 12 / SAMPLES);
  expect(means.filter(({ mean }) => Math.abs(mean - 0.5) > bound)).toEqual([]);
});
