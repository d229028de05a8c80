import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import type { Refusal } from '../../application/refusal';
import type { Choice } from '../../domain/table/choosing';
import { ACTION_FIELDS, ActionFields, type FieldsTaken, takenFields } from '../rounds/action.dto';
import { IsSessionId } from './session-of';

const FIELDS: Readonly<Record<Choice['type'], FieldsTaken>> = {
  ...ACTION_FIELDS,
  'follow-double': { hand: true, accept: true },
  'follow-split': { hand: true, accept: true },
};

const TYPES = Object.keys(FIELDS) as readonly Choice['type'][];

/** One choice at a table. Which fields it takes depends on its type; the others are refused. */
export class TableActionBody extends ActionFields {
  @IsSessionId()
  sessionId?: string;

  @ApiProperty({
    enum: TYPES,
    enumName: 'TableActionType',
    example: 'stand',
    description:
      'What is done, or what shall be done when the turn comes. `follow-double` and `follow-split` are answers of who ' +
      'bet behind a hand. `stand-all`, `switch` and `even-money` belong to other games and are never allowed here.',
  })
  @IsIn(TYPES)
  type: Choice['type'];
}

/** The choice of a body, or what is missing and what does not belong to its type. */
export function choiceOf(body: TableActionBody): Choice | Refusal {
  return takenFields<Choice>(body, FIELDS[body.type]);
}
