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

/**
 * Refuses a last day that is not after the first one: no day lies between them, and an empty answer would look like days
 * on which nothing was played. A first day that is missing or wrong is not this field's fault.
 */
export function IsDayAfter(first: string): PropertyDecorator {
  return ValidateBy({
    name: 'isDayAfter',
    validator: {
      validate: (value: unknown, args) => {
        const from = (args?.object as Record<string, unknown> | undefined)?.[first];
        const areDays = typeof value === 'string' && typeof from === 'string' && isDay(value) && isDay(from);
        // Days of one length compare as texts.
        return !areDays || value > from;
      },
      defaultMessage: () => `must be after \`${first}\`: rounds of this day itself are left out`,
    },
  });
}

function isDay(text: string): boolean {
  return text.length === 10 && instantOf(`${text}T00:00:00Z`) !== null;
}
