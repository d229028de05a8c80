import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { ERASURE_REASONS, type ErasureReason } from '../../persistence/retention/entities';
import { IsExternalId, MayBeAbsent } from '../input-fields';

/** Why a player is erased. It is on record for ever, so it has no room for his name. */
export class EraseBody {
  @ApiProperty({
    enum: ERASURE_REASONS,
    description:
      'Why: he asked for it, his account was closed, his data were kept as long as they may be, or he should never ' +
      'have been made.',
    example: 'player_request',
  })
  @IsIn(ERASURE_REASONS)
  reason: ErasureReason;

  @MayBeAbsent()
  @IsExternalId({
    required: false,
    description: 'Your number of the case. It must not name the player.',
    example: 'privacy-2026-0042',
  })
  reference?: string;
}

export class ErasedByBody {
  /**
   * The API key that the call came with.
   * @example 019b0000-0000-7000-8000-000000000004
   */
  keyId: string | null;

  /**
   * The person behind the call, as `X-Actor-Name` named him.
   * @example Ada L.
   */
  name: string | null;
}

export class ErasureBody {
  /**
   * What rounds, transfers and cancellations call the player from now on. Nobody can have this for an id.
   * @example erased·357583906401969
   */
  erasedAs: string;

  @ApiProperty({ enum: ERASURE_REASONS, description: 'Why he was erased.', example: 'player_request' })
  reason: ErasureReason;

  /**
   * Your number of the case.
   * @example privacy-2026-0042
   */
  reference: string | null;

  /** Who erased him. */
  by: ErasedByBody;

  /**
   * The request that did it.
   * @example 019b0000-0000-7000-8000-000000000005
   */
  requestId: string;

  /**
   * When he was erased.
   * @example 2026-01-01T12:00:00.000Z
   */
  at: string;
}
