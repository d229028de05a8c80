import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader, ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import { exchangeOf } from '../express-adapter';
import { MayBeAbsent } from '../input-fields';
import { SessionQuery } from './bets.dto';

export class StreamQuery extends SessionQuery {
  @ApiProperty({
    type: String,
    required: false,
    minLength: 1,
    maxLength: 64,
    example: '41',
    description: 'What `Last-Event-ID` says, for clients that cannot send the header. The header wins.',
  })
  @MayBeAbsent()
  @IsString()
  @Length(1, 64)
  lastEventId?: string;
}

const HEADER = 'Last-Event-ID';

/** The `Last-Event-ID` of the call, which browsers send by themselves when they come back: `@LastEventId() id: string | undefined`. */
export const LastEventId = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined =>
  exchangeOf(context).header(HEADER),
);

/** Documents the header; stands above the method. */
export function TakesLastEventId(): MethodDecorator {
  const description = 'The `id` of the last event that was received: the stream goes on after it.';
  return applyDecorators(
    ApiHeader({
      name: HEADER,
      required: false,
      description,
      schema: { type: 'string', minLength: 1, maxLength: 64, example: '41' },
    }),
  );
}

/**
 * The number in a `Last-Event-ID`; null where there is none. One that we cannot have given counts as none, so that its
 * sender is told how the table stands.
 */
export function eventNoOf(lastEventId: string | undefined): number | null {
  return lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null;
}
