import { formatAmount, formatReturn, formatShare } from '../../src/rules-text/format-amount';

describe('C-24: amounts are in the American format', () => {
  it.each([
    [123_400, 2, '1,234.00'],
    [0, 2, '0.00'],
    [5, 2, '0.05'],
    [50, 2, '0.50'],
    [99_999, 2, '999.99'],
    [100_000, 2, '1,000.00'],
    [123_456_789, 2, '1,234,567.89'],
    [0, 0, '0'],
    [999, 0, '999'],
    [1_000, 0, '1,000'],
    [1_234_567, 0, '1,234,567'],
    [7, 3, '0.007'],
    [1_234_500, 3, '1,234.500'],
    [-123_400, 2, '-1,234.00'],
    [-5, 2, '-0.05'],
    [Number.MAX_SAFE_INTEGER, 2, '90,071,992,547,409.91'],
  ])('C-24: %d minor units with exponent %d are %s', (minor, exponent, text) => {
    expect(formatAmount(minor, exponent)).toBe(text);
  });

  it.each([
    [0.5, 2],
    [Number.NaN, 2],
    [Number.MAX_SAFE_INTEGER + 1, 2],
    [100, -1],
    [100, 1.5],
  ])('C-24: %d with exponent %d is no amount', (minor, exponent) => {
    expect(() => formatAmount(minor, exponent)).toThrow('Broken invariant');
  });
});

describe('percentages', () => {
  it.each([
    [0.9953, '99.53%', '99.53\u00a0%'],
    [1.0002, '100.02%', '100.02\u00a0%'],
    [0.9, '90.00%', '90.00\u00a0%'],
    [0.951_149, '95.11%', '95.11\u00a0%'],
  ])('a return of %d is %s', (share, en, ru) => {
    expect(formatReturn(share)).toEqual({ en, ru });
  });

  it.each([
    [75, 100, '75%'],
    [1, 2, '50%'],
    [1, 3, '33.33%'],
    [5, 8, '62.5%'],
    [1, 1, '100%'],
  ])('a share of %d to %d is %s', (num, den, en) => {
    expect(formatShare({ num, den }).en).toBe(en);
  });
});
