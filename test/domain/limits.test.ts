import { present } from '../../src/domain/assert';
import { checkLimits, CURRENCIES, type Currency, currencyOf, defaultLimits } from '../../src/domain/currency';
import { half, minor, type Minor, winnings } from '../../src/domain/money';
import { PRESETS } from '../../src/domain/presets';
import { checkTable, MAX_STAKE_MINOR } from '../../src/domain/table-check';
import type { TableLimits } from '../../src/domain/table-limits';
import { classic, rules } from '../support/hands';

const AMERICAN = rules('american-blackjack');
const EUR = currency('EUR');

function currency(code: string): Currency {
  return present(currencyOf(code), code);
}

function range(min: number, max: number, step: number): TableLimits['stake'] {
  return { min: min as Minor, max: max as Minor, step: step as Minor };
}

function limits(stake: TableLimits['stake'], sideBet = range(100, 2000, 100)): TableLimits {
  return { stake, sideBet };
}

describe('default limits', () => {
  test('C-14: in euros 1.00 to 200.00 by 1.00, side bets to 20.00', () => {
    expect(defaultLimits(AMERICAN, EUR)).toEqual({
      stake: range(100, 20_000, 100),
      sideBet: range(100, 2_000, 100),
    });
  });

  test('SW-02: the same for each hand of a switch box', () => {
    expect(defaultLimits(rules('blackjack-switch'), EUR)?.stake).toEqual(range(100, 20_000, 100));
  });

  test.each(PRESETS.map((ruleSet) => [ruleSet.id, ruleSet]))(
    'C-13, C-14: every currency has some for %s',
    (_, ruleSet) => {
      for (const each of CURRENCIES) {
        const made = present(defaultLimits(ruleSet, each), 'limits');
        expect(made.stake).toEqual(range(each.unit, 200 * each.unit, each.unit));
        expect(checkLimits(ruleSet, each, made)).toEqual([]);
      }
    },
  );

  test('C-14: the currencies are known by their codes', () => {
    expect(new Set(CURRENCIES.map(({ code }) => code)).size).toBe(CURRENCIES.length);
    expect(currencyOf('JPY')).toMatchObject({ exponent: 0, play: false });
    expect(currencyOf('FUN')).toMatchObject({ play: true });
    expect([currencyOf('eur'), currencyOf('XXX')]).toEqual([null, null]);
  });

  test('C-13: there are none where a blackjack would not be whole', () => {
    expect(defaultLimits(classic({ blackjackPays: { num: 7, den: 3 } }), EUR)).toBeNull();
    expect(defaultLimits(classic({ blackjackPays: { num: 6, den: 5 } }), EUR)).not.toBeNull();
  });
});

describe('limits of an operator', () => {
  test.each<[string, TableLimits, string[]]>([
    ['C-14: none wrong', limits(range(200, 1000, 50)), []],
    ['C-14: a single stake', limits(range(200, 200, 200)), []],
    ['C-14: no numbers', limits(range(0, -100, 0.5)), ['stake.min', 'stake.max', 'stake.step']],
    ['C-14: beyond the safe integers', limits(range(100, 2 ** 53, 100)), ['stake.max']],
    ['C-14: above what may lie on a hand', limits(range(100, MAX_STAKE_MINOR + 100, 100)), ['stake.max']],
    ['C-14: as much as may lie on a hand', limits(range(100, MAX_STAKE_MINOR, 100)), []],
    ['C-14: a maximum below the minimum', limits(range(500, 400, 100)), ['stake.max']],
    ['C-13: bounds off the step', limits(range(150, 1050, 100)), ['stake.min', 'stake.max']],
    ['C-13: an odd step: neither 3:2 nor half', limits(range(5, 1000, 5)), ['stake.step', 'stake.step']],
    [
      'C-14: side bets have their own',
      limits(range(100, 1000, 100), range(150, 100, 100)),
      ['sideBet.max', 'sideBet.min'],
    ],
    ['AM-14: a bonus bet of 20.00', limits(range(100, 1000, 100), range(1, 2000, 1)), []],
    [
      'AM-14: not one step more, whatever the operator sets, for each bonus bet',
      limits(range(100, 1000, 100), range(1, 2001, 1)),
      ['sideBet.max', 'sideBet.max'],
    ],
  ])('%s', (_, given, paths) => {
    expect(checkLimits(AMERICAN, EUR, given).map(({ path }) => path)).toEqual(paths);
  });

  test('AM-14: the ceiling of another currency is scaled to its worth', () => {
    const jpy = currency('JPY');
    expect(checkLimits(AMERICAN, jpy, limits(range(100, 1000, 100), range(100, 2000, 100)))).toEqual([]);
    expect(
      checkLimits(AMERICAN, currency('KRW'), limits(range(1000, 2000, 1000), range(1000, 20_000, 1000))),
    ).toEqual([]);
    expect(
      checkLimits(AMERICAN, currency('KRW'), limits(range(1000, 2000, 1000), range(1000, 21_000, 1000))),
    ).toHaveLength(2);
  });

  test('other games have no such ceiling', () => {
    expect(
      checkLimits(rules('blackjack-deluxe'), EUR, limits(range(100, 1000, 100), range(100, 50_000, 100))),
    ).toEqual([]);
  });

  test.each([
    [
      'C-13: an odd step is fine where nothing is halved and blackjack pays 1:1',
      { surrender: 'none', insurance: 'none', blackjackPays: { num: 1, den: 1 } },
      0,
    ],
    [
      'C-13: half for a surrender',
      { surrender: 'late', insurance: 'none', blackjackPays: { num: 1, den: 1 } },
      1,
    ],
    [
      'C-13: half for an insurance',
      { surrender: 'none', insurance: 'allBoxes', blackjackPays: { num: 1, den: 1 } },
      1,
    ],
    ['C-13: 3:2', { surrender: 'none', insurance: 'none' }, 1],
  ] as const)('%s', (_, settings, count) => {
    expect(checkTable(classic(settings), limits(range(5, 1000, 5)))).toHaveLength(count);
  });

  test('C-13: special blackjacks are counted in', () => {
    const special = { cards: ['As', 'Ks'], pays: { num: 7, den: 3 } } as const;
    expect(
      checkTable({ ...AMERICAN, specialBlackjacks: [special] }, limits(range(100, 1000, 100))),
    ).toHaveLength(1);
    expect(checkTable({ ...AMERICAN, specialBlackjacks: [special] }, limits(range(300, 900, 300)))).toEqual(
      [],
    );
  });
});

describe('money', () => {
  test('C-13: is never rounded', () => {
    expect(winnings(1000 as Minor, { num: 3, den: 2 })).toBe(1500);
    expect(half(1000 as Minor)).toBe(500);
    expect(() => winnings(5 as Minor, { num: 3, den: 2 })).toThrow('whole');
    expect(() => half(5 as Minor)).toThrow('whole');
    expect(() => winnings((2 ** 52) as Minor, { num: 4, den: 1 })).toThrow('whole');
  });

  test.each([0.5, NaN, Infinity, 2 ** 53])('C-13: %d is no money', (amount) => {
    expect(() => minor(amount)).toThrow('safe integer');
    expect(minor(-5)).toBe(-5);
  });
});
