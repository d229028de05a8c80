import { ApiProperty } from '@nestjs/swagger';
import type { Cancellation, CancellationRecord } from '../../application/history/cancellations';
import { MODES } from '../../persistence/entities/sessions';
import { NEXT_CURSOR } from '../history/history.dto';
import { RoundResponse } from '../rounds/round.dto';

const MINOR = { type: 'integer', format: 'int64' } as const;

/** A correction of one transfer of the round. */
export class CorrectionBody {
  @ApiProperty({
    enum: ['refund', 'reversal'],
    description: 'A `refund` gave back a stake, a `reversal` took back a payout.',
    example: 'refund',
  })
  kind: 'refund' | 'reversal';

  @ApiProperty({
    type: String,
    description: 'What the corrected transfer was for: `main`, `double`, `split`, `insurance` or a side bet.',
    example: 'main',
  })
  reason: string;

  @ApiProperty({ type: String, description: 'The bet, as `GET /v1/bets` names it.', example: '1.1' })
  bet: string;

  @ApiProperty({ ...MINOR, description: 'Minor units, above zero.', example: 1000 })
  amount: number;
}

/** What one player got back and gave back. */
export class CancelledAmountBody {
  @ApiProperty({ type: String, description: "The operator's own id of the player.", example: 'alice' })
  playerId: string;

  @ApiProperty({
    enum: MODES,
    description: 'What he bet with: money, or play money, which is never added to it.',
    example: 'real',
  })
  mode: Cancellation['mode'];

  @ApiProperty({ type: String, description: 'The currency of the amounts.', example: 'EUR' })
  currency: string;

  @ApiProperty({ ...MINOR, description: 'All stakes given back, in minor units.', example: 1000 })
  refunded: number;

  @ApiProperty({ ...MINOR, description: 'All payouts taken back, in minor units.', example: 0 })
  reversed: number;

  @ApiProperty({ type: [CorrectionBody], description: 'One by one, in the order of the ledger.' })
  transfers: readonly CorrectionBody[];
}

/** Who cancelled a round. */
export class CancelledByBody {
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The API key that the call came with; null when the server did it.',
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

/** A cancelled round. */
export class CancellationBody implements Cancellation {
  @ApiProperty({
    type: String,
    format: 'uuid',
    description: 'The round.',
    example: '019b0000-0000-7000-8000-000000000001',
  })
  roundId: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description:
      'The session it was played in. This and the player are null in the whole record of the round of a shared table, ' +
      "which is all its players'.",
    example: '019b0000-0000-7000-8000-000000000003',
  })
  sessionId: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: "The operator's own id of the player.",
    example: 'alice',
  })
  playerId: string | null;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The shared table; null for a private round.',
    example: null,
  })
  tableId: string | null;

  @ApiProperty({ type: String, description: 'The game.', example: 'american-blackjack' })
  gameId: string;

  @ApiProperty({ enum: MODES, description: 'The mode of the session.', example: 'real' })
  mode: Cancellation['mode'];

  @ApiProperty({ type: String, description: 'The currency of the round.', example: 'EUR' })
  currency: string;

  @ApiProperty({
    type: String,
    description: 'Why, by the code that the operator gave.',
    example: 'technical_fault',
  })
  reason: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The note that was left with it.',
    example: 'Video of the table froze, ticket 4711.',
  })
  note: string | null;

  @ApiProperty({ type: CancelledByBody, description: 'Who did it.' })
  by: CancelledByBody;

  @ApiProperty({
    enum: ['insurance', 'playing', 'settled'],
    description:
      'Where the round stood before, as `status` of `roundBefore` says as well. That its table was paused is told by ' +
      '`GET /v1/tables/{tableId}/changes`.',
    example: 'playing',
  })
  statusBefore: Cancellation['statusBefore'];

  @ApiProperty({ type: [CancelledAmountBody], description: 'What it moved, by player.' })
  amounts: readonly CancelledAmountBody[];

  @ApiProperty({ type: String, description: 'The X-Request-Id of the call.', example: 'backoffice-000042' })
  requestId: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'When it was cancelled.',
    example: '2026-01-01T12:05:00.000Z',
  })
  at: string;
}

export class CancellationsPageBody {
  @ApiProperty({ type: [CancellationBody], description: 'The latest cancellation first.' })
  items: readonly CancellationBody[];

  @ApiProperty(NEXT_CURSOR)
  nextCursor: string | null;
}

/** A round as it was before it was cancelled. */
export class RoundBeforeBody extends RoundResponse {
  @ApiProperty({
    type: [String],
    description: "All of the dealer's cards, also one that lay face down.",
    example: ['Ah', '6c'],
  })
  dealerCards: readonly string[];

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
    description: "The cards of every hand by its id, also the player's own that were still closed.",
    example: { '1.1': ['9s', '7d'] },
  })
  handCards: Readonly<Record<string, readonly string[]>>;
}

export class CancellationRecordBody extends CancellationBody implements CancellationRecord {
  @ApiProperty({
    type: RoundBeforeBody,
    description: 'The round as its player saw it before, and what he did not see.',
  })
  roundBefore: RoundBeforeBody;
}
