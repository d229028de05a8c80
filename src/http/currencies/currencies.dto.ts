import { ApiProperty } from '@nestjs/swagger';
/** A currency that wallets may be held in. */
export class CurrencyBody {
  /**
   * ISO 4217 code, or a code of ours for play money.
   * @example EUR
   */
  code: string;

  /**
   * Digits after the point: with 2, an amount of `1050` is 10.50; with 0 it is 1,050.
   * @example 2
   */
  exponent: number;

  /**
   * Whether it is play money, which is worth nothing outside.
   * @example false
   */
  play: boolean;

  /**
   * The least and the step of a stake under the default limits, in minor units: about one euro's worth.
   * @example 100
   */
  unit: number;
}

export class CurrenciesBody {
  /** Every currency, by code. */
  items: CurrencyBody[];

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The `cursor` of the next page; null on the last one.',
  })
  nextCursor: string | null;
}
