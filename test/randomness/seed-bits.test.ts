import { createHash } from 'node:crypto';
import { SOUND, type Subject } from '../../src/randomness/battery/subject';
import { countRepeats, type Repeats } from '../../src/randomness/statistics/repeats';
import { SIGNIFICANCE } from '../../src/randomness/statistics/significance';

/**
 * The seeding that broke a poker site in 1999: however good the shuffle, 32 bits of seed are four thousand million
 * shuffles, and among so many as these some come twice. The first eight cards tell them apart: one block of the stream.
 */
const SHUFFLES = 200_000;
const CARDS = 8;
const BEGINNINGS = 52 * 51 * 50 * 49 * 48 * 47 * 46 * 45;

/** The seed that the system gave for shuffle number so-and-so, the same for ever. */
function systemSeed(shuffle: number): Buffer {
  return createHash('sha256').update(`holecard seeds ${shuffle}`).digest();
}

function repeatedShuffles({ streamOf, shoeOf }: Subject, seedOf: (shuffle: number) => Buffer): Repeats {
  const beginnings = Float64Array.from({ length: SHUFFLES }, (_, shuffle) => {
    const serverSeed = seedOf(shuffle);
    const shoe = shoeOf(1, streamOf({ serverSeed, clientSeed: 'laboratory', nonce: 0 }));
    let beginning = 0;
    for (let card = 0; card < CARDS; card++) beginning = beginning * 52 + shoe.draw();
    return beginning;
  });
  return countRepeats(beginnings, BEGINNINGS);
}

test('server seeds of 32 bits are found by the shuffles that come twice', () => {
  const few = (shuffle: number): Buffer =>
    Buffer.concat([systemSeed(shuffle).subarray(0, 4), Buffer.alloc(28)]);
  const { pairs, probability } = repeatedShuffles(SOUND, few);
  // m²/2³³ = 4.7 on the average.
  expect(pairs).toBeGreaterThanOrEqual(2);
  expect(probability).toBeLessThan(SIGNIFICANCE);
}, 120_000);

test('server seeds of 256 bits give no shuffle twice', () => {
  const { pairs, expected, probability } = repeatedShuffles(SOUND, systemSeed);
  expect(pairs).toBe(0);
  expect(expected).toBeLessThan(0.001);
  expect(probability).toBeGreaterThan(SIGNIFICANCE);
}, 120_000);
