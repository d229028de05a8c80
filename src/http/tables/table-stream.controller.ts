import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { isRefusal, type Refusal } from '../../application/refusal';
import type { Request } from '../../application/request';
import type { TableContext } from '../../application/tables/context';
import { TableStreams } from '../../application/tables/stream';
import { admitWatcher } from '../../application/tables/watch';
import { AcceptedType } from '../accepted-type';
import { CurrentRequest } from '../current-request';
import { PathParam, UuidParam } from '../path-parameters';
import { AllowSessionToken, AnswersEvents, Problems, RequireScope } from '../route-rules';
import { EventStream } from '../text-answer';
import { EventPipe } from './event-pipe';
import { eventNoOf, LastEventId, StreamQuery, TakesLastEventId } from './last-event-id';
import { sessionOf } from './session-of';
import { STREAM_EXAMPLE } from './stream-example';
import { TABLE_CONTEXT } from './table-context';
import { TABLE, TABLE_ID } from './tables.controller';

@ApiTags('Tables')
@Controller('v1/tables')
export class TableStreamController {
  constructor(
    @Inject(TABLE_CONTEXT) private readonly context: TableContext,
    private readonly streams: TableStreams,
  ) {}

  /**
   * Tells what happens at a table, as it happens.
   * @remarks Server-Sent Events: every change of the table in order, once each. The `id`s have no gaps. `data` is an object
   * with `id`, `type`, `at`, `roundId`, what everybody is told, and in `you` what only the caller is told: with a session
   * its player's own, with an API key nothing unless `sessionId` names a session at the table.
   *
   * The first event is `state`: the table as `GET /v1/tables/{tableId}` tells it, with everything up to its `id`. Whoever
   * comes back with `Last-Event-ID` gets what he missed instead; where that is not kept any more, is too much, or was never
   * sent, he gets `state` again. A comment comes at least every 15 seconds. Who reads too slowly is cut off, and every
   * stream ends after a quarter of an hour or so: come back with `Last-Event-ID`. Only opening a stream counts as a request.
   */
  @Get(':tableId/stream')
  @RequireScope('tables')
  @AllowSessionToken()
  @PathParam('tableId', TABLE, TABLE_ID)
  @TakesLastEventId()
  @AnswersEvents('The events, without an end.', STREAM_EXAMPLE)
  @Problems('not_found', 'not_acceptable')
  async streamTable(
    @CurrentRequest() request: Request,
    @AcceptedType('text/event-stream') _mediaType: string,
    @UuidParam('tableId', 'table') tableId: string,
    @LastEventId() lastEventId: string | undefined,
    @Query() query: StreamQuery,
  ): Promise<EventStream | Refusal> {
    const named = query.sessionId ?? request.caller.sessionId;
    const session = named === null ? null : sessionOf(request, named, 'query.sessionId');
    if (isRefusal(session)) return session;
    const seenNo = eventNoOf(lastEventId ?? query.lastEventId);
    const watcher = await admitWatcher(this.context, request, tableId, session, seenNo);
    if (isRefusal(watcher)) return watcher;
    const pipe = await this.streams.open(watcher, () => new EventPipe(watcher.viewer));
    return isRefusal(pipe) ? pipe : new EventStream(pipe);
  }
}
