import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import type { TableChangeBody } from '../../application/tables/changes';
import { TableLimitsBody } from '../games/limits.dto';
import { NEXT_CURSOR } from '../history/history.dto';

const SECONDS = { type: 'integer', required: false } as const;

/** The times that were set; one that is left out stayed as it was. */
export class ChangedSecondsBody {
  @ApiProperty({ ...SECONDS, description: 'The countdown in which bets are placed.', example: 20 })
  betting?: number;

  @ApiProperty({ ...SECONDS, description: 'The window in which insurance is answered.', example: 10 })
  insurance?: number;

  @ApiProperty({
    ...SECONDS,
    description: 'What the player in turn has for each decision.',
    example: 15,
  })
  decision?: number;

  @ApiProperty({ ...SECONDS, description: 'How long the result is shown.', example: 5 })
  result?: number;
}

/** What a supervisor did to a shared table. */
@ApiExtraModels(TableLimitsBody, ChangedSecondsBody)
export class TableChangedBody implements TableChangeBody {
  /** Counts what was done to the table from 1. @example 2 */
  changeNo: number;

  @ApiProperty({
    enum: ['opened', 'changed', 'paused', 'resumed', 'closed', 'scripted', 'advanced'],
    description:
      'What he did. At test tables also `scripted`, cards were chosen, and `advanced`, a phase was ended.',
    example: 'paused',
  })
  kind: TableChangeBody['kind'];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why, by the code that the operator gave; null where none was asked for.',
    example: 'technical_fault',
  })
  reason: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The note that was left with it.',
    example: 'Card reader of shoe 2 jammed.',
  })
  note: string | null;

  @ApiProperty({
    nullable: true,
    allOf: [{ $ref: getSchemaPath(TableLimitsBody) }],
    description: 'The limits that were set, in minor units; null where they stayed.',
    example: null,
  })
  limits: TableChangeBody['limits'];

  @ApiProperty({
    nullable: true,
    allOf: [{ $ref: getSchemaPath(ChangedSecondsBody) }],
    description: 'The times that were set; null where they stayed.',
    example: null,
  })
  seconds: ChangedSecondsBody | null;

  @ApiProperty({
    type: String,
    description: 'Who: the API key that the call came with, as `key:` and its id.',
    example: 'key:019b0000-0000-7000-8000-000000000004',
  })
  actor: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The person behind the call, from X-Actor-Name; null when the call named nobody.',
    example: 'j.doe',
  })
  actorName: string | null;

  @ApiProperty({ type: String, description: 'The X-Request-Id of the call.', example: 'backoffice-000041' })
  requestId: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'When.',
    example: '2026-01-01T12:03:00.000Z',
  })
  at: string;
}

export class TableChangesPageBody {
  @ApiProperty({ type: [TableChangedBody], description: 'The latest first.' })
  items: readonly TableChangedBody[];

  @ApiProperty(NEXT_CURSOR)
  nextCursor: string | null;
}
