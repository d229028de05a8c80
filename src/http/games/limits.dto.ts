import { Type } from 'class-transformer';
import { IsDefined, IsObject, ValidateNested } from 'class-validator';
import { IsMinor } from '../input-fields';

export class StakeRangeInput {
  /**
   * The least stake, in minor units: a multiple of the step.
   * @example 200
   */
  @IsMinor()
  min: number;

  /**
   * The highest stake, in minor units: a multiple of the step.
   * @example 50000
   */
  @IsMinor()
  max: number;

  /**
   * Stakes are multiples of this, in minor units. Every payout of the game must be whole on it.
   * @example 200
   */
  @IsMinor()
  step: number;
}

export class SideBetRangeInput {
  /**
   * The least side bet, in minor units: a multiple of the step.
   * @example 100
   */
  @IsMinor()
  min: number;

  /**
   * The highest side bet, in minor units: a multiple of the step.
   * @example 2000
   */
  @IsMinor()
  max: number;

  /**
   * Side bets are multiples of this, in minor units.
   * @example 100
   */
  @IsMinor()
  step: number;
}

export class SetLimitsBody {
  /** Per hand. */
  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => StakeRangeInput)
  stake: StakeRangeInput;

  /** Per side bet; some side bets have a ceiling of their own. */
  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => SideBetRangeInput)
  sideBet: SideBetRangeInput;
}

export class StakeRangeBody {
  /**
   * The least stake, in minor units.
   * @example 100
   */
  min: number;

  /**
   * The highest stake, in minor units.
   * @example 20000
   */
  max: number;

  /**
   * Stakes are multiples of this, in minor units.
   * @example 100
   */
  step: number;
}

export class TableLimitsBody {
  /** Per hand; a box of two hands costs twice that. */
  stake: StakeRangeBody;

  /** Per side bet. */
  sideBet: StakeRangeBody;
}

export class GameLimitsBody {
  /**
   * The game.
   * @example american-blackjack
   */
  gameId: string;

  /**
   * The currency.
   * @example EUR
   */
  currency: string;

  /** The limits that sessions opened from now on have. */
  limits: TableLimitsBody;
}
