import { invariant } from './assert';

declare const minorBrand: unique symbol;
/** A whole, safe number of minor units of one currency (1050 = 10.50 EUR = 1,050 JPY). Never a float. */
export type Minor = number & { readonly [minorBrand]: true };

/** A payout ratio `num:den`, as `3:2`; what is won on a stake is stake × num / den. */
export interface Ratio {
  readonly num: number;
  readonly den: number;
}

export const ZERO = 0 as Minor;

/**
 * The most that a wallet may hold before money is put in or staked. It leaves room below the safe integers for
 * everything that open rounds can pay, so that no payout or refund ever fails.
 */
export const BALANCE_CEILING = 4_000_000_000_000_000 as Minor;

/** Takes a number for money; throws unless it is a safe integer. */
export function minor(amount: number): Minor {
  invariant(Number.isSafeInteger(amount), `money is a safe integer, not ${amount}`);
  return amount as Minor;
}

/** What a stake wins at a ratio. Throws when that is not a whole number of minor units (C-13: never rounded). */
export function winnings(stake: Minor, pays: Ratio): Minor {
  const times = stake * pays.num;
  invariant(
    Number.isSafeInteger(times) && times % pays.den === 0,
    `${stake} at ${pays.num}:${pays.den} is whole`,
  );
  return (times / pays.den) as Minor;
}

/** Half of an amount. Throws when that is not a whole number of minor units (C-13). */
export function half(amount: Minor): Minor {
  invariant(amount % 2 === 0, `half of ${amount} is whole`);
  return (amount / 2) as Minor;
}
