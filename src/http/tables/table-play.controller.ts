import { Body, Controller, Delete, Inject, Post, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { isRefusal, type Refusal } from '../../application/refusal';
import type { Answer, Request } from '../../application/request';
import { leaveTableSeat, placeTableBet, takeBetsBack } from '../../application/tables/bets';
import { chooseAtTable } from '../../application/tables/choose';
import type { TableContext } from '../../application/tables/context';
import type { SheetBody, TableBody } from '../../application/tables/table-body';
import { minor } from '../../domain/money';
import { CurrentRequest } from '../current-request';
import { PathParam, UuidParam } from '../path-parameters';
import { AllowSessionToken, Answers, IdempotencyKey, Problems, RequireScope } from '../route-rules';
import { SessionQuery, SheetResponse, TableBetBody, TakeBackQuery } from './bets.dto';
import { SeatParam } from './seat-param';
import { sessionOf } from './session-of';
import { choiceOf, TableActionBody } from './table-action.dto';
import { TABLE_CONTEXT } from './table-context';
import { TABLE_ACTION_EXAMPLES, TABLE_BET_EXAMPLES } from './table-examples';
import { TableResponse } from './table.dto';
import { TABLE, TABLE_ID } from './tables.controller';

@ApiTags('Tables')
@Controller('v1/tables/:tableId')
export class TablePlayController {
  constructor(@Inject(TABLE_CONTEXT) private readonly context: TableContext) {}

  /**
   * Places a bet while the countdown runs, or adds to one.
   * @remarks No money moves before the countdown ends: then everybody is charged at once, whole, in part where the money
   * suffices for less on both seats, or not at all. All seats of a player carry the same bet: what is added to one is
   * added to the other.
   */
  @Post('bets')
  @RequireScope('play')
  @AllowSessionToken()
  @IdempotencyKey('required')
  @PathParam('tableId', TABLE, TABLE_ID)
  @ApiBody({ type: TableBetBody, examples: TABLE_BET_EXAMPLES })
  @Answers(200, SheetResponse, 'The sheet of the player.')
  @Problems(
    'not_found',
    'test_mode_off',
    'amount_out_of_bounds',
    'insufficient_funds',
    'betting_closed',
    'table_paused',
    'table_closed',
    'seat_taken',
    'seat_empty',
    'too_many_seats',
    'own_seat',
    'seat_needs_real_money',
    'unequal_seat_bets',
    'balance_limit_exceeded',
    'session_closed',
    'session_expired',
    'session_conflict',
    'suspended',
    'reminder_due',
    'too_many_conflicts',
  )
  async placeTableBet(
    @CurrentRequest() request: Request,
    @UuidParam('tableId', 'table') tableId: string,
    @Body() { sessionId, seat, kind, amount }: TableBetBody,
  ): Promise<Answer<SheetBody> | Refusal> {
    const session = sessionOf(request, sessionId, 'sessionId');
    if (isRefusal(session)) return session;
    const bet = { sessionId: session, seat, kind, amount: minor(amount) };
    return placeTableBet(this.context, request, tableId, bet);
  }

  /**
   * Takes bets back before the countdown ends.
   * @remarks All bets of the player unless a seat or a kind is named. A seat that he was taking is free again, and what
   * others had bet on it goes back to them. (To go on with the examples of this page, place the bet again.)
   */
  @Delete('bets')
  @RequireScope('play')
  @AllowSessionToken()
  @IdempotencyKey('optional')
  @PathParam('tableId', TABLE, TABLE_ID)
  @Answers(200, SheetResponse, 'The sheet of the player.')
  @Problems(
    'not_found',
    'betting_closed',
    'table_paused',
    'table_closed',
    'nothing_to_take_back',
    'session_conflict',
    'too_many_conflicts',
  )
  async takeTableBetsBack(
    @CurrentRequest() request: Request,
    @UuidParam('tableId', 'table') tableId: string,
    @Query() { sessionId, seat, kind }: TakeBackQuery,
  ): Promise<Answer<SheetBody> | Refusal> {
    const session = sessionOf(request, sessionId, 'query.sessionId');
    if (isRefusal(session)) return session;
    const meant = { sessionId: session, seat: seat ?? null, kind: kind ?? null };
    return takeBetsBack(this.context, request, tableId, meant);
  }

  /**
   * Leaves a seat.
   * @remarks At once while no hand of the player is played on it, and otherwise when the round is over.
   */
  @Delete('seats/:seat')
  @RequireScope('play')
  @AllowSessionToken()
  @IdempotencyKey('optional')
  @PathParam('tableId', TABLE, TABLE_ID)
  @PathParam('seat', 'The number of the seat.', '1')
  @Answers(200, SheetResponse, 'The sheet of the player.')
  @Problems('not_found', 'table_closed', 'not_your_seat', 'session_conflict', 'too_many_conflicts')
  async leaveTableSeat(
    @CurrentRequest() request: Request,
    @UuidParam('tableId', 'table') tableId: string,
    @SeatParam() seat: number,
    @Query() { sessionId }: SessionQuery,
  ): Promise<Answer<SheetBody> | Refusal> {
    const session = sessionOf(request, sessionId, 'query.sessionId');
    if (isRefusal(session)) return session;
    return leaveTableSeat(this.context, request, tableId, seat, session);
  }

  /**
   * Plays a hand, answers insurance, or says in advance what shall be done.
   * @remarks A choice for the hand in turn is carried out at once, and so is all that follows from it; any other waits in
   * `you.queued` and can be changed until it is executed. What could not be executed as it was chosen stands in
   * `you.notExecuted` with the reason.
   */
  @Post('actions')
  @RequireScope('play')
  @AllowSessionToken()
  @IdempotencyKey('required')
  @PathParam('tableId', TABLE, TABLE_ID)
  @ApiBody({ type: TableActionBody, examples: TABLE_ACTION_EXAMPLES })
  @Answers(200, TableResponse, 'The table after the choice.')
  @Problems(
    'not_found',
    'hand_not_found',
    'amount_out_of_bounds',
    'insufficient_funds',
    'action_not_allowed',
    'confirmation_required',
    'stale_version',
    'session_conflict',
    'table_paused',
    'table_closed',
    'too_many_conflicts',
  )
  async actAtTable(
    @CurrentRequest() request: Request,
    @UuidParam('tableId', 'table') tableId: string,
    @Body() body: TableActionBody,
  ): Promise<Answer<TableBody> | Refusal> {
    const session = sessionOf(request, body.sessionId, 'sessionId');
    if (isRefusal(session)) return session;
    const choice = choiceOf(body);
    if (isRefusal(choice)) return choice;
    const { expectedVersion = null, confirmed = false } = body;
    return chooseAtTable(this.context, request, tableId, {
      sessionId: session,
      choice,
      expectedVersion,
      confirmed,
    });
  }
}
