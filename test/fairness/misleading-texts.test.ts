import { printable } from '../../src/verifier/printable';
import { readJson } from '../../src/verifier/read-json';
import { fileOf, vector } from './proofs';
import { readFileSync } from 'node:fs';

const DEEP = 64;

describe('what is read has to mean one thing only', () => {
  test.each<[string, unknown]>([
    ['null', null],
    [
      ' [1, -2.5, 0, true, false, null, "a\\u0041\\n", {}, [] ] ',
      [1, -2.5, 0, true, false, null, 'aA\n', {}, []],
    ],
    ['{"b": {"a": 1}, "a": {"a": 2}}', { b: { a: 1 }, a: { a: 2 } }],
    ['"\\"\\\\"', '"\\'],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['1e+21', 1e21],
    ['['.repeat(DEEP) + ']'.repeat(DEEP), JSON.parse('['.repeat(DEEP) + ']'.repeat(DEEP))],
  ])('%s', (text, value) => {
    expect(readJson(text)).toEqual(value);
  });

  test('all proofs of the vectors are read as they are by others', () => {
    for (const name of ['deluxe-everybody', 'own-game', 'switch', 'infinite'])
      expect(readJson(readFileSync(fileOf(name), 'utf8'))).toEqual(vector(name));
  });

  test('a member called __proto__ is one like any other', () => {
    const value = readJson('{"__proto__": {"staked": 5}}') as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test.each<[string, string, string]>([
    ['a name twice', '{"staked": 7, "staked": 1}', 'an object has the name "staked" twice at 22'],
    ['a name twice, written in two ways', '{"a": 7, "\\u0061": 1}', 'an object has the name "a" twice'],
    ['a number beyond all bounds', '[1e400]', 'the number 1e400 is understood as Infinity'],
    ['the same below zero', '[-1e999]', 'the number -1e999 is understood as -Infinity'],
    ['more digits than are kept', '9007199254740993', 'is understood as 9007199254740992'],
    ['next to nothing', '1e-400', 'is understood as 0'],
    ['less than nothing', '-0', 'is understood as 0'],
    ['a number in other words', '1.0', 'is understood as 1'],
    ['too many levels', '['.repeat(200_000), 'it goes more than 64 levels deep'],
    ['two values', '1 2', 'something follows after the end'],
    ['half an object', '{"a": 1', 'no ,'],
    ['a comma too many', '[1,]', 'no value'],
    ['a name without quotes', '{a: 1}', 'no text in quotes'],
    ['no colon', '{"a" 1}', 'no :'],
    ['a line end in a text', '"a\nb"', 'Bad control character'],
    ['nothing', '', 'no value'],
  ])('%s is refused', (_, text, why) => {
    expect(() => readJson(text)).toThrow(SyntaxError);
    expect(() => readJson(text)).toThrow(why);
  });
});

describe('a text from a file stays in its line', () => {
  test.each<[string, string, string]>([
    ['what is written everywhere', 'Ada L. é 日 €, "x" – y', 'Ada L. é 日 €, "x" – y'],
    ['line ends', 'a\nb\r\u2028\u2029\u0085', 'a\\u{a}b\\u{d}\\u{2028}\\u{2029}\\u{85}'],
    ['orders to the terminal', '\u001b[2K\u009b1A\u0008\u0000', '\\u{1b}[2K\\u{9b}1A\\u{8}\\u{0}'],
    ['another direction', '\u202ea\u2066b\u200f', '\\u{202e}a\\u{2066}b\\u{200f}'],
    ['no width', 'a\u200b\ufeff\u00ad', 'a\\u{200b}\\u{feff}\\u{ad}'],
    ['half a character', '\ud800', '\\u{d800}'],
    ['a line filled up', 'a   ok', 'a \\u{20}\\u{20}ok'],
  ])('%s', (_, text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  test('and no line goes on for ever', () => {
    expect(printable('x'.repeat(100_000)).length).toBeLessThan(2_100);
  });
});
