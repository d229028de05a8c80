import { enumeration, prose, same } from '../../src/rules-text/bilingual';
import { counted, duration } from '../../src/rules-text/counted';

describe('counted nouns', () => {
  it.each([
    [0, '0 boxes', '0 боксов'],
    [1, '1 box', '1 бокс'],
    [2, '2 boxes', '2 бокса'],
    [4, '4 boxes', '4 бокса'],
    [5, '5 boxes', '5 боксов'],
    [11, '11 boxes', '11 боксов'],
    [12, '12 boxes', '12 боксов'],
    [14, '14 boxes', '14 боксов'],
    [20, '20 boxes', '20 боксов'],
    [21, '21 boxes', '21 бокс'],
    [22, '22 boxes', '22 бокса'],
    [25, '25 boxes', '25 боксов'],
    [111, '111 boxes', '111 боксов'],
  ])('%d is %s, %s', (count, en, ru) => {
    expect(counted(count, 'box')).toEqual({ en, ru });
  });

  it.each([
    [1, '1 second', '1 секунда'],
    [15, '15 seconds', '15 секунд'],
    [60, '1 minute', '1 минута'],
    [90, '1 minute 30 seconds', '1 минута 30 секунд'],
    [7_322, '2 hours 2 minutes 2 seconds', '2 часа 2 минуты 2 секунды'],
    [86_400, '24 hours', '24 часа'],
    [0, '0 seconds', '0 секунд'],
  ])('%d seconds are %s, %s', (seconds, en, ru) => {
    expect(duration(seconds)).toEqual({ en, ru });
  });
});

describe('sentences', () => {
  it.each([
    [['a'], 'a', 'a'],
    [['a', 'b'], 'a and b', 'a и b'],
    [['a', 'b', 'c'], 'a, b and c', 'a, b и c'],
  ])('%j reads %s', (items, en, ru) => {
    expect(enumeration(items.map(same))).toEqual({ en, ru });
  });

  it('wraps in the source without a trace, and keeps the spaces of its values', () => {
    expect(prose`one
      two ${'99\u00a0%'}
      three`).toBe('one two 99\u00a0% three');
  });
});
