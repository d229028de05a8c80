import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { instantOf } from '../../application/history/instants';
import { MayBeAbsent } from '../input-fields';

/** A day in UTC that a report begins or ends at. */
export function DayFilter(description: string, example: string): PropertyDecorator {
  return applyDecorators(
    // The example stands in the text: Swagger UI would fill the form with it.
    ApiProperty({
      type: String,
      format: 'date',
      required: false,
      description: `${description} For example \`${example}\`.`,
    }),
    MayBeAbsent(),
    ValidateBy({
      name: 'dayFilter',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && isDay(value),
        defaultMessage: () => 'must be a day, such as 2026-01-31',
      },
    }),
  );
}

function isDay(text: string): boolean {
  return text.length === 10 && instantOf(`${text}T00:00:00Z`) !== null;
}
