import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import type { RoundDocument } from '../../application/records/record-parts';
import { ROUND_RECORD_FORMAT } from '../../application/records/record-format';
import type { Signed } from '../../application/records/signing';
import { CancellationRecordBody } from '../cancellations/cancellations.dto';
import { TableLimitsBody } from '../games/limits.dto';
import { ProofBody } from '../fairness/proof.dto';
import { RuleSetInFullBody } from '../games/rule-set.dto';
import { RoundEventBody } from '../history/round-events.dto';
import { RoundResponse } from '../rounds/round.dto';
import { TableChangedBody } from '../tables/table-change.dto';
import { KEY_ID, SIGNATURE } from './audit.dto';
import {
  RecordMoneyBody,
  RecordOperatorBody,
  RecordShoeBody,
  SealingBody,
  SoftwareBody,
  SoftwareOfStepsBody,
} from './record-parts.dto';

/** Everything about one round, signed. */
export class RoundRecordBody implements Omit<Signed<RoundDocument>, 'ruleSet' | 'limits' | 'events'> {
  @ApiProperty({
    enum: [ROUND_RECORD_FORMAT],
    description: 'The form of this document.',
    example: ROUND_RECORD_FORMAT,
  })
  format: RoundDocument['format'];

  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'When the record was made.',
    example: '2026-01-01T12:10:00.000Z',
  })
  generatedAt: string;

  @ApiProperty({ type: SoftwareBody, description: 'The program that wrote this document.' })
  generatedBy: SoftwareBody;

  @ApiProperty({ type: RecordOperatorBody, description: 'Whose round it is.' })
  operator: RecordOperatorBody;

  @ApiProperty({
    type: [SoftwareOfStepsBody],
    description: 'The programs that were on record as serving when the steps of the round were written.',
  })
  software: readonly SoftwareOfStepsBody[];

  @ApiProperty({ type: RoundResponse, description: 'The round as it stands; what it hides is `??`.' })
  round: RoundResponse;

  @ApiProperty({ type: RuleSetInFullBody, description: 'The rule set that it was dealt under.' })
  ruleSet: RuleSetInFullBody;

  @ApiProperty({ type: TableLimitsBody, description: 'The limits that it was dealt under, in minor units.' })
  limits: TableLimitsBody;

  @ApiProperty({ type: 'integer', description: 'Seconds the player had for each decision.', example: 86400 })
  decisionSeconds: number;

  @ApiProperty({ type: RecordShoeBody, description: 'Where the cards came from.' })
  shoe: RecordShoeBody;

  @ApiProperty({
    type: [RoundEventBody],
    description: 'Everything that happened, in order, with times, actors and request ids.',
  })
  events: readonly RoundEventBody[];

  @ApiProperty({ type: RecordMoneyBody, description: 'The money before and after, with every transfer.' })
  money: RecordMoneyBody;

  @ApiProperty({
    nullable: true,
    allOf: [{ $ref: getSchemaPath(CancellationRecordBody) }],
    description: 'The cancellation in full; null when there was none.',
  })
  cancellation: CancellationRecordBody | null;

  @ApiProperty({
    type: [TableChangedBody],
    required: false,
    description:
      'Shared tables: what supervisors did to the table from the countdown for the bets of the round up to its end, in order.',
  })
  tableChanges?: readonly TableChangedBody[];

  @ApiProperty({ type: SealingBody, description: 'The seals that cover it.' })
  sealing: SealingBody;

  @ApiProperty({
    nullable: true,
    allOf: [{ $ref: getSchemaPath(ProofBody) }],
    description:
      'The proof of the round, as `GET /v1/rounds/{roundId}/proof` gives it to this key: what `verify` recomputes offline. ' +
      'Null while the round is open. Its server seed is null until it is revealed; take the record again then.',
  })
  proof: ProofBody | null;

  @ApiProperty(KEY_ID)
  keyId: string;

  @ApiProperty(SIGNATURE)
  signature: string;
}
