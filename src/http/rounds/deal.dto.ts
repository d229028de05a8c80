import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  Equals,
  IsArray,
  IsInt,
  IsObject,
  IsString,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import type { DealCommand } from '../../application/rounds/accept-bets';
import type { BoxBet } from '../../domain/bets';
import { minor } from '../../domain/money';
import { IsMinor, MayBeAbsent } from '../input-fields';

/** Side bets on a box, in minor units. Which ones a game has stands in its `sideBets`. */
export class SideBetsBody {
  /** Blackjack Deluxe: the first two cards are a pair. */
  @MayBeAbsent()
  @IsMinor({ required: false, example: 100 })
  pairs?: number;

  /** American Blackjack: the first two cards are a blackjack. */
  @MayBeAbsent()
  @IsMinor({ required: false, example: 100 })
  blackjack?: number;

  /** American Blackjack: sevens among the first three cards. */
  @MayBeAbsent()
  @IsMinor({ required: false, example: 100 })
  sevens?: number;

  /** Blackjack Switch: equal ranks among the first four cards of the box. */
  @MayBeAbsent()
  @IsMinor({ required: false, example: 100 })
  superMatch?: number;
}

/** A bet on one box. */
export class BoxBetBody {
  /** The number of the box, from 1. */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 7, example: 1 })
  @IsInt()
  @Min(1)
  @Max(7)
  box: number;

  /** Minor units per hand. In Blackjack Switch a box has two hands and costs twice this. */
  @IsMinor({ example: 1000 })
  stake: number;

  @ApiProperty({ type: SideBetsBody, required: false, description: 'Side bets on this box.' })
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => SideBetsBody)
  sideBets?: SideBetsBody;
}

/** The bets of a new round: either `boxes`, or `rebet`. */
export class DealBody {
  @ApiProperty({
    type: [BoxBetBody],
    required: false,
    description: 'The boxes to bet on, in any order, each once.',
    example: [{ box: 1, stake: 1000 }],
  })
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(7)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => BoxBetBody)
  boxes?: BoxBetBody[];

  @ApiProperty({
    type: 'boolean',
    enum: [true],
    required: false,
    description:
      "In place of `boxes`: the stakes and side bets of the player's previous round in this game, again.",
  })
  @MayBeAbsent()
  @Equals(true)
  rebet?: true;

  @ApiProperty({
    type: [String],
    required: false,
    description:
      'Sessions in `test` mode only: the cards to be drawn first, in dealing order; random ones follow, from a shoe ' +
      'of their own that holds the chosen cards as well.',
  })
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(416)
  @IsString({ each: true })
  cards?: string[];
}

/** The bets of a body that was validated; fields that were left out are not there. */
export function dealCommandOf({ boxes, rebet, cards }: DealBody): DealCommand {
  return {
    ...(boxes === undefined ? {} : { boxes: boxes.map(boxBetOf) }),
    ...(rebet === undefined ? {} : { rebet }),
    ...(cards === undefined ? {} : { cards }),
  };
}

function boxBetOf({ box, stake, sideBets }: BoxBetBody): BoxBet {
  const placed = Object.entries(sideBets ?? {}).filter(([, amount]) => amount !== undefined);
  return {
    box,
    stake: minor(stake),
    ...(placed.length === 0 ? {} : { sideBets: Object.fromEntries(placed) }),
  };
}
