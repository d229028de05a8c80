import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import { invalid, notFound, type Refusal } from '../../application/refusal';
import type { Request } from '../../application/request';
import { AnyCase, MayBeAbsent } from '../input-fields';
import { UUID } from '../path-parameters';

/** Names the session that plays; the token of a session need not name its own. */
export function IsSessionId(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      type: String,
      required: false,
      description:
        'The session that plays, or whose eyes are looked through, at this table. A session token is its own; an API key ' +
        'has to name it where something is placed or chosen.',
      example: '019b0000-0000-7000-8000-000000000001',
    }),
    AnyCase(),
    MayBeAbsent(),
    // The last one that fails speaks, and what is no text fails both.
    Length(1, 128),
    IsString(),
  );
}

/**
 * The session that a call at a table is for: the one that it names, or that its token belongs to. A token that names
 * another one finds nothing, as everywhere.
 *
 * @param path of the field that is missing, when an API key names none.
 */
export function sessionOf({ caller }: Request, named: string | undefined, path: string): string | Refusal {
  const sessionId = named ?? caller.sessionId;
  if (sessionId === null) return invalid([{ path, detail: 'is needed with an API key' }]);
  if (!UUID.test(sessionId) || (caller.sessionId !== null && caller.sessionId !== sessionId))
    return notFound('session');
  return sessionId;
}
