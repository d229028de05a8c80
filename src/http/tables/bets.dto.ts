import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import type { SheetBody } from '../../application/tables/table-body';
import { BET_KINDS, type BetKind, PHASES } from '../../domain/table/table';
import { IsMinor, MayBeAbsent, QueryInteger } from '../input-fields';
import { IsSessionId } from './session-of';
import { SheetBetBody } from './table-parts.dto';

/** More than any table has: which seats there are is the table's to say. */
const HIGHEST_SEAT = 99;

/** A bet, or what is added to one. */
export class TableBetBody {
  @IsSessionId()
  sessionId?: string;

  /** The seat, from 1. */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 7, example: 1 })
  @IsInt()
  @Min(1)
  @Max(HIGHEST_SEAT)
  seat: number;

  @ApiProperty({
    enum: BET_KINDS,
    example: 'seat',
    description:
      '`seat`: the main bet of who sits there; it takes a free seat. `behind`: the same hand as somebody else who sits ' +
      'there. `pairs`: on the first two cards of the seat.',
  })
  @IsIn(BET_KINDS)
  kind: BetKind;

  /** Minor units; added to what the player has placed there already. */
  @IsMinor({ example: 1000 })
  amount: number;
}

/** Which bets are taken back: all of the player, or those on one seat, or of one kind. */
export class TakeBackQuery {
  @IsSessionId()
  sessionId?: string;

  @MayBeAbsent()
  @QueryInteger(1, HIGHEST_SEAT, { description: 'Only bets on this seat.' })
  seat?: number;

  @ApiProperty({ enum: BET_KINDS, required: false, description: 'Only bets of this kind.' })
  @MayBeAbsent()
  @IsIn(BET_KINDS, { message: `must be one of ${BET_KINDS.join(', ')}` })
  kind?: BetKind;
}

export class SessionQuery {
  @IsSessionId()
  sessionId?: string;
}

/** What a player has on a table, all his sessions together. */
export class SheetResponse implements SheetBody {
  /**
   * The table.
   * @example 019b0000-0000-7000-8000-000000000003
   */
  tableId: string;

  /**
   * The round that the bets are for.
   * @example 019b0000-0000-7000-8000-000000000002
   */
  roundId: string;

  @ApiProperty({ enum: PHASES, example: 'betting', description: 'What goes on at the table.' })
  status: SheetBody['status'];

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-01-01T12:00:20.000Z',
    description: 'When the countdown ends by itself.',
  })
  phaseEndsAt: string | null;

  /** The last event of the table that this answer knows. @example 7 */
  eventId: number;

  @ApiProperty({ type: [SheetBetBody], description: 'In the order in which they were placed first.' })
  sheet: SheetBody['sheet'];

  /** Minor units that the end of the countdown would charge. @example 1000 */
  cost: number;

  /** Minor units in the wallet that pays; bets of the countdown have not been taken from it. @example 100000 */
  balance: number;

  @ApiProperty({ type: [Number], example: [1], description: 'The seats that the player holds.' })
  seats: SheetBody['seats'];
}
