import { IsFreeText, IsReasonCode, MayBeAbsent } from '../input-fields';

/** Why a round is cancelled. */
export class CancelBody {
  @IsReasonCode({
    example: 'technical_fault',
    description: "The operator's code for the reason; the audit trail can be filtered by it.",
  })
  reason: string;

  @MayBeAbsent()
  @IsFreeText(2000, {
    required: false,
    example: 'Video of the table froze, ticket 4711.',
    description: 'Anything that whoever reads the audit trail in five years should know.',
  })
  note?: string;
}
