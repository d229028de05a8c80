import { invariant } from '../domain/assert';
import type { Ratio } from '../domain/money';
import type { Bilingual } from './bilingual';

/**
 * An amount of minor units for people, in the American format whatever the language (C-24): 123400 with
 * exponent 2 is `1,234.00`, with exponent 0 `123,400`. It works on the digits, so no amount passes through a
 * float. Throws when the amount is not a safe integer or the exponent not a whole number from 0.
 */
export function formatAmount(minor: number, exponent: number): string {
  invariant(Number.isSafeInteger(minor), `an amount is a safe integer, not ${minor}`);
  invariant(
    Number.isSafeInteger(exponent) && exponent >= 0,
    `an exponent is a whole number, not ${exponent}`,
  );
  const sign = minor < 0 ? '-' : '';
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0');
  const point = digits.length - exponent;
  const whole = digits.slice(0, point).replace(/\B(?=(\d{3})+$)/g, ',');
  return exponent === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(point)}`;
}

/** `3:2`, as printed on the table. */
export function formatRatio(ratio: Ratio): string {
  return `${ratio.num}:${ratio.den}`;
}

/**
 * A share of one as a percentage with two decimals: 0.9953 is `99.53%`. Russian sets a space before the sign.
 */
export function formatReturn(share: number): Bilingual {
  return percentage(formatAmount(Math.round(share * 10_000), 2));
}

/** A ratio as a percentage without needless decimals: 75:100 is `75%`, 1:3 is `33.33%`. */
export function formatShare(ratio: Ratio): Bilingual {
  return percentage(formatAmount(Math.round((ratio.num * 10_000) / ratio.den), 2).replace(/\.?0+$/, ''));
}

function percentage(number: string): Bilingual {
  return { en: `${number}%`, ru: `${number}\u00a0%` };
}
