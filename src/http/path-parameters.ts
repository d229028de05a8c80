import { applyDecorators, Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { invalid, notFound } from '../application/refusal';
import { EXTERNAL_ID } from '../application/text-forms';
import { Refused } from './problem';

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** `@UuidParam('roundId', 'round')`: a text that is no UUID names nothing that exists, so it is 404. */
export function UuidParam(name: string, what: string): ParameterDecorator {
  return Param(name, new UuidPipe(what));
}

/** `@ExternalIdParam('playerId')`: an id of the operator's own; one that could never be an id is 400. */
export function ExternalIdParam(name: string): ParameterDecorator {
  return Param(name, new ExternalIdPipe(name));
}

/** Documents a path parameter; stands above the method. */
export function PathParam(name: string, description: string, example: string): MethodDecorator {
  return applyDecorators(ApiParam({ name, description, schema: { type: 'string', example } }));
}

class UuidPipe implements PipeTransform<string, string> {
  constructor(private readonly what: string) {}

  transform(value: string): string {
    if (!UUID.test(value)) throw new Refused(notFound(this.what));
    return value.toLowerCase();
  }
}

class ExternalIdPipe implements PipeTransform<string, string> {
  constructor(private readonly name: string) {}

  transform(value: string): string {
    if (EXTERNAL_ID.test(value)) return value;
    const detail = 'must be 1 to 128 printable ASCII characters';
    throw new Refused(invalid([{ path: `path.${this.name}`, detail }]));
  }
}
