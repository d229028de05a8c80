import type { Minor } from './money';
import type { RuleSet } from './rule-set';
import { checkTable, type Fault } from './table-check';
import type { TableLimits } from './table-limits';

export interface Currency {
  readonly code: string;
  /** Digits after the point: 2 for EUR, 0 for JPY. */
  readonly exponent: number;
  readonly play: boolean;
  /** The default step and minimum of a stake, in minor units: about one euro's worth (C-14). */
  readonly unit: number;
}

const real = (code: string, exponent: number, unit: number): Currency => ({
  code,
  exponent,
  play: false,
  unit,
});

/** The currencies that wallets may be held in. `unit` is even in all of them, so that half a stake is whole (C-13). */
export const CURRENCIES: readonly Currency[] = [
  real('AUD', 2, 200),
  real('BRL', 2, 500),
  real('CAD', 2, 200),
  real('CHF', 2, 100),
  real('CLP', 0, 1_000),
  real('COP', 2, 500_000),
  real('CZK', 2, 2_000),
  real('DKK', 2, 1_000),
  real('EUR', 2, 100),
  real('GBP', 2, 100),
  real('HUF', 2, 40_000),
  real('IDR', 2, 2_000_000),
  real('INR', 2, 10_000),
  real('ISK', 0, 100),
  real('JPY', 0, 100),
  real('KRW', 0, 1_000),
  real('KWD', 3, 500),
  real('KZT', 2, 50_000),
  real('MXN', 2, 2_000),
  real('NOK', 2, 1_000),
  real('NZD', 2, 200),
  real('PEN', 2, 400),
  real('PLN', 2, 400),
  real('RON', 2, 500),
  real('RUB', 2, 10_000),
  real('SEK', 2, 1_000),
  real('THB', 2, 4_000),
  real('TND', 3, 4_000),
  real('TRY', 2, 5_000),
  real('UAH', 2, 5_000),
  real('USD', 2, 100),
  real('VND', 0, 20_000),
  real('ZAR', 2, 2_000),
  { code: 'FUN', exponent: 2, play: true, unit: 100 },
];

const BY_CODE = new Map(CURRENCIES.map((currency) => [currency.code, currency]));

/** The currency of that code, or null when there is none. */
export function currencyOf(code: string): Currency | null {
  return BY_CODE.get(code) ?? null;
}

/**
 * The limits every operator starts with (C-14): 1.00 to 200.00 a hand in steps of 1.00, side bets 1.00 to 20.00, in
 * euros, and as many units of another currency. Null where some payout of the rule set would not be whole (C-13).
 */
export function defaultLimits(ruleSet: RuleSet, currency: Currency): TableLimits | null {
  const unit = currency.unit as Minor;
  const limits: TableLimits = {
    stake: { min: unit, max: (unit * 200) as Minor, step: unit },
    sideBet: { min: unit, max: (unit * 20) as Minor, step: unit },
  };
  return checkTable(ruleSet, limits).length === 0 ? limits : null;
}

/** Every reason why an operator may not have these limits: what the table forbids, and the ceiling of AM-14. */
export function checkLimits(ruleSet: RuleSet, currency: Currency, limits: TableLimits): Fault[] {
  const faults = checkTable(ruleSet, limits);
  for (const { type, maxUnits } of ruleSet.sideBets) {
    if (maxUnits !== null && limits.sideBet.max > currency.unit * maxUnits) {
      faults.push({ path: 'sideBet.max', detail: `a ${type} bet is at most ${currency.unit * maxUnits}` });
    }
  }
  return faults;
}
