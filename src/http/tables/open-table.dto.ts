import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { Equals, IsIn, IsInt, IsObject, IsString, Length, Max, Min, ValidateNested } from 'class-validator';
import type { TableToOpen } from '../../application/tables/open-table';
import type { TableChange } from '../../application/tables/supervise';
import { minor } from '../../domain/money';
import type { StakeRange, TableLimits } from '../../domain/table-limits';
import type { PhaseSeconds } from '../../domain/table/table';
import { SetLimitsBody } from '../games/limits.dto';
import { IsFreeText, IsReasonCode, MayBeAbsent } from '../input-fields';

const TABLE_MODES = ['real', 'test'] as const;

/** A day: long enough for a person who tries the API out, and a forgotten table still moves on. */
const LONGEST_PHASE_SECONDS = 86_400;

const Seconds = (description: string, example: number): PropertyDecorator => {
  const decorators = [
    ApiProperty({
      type: 'integer',
      minimum: 1,
      maximum: LONGEST_PHASE_SECONDS,
      required: false,
      description,
      example,
    }),
    MayBeAbsent(),
    // The last one that fails speaks, and what is no number fails all three.
    Max(LONGEST_PHASE_SECONDS),
    Min(1),
    IsInt({ message: 'must be a whole number' }),
  ];
  return (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };
};

/** How long the phases of a table last; each one that is left out has its default, or stays as it is. */
export class PhaseSecondsInput {
  @Seconds('The countdown in which bets are placed.', 20)
  betting?: number;

  @Seconds('The window in which insurance is answered.', 10)
  insurance?: number;

  @Seconds('What the player in turn has for each decision.', 15)
  decision?: number;

  @Seconds('How long the result is shown.', 5)
  result?: number;
}

export class OpenTableBody {
  /**
   * A game that is played at shared tables.
   * @example blackjack-deluxe
   */
  @IsString()
  @Length(1, 128)
  gameId: string;

  /**
   * The currency of all amounts at the table.
   * @example EUR
   */
  @IsString()
  @Length(1, 16)
  currency: string;

  @ApiProperty({
    enum: TABLE_MODES,
    description:
      '`real`: players of real money sit, play money may bet behind them. `test`: for integrators, with play money, ' +
      'chosen cards and phases that end on demand.',
    example: 'test',
  })
  @IsIn(TABLE_MODES)
  mode: (typeof TABLE_MODES)[number];

  @ApiProperty({
    type: SetLimitsBody,
    required: false,
    description: "What may be staked; the operator's limits of the game in that currency unless given.",
    example: { stake: { min: 500, max: 50_000, step: 100 }, sideBet: { min: 100, max: 2000, step: 100 } },
  })
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => SetLimitsBody)
  limits?: SetLimitsBody;

  @ApiProperty({ type: PhaseSecondsInput, required: false, description: 'How long the phases last.' })
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => PhaseSecondsInput)
  seconds?: PhaseSecondsInput;
}

/** What is changed about a table; what is left out stays as it is. */
export class ChangeTableBody {
  @ApiProperty({
    enum: ['closed'],
    required: false,
    description:
      'Closes the table for good: at once while bets are placed, which go back, and otherwise when the round is over.',
  })
  @MayBeAbsent()
  @Equals('closed', { message: 'can only be "closed": the rest is up to the table' })
  status?: 'closed';

  @ApiProperty({
    type: SetLimitsBody,
    required: false,
    description: 'What may be staked from the next countdown on.',
    example: { stake: { min: 500, max: 50_000, step: 100 }, sideBet: { min: 100, max: 2000, step: 100 } },
  })
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => SetLimitsBody)
  limits?: SetLimitsBody;

  @ApiProperty({
    type: PhaseSecondsInput,
    required: false,
    description: 'How long the phases last from the next countdown on.',
  })
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => PhaseSecondsInput)
  seconds?: PhaseSecondsInput;

  @IsReasonCode({
    required: false,
    example: 'end_of_shift',
    description: "The operator's code for the reason.",
  })
  @MayBeAbsent()
  reason?: string;

  @MayBeAbsent()
  @IsFreeText(2000, {
    required: false,
    example: 'The evening is over.',
    description: 'Anything that whoever reads the record in five years should know.',
  })
  note?: string;
}

/** The table that a body asks for; fields that were left out are null. */
export function tableToOpenOf({ gameId, currency, mode, limits, seconds }: OpenTableBody): TableToOpen {
  return { gameId, currency, mode, limits: limitsOf(limits), seconds: secondsOf(seconds) };
}

/** The change that a body asks for; what stays as it is is null. */
export function changeOf({ status, limits, seconds, reason, note }: ChangeTableBody): TableChange {
  return {
    closed: status === 'closed',
    limits: limitsOf(limits),
    seconds: secondsOf(seconds),
    reason: reason ?? null,
    note: note ?? null,
  };
}

function limitsOf(limits: SetLimitsBody | undefined): TableLimits | null {
  if (limits === undefined) return null;
  const { stake, sideBet } = limits;
  return { stake: rangeOf(stake), sideBet: rangeOf(sideBet) };
}

function rangeOf({ min, max, step }: SetLimitsBody['stake']): StakeRange {
  return { min: minor(min), max: minor(max), step: minor(step) };
}

/** The phases that were named, as plain data: request classes have the fields that were left out as well. */
function secondsOf(seconds: PhaseSecondsInput | undefined): Partial<PhaseSeconds> | null {
  if (seconds === undefined) return null;
  return Object.fromEntries(Object.entries(seconds).filter(([, length]) => length !== undefined));
}
