import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import type { TableBody } from '../../application/tables/table-body';
import { HAND_ACTIONS } from '../../domain/action';
import { PHASES } from '../../domain/table/table';
import { TableLimitsBody } from '../games/limits.dto';
import { NEXT_CURSOR } from '../history/history.dto';
import { DealerBody, LegalActionBody } from '../rounds/round.dto';
import { NotExecutedBody, QueuedChoiceBody, SeatBody, SheetBetBody, ShoeInPlayBody } from './table-parts.dto';

/** What the caller's player has at the table, all his sessions together. */
export class YouBody {
  /** How others see him at this table. @example P-7XKQ2M */
  alias: string;

  @ApiProperty({
    type: [SheetBetBody],
    description: 'His bets, in the order in which they were placed first.',
  })
  sheet: SheetBetBody[];

  @ApiProperty({
    type: [QueuedChoiceBody],
    description:
      'Choices and answers that wait for their turn; sent again for the same hand, they are changed.',
  })
  queued: QueuedChoiceBody[];

  @ApiProperty({
    type: [NotExecutedBody],
    description: 'What became of choices of this round that could not be executed as they were made.',
  })
  notExecuted: NotExecutedBody[];

  /** Minor units in the wallet that pays. @example 100000 */
  balance: number;
}

/** Whom the table waits for. */
export class TurnBody {
  /** The seat. @example 1 */
  seat: number;

  /** The hand. @example 1.1 */
  hand: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-01-01T12:00:15.000Z',
    description: 'When the automatic rule decides in his place; null while the table is paused.',
  })
  endsAt: string | null;
}

/** Something that may be said before it is executed. */
export class ChoiceInAdvanceBody {
  @ApiProperty({
    enum: [...HAND_ACTIONS, 'follow-double', 'follow-split'],
    example: 'stand',
    description: 'To be sent as the `type` of an action.',
  })
  type: TableBody['inAdvance'][number]['type'];

  /** The hand that it is for. @example 2.1 */
  hand: string;
}

/** How long each phase of a table lasts. */
export class PhaseSecondsBody {
  /** The countdown in which bets are placed. @example 20 */
  betting: number;

  /** The window in which insurance is answered. @example 10 */
  insurance: number;

  /** What the player in turn has for each decision. @example 15 */
  decision: number;

  /** How long the result is shown. @example 5 */
  result: number;
}

/** A shared table as its caller may see it: everyone's cards and seats, his own money only. */
@ApiExtraModels(DealerBody, TurnBody, YouBody)
export class TableResponse implements TableBody {
  /**
   * The table, by a UUID v7.
   * @example 019b0000-0000-7000-8000-000000000003
   */
  id: string;

  /** The game. @example blackjack-deluxe */
  gameId: string;

  /** The rule set that it deals under, with its version. @example blackjack-deluxe@1 */
  ruleSet: string;

  @ApiProperty({
    enum: ['real', 'test'],
    example: 'test',
    description: 'Whether it is for players, or for integrators.',
  })
  mode: TableBody['mode'];

  /** The currency of all amounts. @example EUR */
  currency: string;

  @ApiProperty({
    enum: PHASES,
    enumName: 'TableStatus',
    example: 'betting',
    description:
      '`betting`: the countdown in which bets are placed. `insurance`, `deciding`: a round is played. `result`: it is ' +
      'over and shown. `paused`: a supervisor has stopped the table where it was. `closed`: for good.',
  })
  status: TableBody['status'];

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-01-01T12:00:20.000Z',
    description: 'When the phase ends by itself; null while the table rests, is paused or closed.',
  })
  phaseEndsAt: string | null;

  /** The last event of the table that this state knows: the stream goes on behind it. @example 7 */
  eventId: number;

  /** The shoe. */
  shoe: ShoeInPlayBody;

  @ApiProperty({ type: [SeatBody], description: 'All seats, by number.' })
  seats: TableBody['seats'];

  @ApiProperty({
    nullable: true,
    allOf: [{ $ref: getSchemaPath(DealerBody) }],
    description: 'Null until a round is dealt.',
  })
  dealer: DealerBody | null;

  @ApiProperty({
    nullable: true,
    allOf: [{ $ref: getSchemaPath(YouBody) }],
    description: "What the caller's player has here; null where no session is named.",
  })
  you: TableBody['you'];

  /**
   * The round that is bet on or played.
   * @example 019b0000-0000-7000-8000-000000000002
   */
  roundId: string;

  /** The version of the round: counts its steps, 0 before the deal. @example 0 */
  roundVersion: number;

  @ApiProperty({
    nullable: true,
    allOf: [{ $ref: getSchemaPath(TurnBody) }],
    description: 'Whom the table waits for; null when it waits for nobody in particular.',
  })
  turn: TurnBody | null;

  @ApiProperty({
    type: [LegalActionBody],
    description: 'What the caller may do now, with its price.',
  })
  allowed: TableBody['allowed'];

  @ApiProperty({
    type: [ChoiceInAdvanceBody],
    description: 'What the caller may say in advance: for his hands that wait, and for those he bet behind.',
  })
  inAdvance: TableBody['inAdvance'];

  @ApiProperty({ type: TableLimitsBody, description: 'What may be staked, by each bettor.' })
  limits: TableBody['limits'];

  /** How long the phases last. */
  seconds: PhaseSecondsBody;
}

export class TablesPageBody {
  @ApiProperty({ type: [TableResponse], description: 'Tables, the latest opened first.' })
  items: TableResponse[];

  @ApiProperty(NEXT_CURSOR)
  nextCursor: string | null;
}
