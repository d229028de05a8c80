import { createHmac } from 'node:crypto';
import { KeyStream, type ShoeSeed } from '../../src/randomness/key-stream';

const seedOf = (number: number, nonce = 0): ShoeSeed => {
  return { serverSeed: Buffer.alloc(32, number), clientSeed: 'my lucky word', nonce };
};

/** Numbers that the construction gives for a range, written once more from its description. */
function numbers({ serverSeed, clientSeed, nonce }: ShoeSeed, n: number, count: number): number[] {
  const words: number[] = [];
  for (let block = 0; block < count; block++) {
    const text = ['holecard/1', clientSeed, nonce, block].join('\n');
    const bytes = createHmac('sha256', serverSeed).update(text).digest();
    for (let place = 0; place < 32; place += 4) words.push(bytes.readUInt32BE(place));
  }
  return words
    .filter((word) => word < 2 ** 32 - (2 ** 32 % n))
    .slice(0, count)
    .map((word) => word % n);
}

test('gives the numbers of its construction, whatever the range and however many', () => {
  for (const n of [1, 2, 6, 52, 416, 3_000_000_000]) {
    const stream = new KeyStream(seedOf(7));
    expect(Array.from({ length: 300 }, () => stream.below(n))).toEqual(numbers(seedOf(7), n, 300));
  }
});

test('a fixed seed gives these numbers for ever', () => {
  const stream = new KeyStream(seedOf(1));
  expect(Array.from({ length: 12 }, () => stream.below(52))).toMatchInlineSnapshot(`
    [
      6,
      28,
      30,
      2,
      9,
      33,
      1,
      41,
      29,
      11,
      48,
      30,
    ]
  `);
});

test('throws words away that would favour small results: a range just above half of all words shows it', () => {
  const n = 2 ** 31 + 2 ** 30;
  const stream = new KeyStream(seedOf(3));
  const low = Array.from({ length: 4000 }, () => stream.below(n)).filter((number) => number < 2 ** 30).length;
  // One third of the range; taking the remainder of every word would give one half.
  expect(low / 4000).toBeGreaterThan(0.3);
  expect(low / 4000).toBeLessThan(0.37);
});

test('another server seed, client seed or nonce makes another shoe', () => {
  const first = (seed: ShoeSeed): number[] => {
    const stream = new KeyStream(seed);
    return Array.from({ length: 20 }, () => stream.below(52));
  };
  const seeds = [seedOf(1), seedOf(2), seedOf(1, 1), { ...seedOf(1), clientSeed: 'my lucky wore' }];
  expect(new Set(seeds.map((seed) => first(seed).join())).size).toBe(4);
});
