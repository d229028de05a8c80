import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, Matches, ValidateBy } from 'class-validator';
import { instantOf } from '../../application/history/instants';
import { CURRENCIES } from '../../domain/currency';
import { AnyCase, IsExternalId, MayBeAbsent } from '../input-fields';
import { UUID } from '../path-parameters';

/** The example stands in the text: Swagger UI would fill the form with it, and so filter everything out. */
function suggest(description: string, example: string): string {
  return `${description} For example \`${example}\`.`;
}

/** A time that a list begins or ends at. */
export function TimeFilter(description: string, example: string): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      type: String,
      format: 'date-time',
      required: false,
      description: suggest(description, example),
    }),
    MayBeAbsent(),
    ValidateBy({
      name: 'timeFilter',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && instantOf(value) !== null,
        defaultMessage: () => 'must be a time in RFC 3339, such as 2026-01-01T00:00:00.000Z',
      },
    }),
  );
}

/**
 * Refuses a time before the one that the list begins at: nothing lies between them, and an empty list would look like a
 * time at which nothing happened. A first time that is missing or wrong is not this field's fault.
 */
export function IsNotBefore(first: string): PropertyDecorator {
  const instant = (value: unknown): Date | null => (typeof value === 'string' ? instantOf(value) : null);
  return ValidateBy({
    name: 'isNotBefore',
    validator: {
      validate: (value: unknown, args) => {
        const to = instant(value);
        const from = instant((args?.object as Record<string, unknown> | undefined)?.[first]);
        return to === null || from === null || to >= from;
      },
      defaultMessage: () => `must not be before \`${first}\``,
    },
  });
}

/** An id of ours that a list is filtered by; one that nothing has filters everything out. */
export function IdFilter(description: string, example: string): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      type: String,
      format: 'uuid',
      required: false,
      description: suggest(description, example),
    }),
    AnyCase(),
    MayBeAbsent(),
    Matches(UUID, { message: 'must be a UUID' }),
  );
}

/** An id of the operator's own that a list is filtered by. */
export function ExternalIdFilter(description: string, example: string): PropertyDecorator {
  return applyDecorators(
    IsExternalId({ required: false, description: suggest(description, example) }),
    MayBeAbsent(),
  );
}

/** One of a few words that a list is filtered by. */
export function WordFilter(
  words: readonly string[],
  description: string,
  example: string,
): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ enum: words, required: false, description: suggest(description, example) }),
    MayBeAbsent(),
    IsIn(words, { message: `must be one of ${words.join(', ')}` }),
  );
}

const CODES = CURRENCIES.map(({ code }) => code);

export function CurrencyFilter(description: string): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, required: false, description: suggest(description, 'EUR') }),
    MayBeAbsent(),
    IsIn(CODES, { message: 'must be the code of a currency that GET /v1/currencies lists' }),
  );
}
