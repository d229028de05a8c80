import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { type FieldError, invalid } from '../application/refusal';
import { Refused } from './problem';
import { isText } from './text';

/**
 * Makes request classes of bodies and queries. Nothing is converted on the way and nothing is dropped: what the class
 * does not know, or knows otherwise, is refused with the path of every wrong field.
 */
@Injectable()
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || metatype === undefined || isPlainType(metatype))
      return value;
    // No body at all is an empty one: then each field that is missing can be named.
    const given = value === undefined ? {} : value;
    const prefix = type === 'query' ? 'query.' : '';
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      throw new Refused(invalid([{ path: '', detail: 'must be a JSON object' }]));
    }
    const input: unknown = plainToInstance(metatype, { ...given }, { exposeDefaultValues: true });
    const errors = [...unusable(given, prefix), ...fieldErrors(validate(input as object), prefix)];
    if (errors.length > 0) throw new Refused(invalid(errors));
    return input;
  }
}

function isPlainType(metatype: unknown): boolean {
  return [Object, String, Number, Boolean, Array].some((plain) => plain === metatype);
}

function validate(input: object): ValidationError[] {
  return validateSync(input, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
  });
}

/**
 * What no field of ours can take, wherever it stands: names that every object inherits, which class-transformer and
 * class-validator take for known ones, and texts that the database cannot hold.
 */
function unusable(value: object, path: string): FieldError[] {
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
    const here = memberPath(value, path, key);
    if (key in Object.prototype) return [{ path: here, detail: 'unknown field' }];
    if (typeof member === 'string' && !isText(member)) {
      return [{ path: here, detail: 'must be well-formed Unicode without U+0000' }];
    }
    return typeof member === 'object' && member !== null ? unusable(member, `${here}.`) : [];
  });
}

function fieldErrors(errors: readonly ValidationError[], path: string): FieldError[] {
  return errors.flatMap((error) => {
    const here = memberPath(error.target ?? {}, path, error.property);
    // What is of the wrong kind as a whole has no parts to speak of.
    if (error.constraints !== undefined) return [{ path: here, detail: detailOf(error) }];
    return fieldErrors(error.children ?? [], `${here}.`);
  });
}

/** `path` ends in a dot unless it is empty; a member of an array replaces the dot by its index. */
function memberPath(parent: object, path: string, key: string): string {
  return Array.isArray(parent) ? `${path.replace(/\.$/, '')}[${key}]` : `${path}${key}`;
}

function detailOf({ constraints = {}, property, value }: ValidationError): string {
  if ('whitelistValidation' in constraints) return 'unknown field';
  // Decorators run from the bottom up; the one on top says what kind of value the field takes.
  const message = Object.values(constraints).at(-1) ?? 'is wrong';
  if (value === undefined) return `is required: ${withoutName(message, property)}`;
  return withoutName(message, property);
}

/** class-validator starts its sentences with the field's name, which the path says already; ours may use the word later. */
function withoutName(message: string, property: string): string {
  const name = `${property} `;
  return message.startsWith(name) ? message.slice(name.length) : message;
}
