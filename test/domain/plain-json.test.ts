import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { isPlainJson } from '../support/plain-json';

/** What the quick look means: nothing is lost or changed when the value is written and read. */
function survives(value: unknown): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value);
  } catch {
    // Some values cannot be written, and of others nothing is written that could be read.
    return false;
  }
}

const ANYTHING = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
});

test('what is taken for plain JSON is the same when it has been written and read, and nothing else is', () => {
  let plain = 0;
  const isRight = (value: unknown): void => {
    if (survives(value)) plain += 1;
    expect([value, isPlainJson(value)]).toEqual([value, survives(value)]);
  };
  fc.assert(fc.property(fc.oneof(ANYTHING, fc.jsonValue()), isRight), { numRuns: 2000 });
  expect(plain).toBeGreaterThan(500);
});

test.each([
  ['nothing', undefined],
  ['a member that is nothing', { member: undefined }],
  ['a negative zero', [-0]],
  ['no number', { member: NaN }],
  ['a hole', new Array(2)],
  ['more than its places', Object.assign([1], { more: 2 })],
  ['a symbol', { [Symbol('hidden')]: 1 }],
  ['a date', new Date(0)],
  ['a map', new Map()],
  [
    'an object of a class',
    new (class Hand {
      cards = [];
    })(),
  ],
  ['a function', () => 1],
  ['a great number', 1n],
])('%s is not plain JSON', (_, value) => {
  expect([survives(value), isPlainJson(value)]).toEqual([false, false]);
});
