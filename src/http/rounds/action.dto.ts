import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsInt, Matches, Max, Min } from 'class-validator';
import type { Action, ActionType } from '../../domain/action';
import { type FieldError, invalid, type Refusal } from '../../application/refusal';
import { IsMinor, MayBeAbsent } from '../input-fields';

const TYPES: readonly ActionType[] = [
  'hit',
  'stand',
  'double',
  'split',
  'surrender',
  'stand-all',
  'switch',
  'even-money',
  'insurance',
];

/** What an action may say beside its type. */
export class ActionFields {
  @ApiProperty({
    type: String,
    required: false,
    example: '1.1',
    description:
      'The hand, by its id. `hit`, `stand`, `double`, `split`, `surrender` and `even-money` need it; an `insurance` ' +
      'answer without it stands for every insurance offer still open.',
  })
  @MayBeAbsent()
  @Matches(/^[1-9]\d?\.[1-9]\d?$/, { message: 'must be the id of a hand such as 2.1' })
  hand?: string;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    maximum: 7,
    required: false,
    description: '`switch` only: the box.',
  })
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(99)
  box?: number;

  @ApiProperty({ type: Boolean, required: false, description: '`insurance` and `even-money`: yes or no.' })
  @MayBeAbsent()
  @IsBoolean()
  accept?: boolean;

  /** `insurance` where the offer has bounds: how much, in minor units. */
  @MayBeAbsent()
  @IsMinor({ required: false })
  amount?: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    required: false,
    description:
      'The version of the round that the player saw. With another one the action is refused as stale.',
  })
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  expectedVersion?: number;

  @ApiProperty({
    type: Boolean,
    required: false,
    description: 'Insists on a choice that was refused with `confirmation_required`.',
  })
  @MayBeAbsent()
  @IsBoolean()
  confirmed?: boolean;
}

/** One action. Which fields it takes depends on its type; the others are refused. */
export class ActionBody extends ActionFields {
  @ApiProperty({ enum: TYPES, enumName: 'ActionType', example: 'stand', description: 'What is done.' })
  @IsIn(TYPES)
  type: ActionType;
}

type Field = 'hand' | 'box' | 'accept' | 'amount';

/** The fields that a type takes: true where it needs them, false where it may have them. */
export type FieldsTaken = Partial<Record<Field, boolean>>;

export const ACTION_FIELDS: Readonly<Record<ActionType, FieldsTaken>> = {
  hit: { hand: true },
  stand: { hand: true },
  double: { hand: true },
  split: { hand: true },
  surrender: { hand: true },
  'stand-all': {},
  switch: { box: true },
  'even-money': { hand: true, accept: true },
  insurance: { accept: true, hand: false, amount: false },
};

/** The action of a body, or what is missing and what does not belong to its type. */
export function actionOf(body: ActionBody): Action | Refusal {
  return takenFields<Action>(body, ACTION_FIELDS[body.type]);
}

/** What was sent, as far as its type takes it; refused where it lacks a field, or has one too many. */
export function takenFields<Sent extends { readonly type: string }>(
  body: ActionFields & { readonly type: Sent['type'] },
  taken: FieldsTaken,
): Sent | Refusal {
  const errors: FieldError[] = [];
  const sent: Record<string, unknown> = { type: body.type };
  for (const field of ['hand', 'box', 'accept', 'amount'] as const) {
    const value = body[field] ?? undefined;
    if (value === undefined) {
      if (taken[field] === true) errors.push({ path: field, detail: `is needed for ${body.type}` });
    } else if (field in taken) sent[field] = value;
    else errors.push({ path: field, detail: `does not belong to ${body.type}` });
  }
  if (body.amount !== undefined && body.accept === false) {
    errors.push({ path: 'amount', detail: 'does not belong to a no' });
  }
  return errors.length > 0 ? invalid(errors) : (sent as unknown as Sent);
}
