import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import type { Suspension } from '../../application/compliance/suspension-body';
import { OPERATORS_SCOPES } from '../../application/compliance/suspensions';
import { SUSPENSION_SCOPES } from '../../persistence/entities/compliance';
import { NEXT_CURSOR } from '../history/history.dto';
import { AnyCase, IsExternalId, IsFreeText, IsReasonCode, MayBeAbsent } from '../input-fields';
import { ExternalIdFilter, WordFilter } from '../history/filter-fields';
import { PageQuery } from '../page-query.dto';

/** Why something is suspended, or a suspension lifted. */
export class ReasonBody {
  @IsReasonCode({
    example: 'self_exclusion',
    description: "The operator's code for the reason.",
  })
  reason: string;

  @MayBeAbsent()
  @IsFreeText(2000, {
    required: false,
    example: 'Asked for by telephone, ticket 4711.',
    description:
      'Anything that whoever reads the record in five years should know. It is kept for ever and never shown to players; leave names out of it.',
  })
  note?: string;
}

export class SuspendBody extends ReasonBody {
  @ApiProperty({
    enum: OPERATORS_SCOPES,
    description:
      '`operator`: all that the operator offers. `game`, `table`, `player`: the one that `gameId`, `tableId` or `playerId` names.',
    example: 'player',
  })
  @IsIn(OPERATORS_SCOPES)
  scope: (typeof OPERATORS_SCOPES)[number];

  @IsExternalId({ required: false, description: 'A game of the catalogue, with the scope `game`.' })
  @MayBeAbsent()
  gameId?: string;

  @IsExternalId({
    required: false,
    description: 'A shared table of the operator, with the scope `table`.',
  })
  @AnyCase()
  @MayBeAbsent()
  tableId?: string;

  @IsExternalId({
    required: false,
    description:
      "The operator's own id of a player, with the scope `player`. One who is not known yet is created: he may be on a list " +
      'of the excluded, and is kept out when he comes.',
  })
  @MayBeAbsent()
  playerId?: string;
}

/** What suspensions are chosen by. Filters that are not given let everything pass; those given have to agree. */
export class SuspensionsQuery extends PageQuery {
  @WordFilter(
    ['active', 'lifted'],
    'Suspensions that are in force, or those that are not any more.',
    'active',
  )
  status?: 'active' | 'lifted';

  @WordFilter(SUSPENSION_SCOPES, 'Suspensions of this kind of thing.', 'player')
  scope?: (typeof SUSPENSION_SCOPES)[number];

  @WordFilter(
    ['operator', 'installation'],
    'Suspensions by the operator, or by the installation.',
    'operator',
  )
  issuer?: 'operator' | 'installation';

  @ExternalIdFilter('Suspensions of this game.', 'american-blackjack')
  gameId?: string;

  @AnyCase()
  @ExternalIdFilter('Suspensions of this shared table.', '019b0000-0000-7000-8000-00000000ffff')
  tableId?: string;

  @ExternalIdFilter("Suspensions of this player, by the operator's own id.", 'alice')
  playerId?: string;
}

/** Who suspended or lifted; all null where the installation did it. */
export class SuspendedByBody {
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The API key that the call came with.',
    example: '019b0000-0000-7000-8000-000000000004',
  })
  keyId: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The label of that key.',
    example: 'back office',
  })
  keyLabel: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The person behind the call, from X-Actor-Name; null when the call named nobody.',
    example: 'j.doe',
  })
  name: string | null;
}

/** That a suspension is not in force any more. */
export class LiftedBody {
  @ApiProperty({ type: String, description: 'Why.', example: 'exclusion_over' })
  reason: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The note that was left with it.',
    example: null,
  })
  note: string | null;

  @ApiProperty({ type: SuspendedByBody, description: 'Who lifted it.' })
  by: SuspendedByBody;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The X-Request-Id of the call; null where it was no call.',
    example: 'backoffice-000043',
  })
  requestId: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'When.',
    example: '2026-07-01T12:00:00.000Z',
  })
  at: string;
}

/** Something that takes no new rounds, or took none. */
export class SuspensionBody implements Suspension {
  @ApiProperty({
    type: String,
    format: 'uuid',
    description: 'The suspension.',
    example: '019b0000-0000-7000-8000-000000000005',
  })
  id: string;

  @ApiProperty({
    enum: SUSPENSION_SCOPES,
    description: '`everything` is the whole installation, which its owner alone suspends.',
    example: 'player',
  })
  scope: Suspension['scope'];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The game, with the scope `game`.',
    example: null,
  })
  gameId: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The table, with the scope `table`.',
    example: null,
  })
  tableId: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The player, with the scope `player`.',
    example: 'mallory',
  })
  playerId: string | null;

  @ApiProperty({
    enum: ['operator', 'installation'],
    description:
      'Who suspended: the operator himself, or whoever runs the installation, who alone lifts it then.',
    example: 'operator',
  })
  issuer: Suspension['issuer'];

  @ApiProperty({ type: String, description: 'Why, by the code that was given.', example: 'self_exclusion' })
  reason: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The note that was left with it; null where the installation suspended.',
    example: 'Asked for by telephone, ticket 4711.',
  })
  note: string | null;

  @ApiProperty({ type: SuspendedByBody, description: 'Who did it.' })
  by: SuspendedByBody;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The X-Request-Id of the call; null where it was no call.',
    example: 'backoffice-000042',
  })
  requestId: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'Since when.',
    example: '2026-01-01T12:00:00.000Z',
  })
  suspendedAt: string;

  @ApiProperty({
    type: LiftedBody,
    nullable: true,
    description: 'That it was lifted; null while it is in force.',
  })
  lifted: LiftedBody | null;
}

export class SuspensionsPageBody {
  @ApiProperty({ type: [SuspensionBody], description: 'The latest suspension first.' })
  items: readonly SuspensionBody[];

  @ApiProperty(NEXT_CURSOR)
  nextCursor: string | null;
}
