import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { buildMessage, IsString, Length, Matches, ValidateBy, ValidateIf } from 'class-validator';
import { EXTERNAL_ID, FREE_TEXT, REASON_CODE } from '../application/text-forms';

/** The field may be left out; `null` is not leaving it out. */
export function MayBeAbsent(): PropertyDecorator {
  return ValidateIf((_object, value: unknown) => value !== undefined);
}

/**
 * Takes an id of ours in either case, as UUIDs are the same in both; from here on it is compared as text, in lower case.
 * Ids in paths are (`@UuidParam`) by themselves.
 */
export function AnyCase(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.toLowerCase() : value,
  );
}

/** An amount of money a caller may name: a positive safe integer of minor units, given as a number. */
export function IsMinor(options: ApiPropertyOptions = {}): PropertyDecorator {
  const documented = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;
  return applyDecorators(
    ApiProperty({ ...documented, format: 'int64', ...options }),
    ValidateBy({
      name: 'isMinor',
      validator: {
        validate: (value: unknown) => isIntegerWithin(value, 1, Number.MAX_SAFE_INTEGER),
        defaultMessage: buildMessage((each) => `${each}must be a whole number of minor units, 1 to 2^53-1`),
      },
    }),
  );
}

/** An id of the operator's own. */
export function IsExternalId(options: ApiPropertyOptions = {}): PropertyDecorator {
  const documented = { type: 'string', pattern: EXTERNAL_ID.source, minLength: 1, maxLength: 128 } as const;
  return applyDecorators(
    ApiProperty({ ...documented, ...options }),
    ValidateBy({
      name: 'isExternalId',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && EXTERNAL_ID.test(value),
        defaultMessage: buildMessage(
          (each) => `${each}must be a text of 1 to 128 printable ASCII characters`,
        ),
      },
    }),
  );
}

/** The operator's code for why he does it. */
export function IsReasonCode(options: ApiPropertyOptions): PropertyDecorator {
  const documented = { type: String, pattern: REASON_CODE.source, minLength: 1, maxLength: 128 } as const;
  return applyDecorators(
    ApiProperty({ ...documented, ...options }),
    Matches(REASON_CODE, { message: 'must be a text of 1 to 128 printable ASCII characters' }),
  );
}

/** A text for people to read, of 1 to `maxLength` characters in one line. */
export function IsFreeText(maxLength: number, options: ApiPropertyOptions = {}): PropertyDecorator {
  const documented = { type: 'string', pattern: FREE_TEXT.source, minLength: 1, maxLength } as const;
  return applyDecorators(
    ApiProperty({ ...documented, ...options }),
    // The last one that fails speaks, and what is no text fails all of them.
    Matches(FREE_TEXT, {
      message:
        'must not contain control characters, ends of lines or marks that turn the direction of writing',
    }),
    Length(1, maxLength),
    IsString(),
  );
}

/** A whole number in a query string, where everything arrives as text. */
export function QueryInteger(min: number, max: number, options: ApiPropertyOptions = {}): PropertyDecorator {
  const documented = { type: 'integer', minimum: min, maximum: max, required: false } as const;
  return applyDecorators(
    ApiProperty({ ...documented, ...options } as ApiPropertyOptions),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value,
    ),
    ValidateBy({
      name: 'queryInteger',
      validator: {
        validate: (value: unknown) => isIntegerWithin(value, min, max),
        defaultMessage: buildMessage((each) => `${each}must be a whole number from ${min} to ${max}`),
      },
    }),
  );
}

function isIntegerWithin(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;
}
