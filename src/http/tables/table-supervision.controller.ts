import { Body, Controller, Inject, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Refusal } from '../../application/refusal';
import type { Answer, Request } from '../../application/request';
import type { TableContext } from '../../application/tables/context';
import { advanceTable, pauseTable, resumeTable, scriptCards } from '../../application/tables/supervise';
import type { TableBody } from '../../application/tables/table-body';
import { ReasonBody } from '../compliance/suspensions.dto';
import { CurrentRequest } from '../current-request';
import { PathParam, UuidParam } from '../path-parameters';
import { Answers, IdempotencyKey, Problems, RequireScope } from '../route-rules';
import { TableCardsBody } from './cards.dto';
import { TABLE_CONTEXT } from './table-context';
import { CARDS_EXAMPLES, PAUSE_EXAMPLES, RESUME_EXAMPLES } from './table-examples';
import { TableResponse } from './table.dto';
import { TABLE, TABLE_ID } from './tables.controller';

@ApiTags('Tables')
@Controller('v1/tables/:tableId')
export class TableSupervisionController {
  constructor(@Inject(TABLE_CONTEXT) private readonly context: TableContext) {}

  /**
   * Chooses the cards of the next round of a test table.
   * @remarks They are drawn in dealing order, before random ones. At a table of mode `real` this is 403 `forbidden`.
   */
  @Post('cards')
  @RequireScope('tables')
  @IdempotencyKey('optional')
  @PathParam('tableId', TABLE, TABLE_ID)
  @ApiBody({ type: TableCardsBody, examples: CARDS_EXAMPLES })
  @Answers(200, TableResponse, 'The table.')
  @Problems('not_found', 'table_closed', 'too_many_conflicts')
  scriptTableCards(
    @CurrentRequest() request: Request,
    @UuidParam('tableId', 'table') tableId: string,
    @Body() { cards }: TableCardsBody,
  ): Promise<Answer<TableBody> | Refusal> {
    return scriptCards(this.context, request, tableId, cards);
  }

  /**
   * Ends the current phase of a test table at once, as if its time were over.
   * @remarks Of the countdown: bets are charged and the round is dealt. Of a decision: the automatic rule finishes the hand
   * in turn. Of the result: the next countdown begins. At a table of mode `real` this is 403 `forbidden`.
   */
  @Post('advance')
  @RequireScope('tables')
  @IdempotencyKey('required')
  @PathParam('tableId', TABLE, TABLE_ID)
  @Answers(200, TableResponse, 'The table in its next phase.')
  @Problems('not_found', 'table_paused', 'table_closed', 'too_many_conflicts')
  advanceTable(
    @CurrentRequest() request: Request,
    @UuidParam('tableId', 'table') tableId: string,
  ): Promise<Answer<TableBody> | Refusal> {
    return advanceTable(this.context, request, tableId);
  }

  /**
   * Stops a table where it is.
   * @remarks Bets and choices stand, no time runs, and nothing is placed or chosen until `resume`. A seat may be left,
   * the round cancelled and the table closed meanwhile.
   * Name the person behind the call in `X-Actor-Name`.
   */
  @Post('pause')
  @RequireScope('tables')
  @IdempotencyKey('optional')
  @PathParam('tableId', TABLE, TABLE_ID)
  @ApiBody({ type: ReasonBody, examples: PAUSE_EXAMPLES })
  @Answers(200, TableResponse, 'The paused table.')
  @Problems('not_found', 'table_closed', 'phase_conflict', 'too_many_conflicts')
  pauseTable(
    @CurrentRequest() request: Request,
    @UuidParam('tableId', 'table') tableId: string,
    @Body() { reason, note }: ReasonBody,
  ): Promise<Answer<TableBody> | Refusal> {
    return pauseTable(this.context, request, tableId, { reason, note: note ?? null });
  }

  /**
   * Lets a paused table go on where it stopped, with the time that was left.
   * @remarks Name the person behind the call in `X-Actor-Name`.
   */
  @Post('resume')
  @RequireScope('tables')
  @IdempotencyKey('optional')
  @PathParam('tableId', TABLE, TABLE_ID)
  @ApiBody({ type: ReasonBody, examples: RESUME_EXAMPLES })
  @Answers(200, TableResponse, 'The table.')
  @Problems('not_found', 'table_closed', 'phase_conflict', 'too_many_conflicts')
  resumeTable(
    @CurrentRequest() request: Request,
    @UuidParam('tableId', 'table') tableId: string,
    @Body() { reason, note }: ReasonBody,
  ): Promise<Answer<TableBody> | Refusal> {
    return resumeTable(this.context, request, tableId, { reason, note: note ?? null });
  }
}
