import { Body, Controller, Get, Inject, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { isRefusal, type Refusal } from '../../application/refusal';
import { pageOf } from '../../application/history/pages';
import type { Answer, Request } from '../../application/request';
import type { TableContext } from '../../application/tables/context';
import { openTableFor } from '../../application/tables/open-table';
import { listTables, readTable } from '../../application/tables/read-table';
import { changeTable } from '../../application/tables/supervise';
import type { TableBody } from '../../application/tables/table-body';
import { CurrentRequest } from '../current-request';
import { readCursor } from '../cursor';
import { type ListBody, listBody } from '../history/answer-list';
import { PageQuery } from '../page-query.dto';
import { PathParam, UUID, UuidParam } from '../path-parameters';
import { AllowSessionToken, Answers, IdempotencyKey, Problems, RequireScope } from '../route-rules';
import { SessionQuery } from './bets.dto';
import { ChangeTableBody, changeOf, OpenTableBody, tableToOpenOf } from './open-table.dto';
import { sessionOf } from './session-of';
import { TABLE_CONTEXT } from './table-context';
import { CHANGE_TABLE_EXAMPLES, OPEN_TABLE_EXAMPLES } from './table-examples';
import { TableResponse, TablesPageBody } from './table.dto';

export const TABLE = 'The table, by the `id` that it was opened with.';
export const TABLE_ID = '019b0000-0000-7000-8000-000000000003';

@ApiTags('Tables')
@Controller('v1/tables')
export class TablesController {
  constructor(@Inject(TABLE_CONTEXT) private readonly context: TableContext) {}

  /**
   * Opens a shared table.
   * @remarks It rests until somebody opens a session at it; then it runs by itself, round after round, until it is closed.
   */
  @Post()
  @RequireScope('tables')
  @IdempotencyKey('optional')
  @ApiBody({ type: OpenTableBody, examples: OPEN_TABLE_EXAMPLES })
  @Answers(201, TableResponse, 'The table, with the first shoe shuffled and burned.')
  @Problems('not_found', 'test_mode_off', 'too_many_conflicts')
  openTable(
    @CurrentRequest() request: Request,
    @Body() body: OpenTableBody,
  ): Promise<Answer<TableBody> | Refusal> {
    return openTableFor(this.context, request, tableToOpenOf(body));
  }

  /** Lists the operator's tables, the latest opened first, closed ones as well. */
  @Get()
  @RequireScope('tables')
  @Answers(200, TablesPageBody, 'One page of tables.')
  async listTables(
    @CurrentRequest() request: Request,
    @Query() { limit, cursor }: PageQuery,
  ): Promise<ListBody<TableBody>> {
    const before = cursor === undefined ? null : readCursor(cursor, isPlace).tableId;
    const found = await listTables(this.context, request, before, limit + 1);
    return listBody(pageOf(found, limit, ({ id }) => ({ tableId: id })));
  }

  /**
   * The table as the caller may see it.
   * @remarks Everyone's cards and seats, and with a session, in `you`, what its player has there. A session token sees the
   * table that its session was opened at.
   */
  @Get(':tableId')
  @AllowSessionToken()
  @PathParam('tableId', TABLE, TABLE_ID)
  @Answers(200, TableResponse, 'The table.')
  @Problems('not_found')
  async readTable(
    @CurrentRequest() request: Request,
    @UuidParam('tableId', 'table') tableId: string,
    @Query() { sessionId }: SessionQuery,
  ): Promise<Answer<TableBody> | Refusal> {
    const isWatching = sessionId === undefined && request.caller.sessionId === null;
    const session = isWatching ? null : sessionOf(request, sessionId, 'query.sessionId');
    if (session !== null && isRefusal(session)) return session;
    return readTable(this.context, request, tableId, session);
  }

  /**
   * Changes or closes a table.
   * @remarks New limits and times hold from the next countdown on. A table is closed at once while bets are placed, which
   * go back, and otherwise when the round is over. What was changed, by whom and why stays on record.
   */
  @Patch(':tableId')
  @RequireScope('tables')
  @IdempotencyKey('optional')
  @PathParam('tableId', TABLE, TABLE_ID)
  @ApiBody({ type: ChangeTableBody, examples: CHANGE_TABLE_EXAMPLES })
  @Answers(200, TableResponse, 'The table.')
  @Problems('not_found', 'table_closed', 'too_many_conflicts')
  changeTable(
    @CurrentRequest() request: Request,
    @UuidParam('tableId', 'table') tableId: string,
    @Body() body: ChangeTableBody,
  ): Promise<Answer<TableBody> | Refusal> {
    return changeTable(this.context, request, tableId, changeOf(body));
  }
}

function isPlace(value: unknown): value is { readonly tableId: string } {
  const { tableId, ...others } = typeof value === 'object' && value !== null ? ({ ...value } as Fields) : {};
  return typeof tableId === 'string' && UUID.test(tableId) && Object.keys(others).length === 0;
}

type Fields = Partial<Record<string, unknown>>;
