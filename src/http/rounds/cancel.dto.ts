import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { IsFreeText, MayBeAbsent } from '../input-fields';

/** Why a round is cancelled. */
export class CancelBody {
  @ApiProperty({
    type: String,
    minLength: 1,
    maxLength: 128,
    example: 'technical_fault',
    description: "The operator's code for the reason; the audit trail can be filtered by it.",
  })
  @Matches(/^[\x20-\x7e]{1,128}$/, { message: 'must be a text of 1 to 128 printable ASCII characters' })
  reason: string;

  @MayBeAbsent()
  @IsFreeText(2000, {
    required: false,
    example: 'Video of the table froze, ticket 4711.',
    description: 'Anything that whoever reads the audit trail in five years should know.',
  })
  note?: string;
}
