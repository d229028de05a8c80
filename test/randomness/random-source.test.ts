import { createHash } from 'node:crypto';
import {
  type Bytes,
  RandomnessUnhealthy,
  RandomSource,
  SEED_BYTES,
} from '../../src/randomness/random-source';

/** Sound bytes that are always the same; `broken` replaces what some calls give. */
function bytesOf(broken: (call: number) => Buffer | null): {
  readonly bytes: Bytes;
  readonly calls: () => number;
} {
  let calls = 0;
  const bytes: Bytes = () => {
    calls += 1;
    return broken(calls) ?? createHash('sha256').update(String(calls)).digest();
  };
  return { bytes, calls: () => calls };
}

const sound = (call: number): Buffer => createHash('sha256').update(String(call)).digest();

/** A seed in which one byte comes so many times and every other one once. */
function withRepeats(times: number): Buffer {
  return Buffer.from(Array.from({ length: SEED_BYTES }, (_, place) => (place < times ? 200 : place)));
}

test('the system gives seeds of 32 bytes, each another one', () => {
  const source = new RandomSource();
  const seeds = Array.from({ length: 1000 }, () => source.newSeed());
  expect(seeds.every((seed) => seed.length === 32)).toBe(true);
  expect(new Set(seeds.map((seed) => seed.toString('hex'))).size).toBe(1000);
});

test('a sound source is asked once for each seed, and its bytes are the seed', () => {
  const { bytes, calls } = bytesOf(() => null);
  const source = new RandomSource(bytes);
  expect([source.newSeed(), source.newSeed()]).toEqual([sound(1), sound(2)]);
  expect(calls()).toBe(2);
});

test.each<[string, (call: number) => Buffer | null, RegExp]>([
  ['repeats itself', (call) => (call === 5 ? sound(4) : null), /it repeats itself/],
  ['is stuck at one byte', (call) => (call === 5 ? Buffer.alloc(32, 0xff) : null), /not random/],
  ['gives mostly one byte', (call) => (call === 5 ? withRepeats(10) : null), /not random/],
  ['gives too few bytes', (call) => (call === 5 ? Buffer.alloc(31, 1) : null), /too few bytes/],
  ['gives none at all', (call) => (call === 5 ? Buffer.alloc(0) : null), /too few bytes/],
])('a source that %s gives no seed', (_, broken, message) => {
  const source = new RandomSource(bytesOf(broken).bytes);
  for (let seed = 1; seed < 5; seed++) source.newSeed();
  expect(() => source.newSeed()).toThrow(
    expect.objectContaining({ name: 'RandomnessUnhealthy', message: expect.stringMatching(message) }),
  );
});

test('a source that throws gives no seed, and the cause is kept', () => {
  const cause = new Error('the device is gone');
  const source = new RandomSource(() => {
    throw cause;
  });
  expect(() => source.newSeed()).toThrow(
    expect.objectContaining({
      name: 'RandomnessUnhealthy',
      message: expect.stringMatching(/no bytes/),
      cause,
    }),
  );
});

test('nine equal bytes happen to a sound source, too', () => {
  const source = new RandomSource(bytesOf((call) => (call === 1 ? withRepeats(9) : null)).bytes);
  expect(source.newSeed()).toEqual(withRepeats(9));
});

test('a source that failed gives a seed again once a hundred in a row were sound', () => {
  const { bytes, calls } = bytesOf((call) => (call === 2 ? Buffer.alloc(32) : null));
  const source = new RandomSource(bytes);
  source.newSeed();
  expect(() => source.newSeed()).toThrow(RandomnessUnhealthy);
  expect(source.newSeed().length).toBe(SEED_BYTES);
  const series = calls() - 2;
  expect(series).toBeGreaterThanOrEqual(100);
  // Healed, it is asked once for each seed as before.
  expect(source.newSeed()).toEqual(sound(series + 3));
});

test('a failure within the series starts it again', () => {
  const { bytes, calls } = bytesOf((call) => (call === 1 || call === 60 ? Buffer.alloc(32) : null));
  const source = new RandomSource(bytes);
  expect(() => source.newSeed()).toThrow(RandomnessUnhealthy);
  expect(() => source.newSeed()).toThrow(RandomnessUnhealthy);
  expect(calls()).toBe(60);
  source.newSeed();
  expect(calls()).toBeGreaterThanOrEqual(160);
});

test('a source that stays broken never gives a seed', () => {
  const source = new RandomSource(() => Buffer.alloc(32, 7));
  for (let attempt = 0; attempt < 300; attempt++) expect(() => source.newSeed()).toThrow(RandomnessUnhealthy);
});
