import { Body, Controller, Get, Inject, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { isRefusal, type Refusal } from '../../application/refusal';
import type { Request } from '../../application/request';
import { actOnRound } from '../../application/rounds/act';
import { cancelRound } from '../../application/rounds/cancel';
import type { RoundContext } from '../../application/rounds/context';
import { dealRound } from '../../application/rounds/deal';
import { readRound } from '../../application/rounds/read';
import type { RoundBody } from '../../application/rounds/round-body';
import type { RoundResult } from '../../application/rounds/standing';
import { cancelTableRound } from '../../application/tables/cancel-table-round';
import type { TableContext } from '../../application/tables/context';
import { CurrentRequest } from '../current-request';
import { PathParam, UuidParam } from '../path-parameters';
import { AllowSessionToken, Answers, HotRoute, IdempotencyKey, Problems, RequireScope } from '../route-rules';
import { ACTION_EXAMPLES } from './action-examples';
import { ActionBody, actionOf } from './action.dto';
import { CANCEL_EXAMPLES } from './cancel-examples';
import { CancelBody } from './cancel.dto';
import { DEAL_EXAMPLES } from './deal-examples';
import { DealBody, dealCommandOf } from './deal.dto';
import { ROUND_CONTEXT } from './round-context';
import { RoundResponse } from './round.dto';
import { TABLE_CONTEXT } from '../tables/table-context';

const SESSION_ID = '019b0000-0000-7000-8000-000000000001';
const ROUND_ID = '019b0000-0000-7000-8000-000000000002';

@Controller('v1')
export class RoundsController {
  constructor(
    @Inject(ROUND_CONTEXT) private readonly context: RoundContext,
    @Inject(TABLE_CONTEXT) private readonly tables: TableContext,
  ) {}

  /**
   * Places bets and deals.
   * @remarks The answer holds all that follows from the deal by itself: side bets that are decided, blackjacks that are
   * paid, and often the end of the round. What is asked of the player stands in `allowed`. A session has one open
   * round at a time.
   */
  @Post('sessions/:sessionId/rounds')
  @ApiTags('Sessions and rounds')
  @RequireScope('play')
  @AllowSessionToken()
  @HotRoute()
  @IdempotencyKey('required')
  @PathParam('sessionId', 'The session, by the `id` that it was opened with.', SESSION_ID)
  @ApiBody({ type: DealBody, examples: DEAL_EXAMPLES })
  @Answers(201, RoundResponse, 'The round after the deal.')
  @Problems(
    'not_found',
    'insufficient_funds',
    'balance_limit_exceeded',
    'round_open',
    'session_closed',
    'session_expired',
    'table_required',
    'nothing_to_rebet',
    'suspended',
    'reminder_due',
    'round_too_soon',
    'test_mode_off',
    'too_many_conflicts',
  )
  deal(
    @CurrentRequest() request: Request,
    @UuidParam('sessionId', 'session') sessionId: string,
    @Body() body: DealBody,
  ): Promise<RoundResult> {
    return dealRound(this.context, request, sessionId, dealCommandOf(body));
  }

  /**
   * The round as the caller may see it.
   * @remarks Cards that decide something and lie face down are `??`. At a shared table everybody's cards are shown, and of
   * the money a session's own, or to an operator's key that of all players, in `bettors`. Its sums are then of the money of
   * the table; play money that was bet behind is in `playMoney`. Such a round can be read while bets are placed for it, too.
   */
  @Get('rounds/:roundId')
  @ApiTags('Sessions and rounds')
  @AllowSessionToken()
  @PathParam('roundId', 'The round, by the `id` that the deal gave.', ROUND_ID)
  @Answers(200, RoundResponse, 'The round.')
  @Problems('not_found')
  readRound(
    @CurrentRequest() request: Request,
    @UuidParam('roundId', 'round') roundId: string,
  ): Promise<RoundBody | Refusal> {
    return readRound(this.context, request, roundId);
  }

  /**
   * Carries out one action.
   * @remarks `allowed` of the round says what is legal now and what it costs. Refusals leave the round unchanged and bring
   * it along in `round`. The answer holds all that follows by itself: automatic stands, the next hand's second card,
   * the dealer's play. Rounds of shared tables are played by `POST /v1/tables/{tableId}/actions` instead.
   */
  @Post('rounds/:roundId/actions')
  @ApiTags('Sessions and rounds')
  @RequireScope('play')
  @AllowSessionToken()
  @HotRoute()
  @IdempotencyKey('required')
  @PathParam('roundId', 'The round, by the `id` that the deal gave.', ROUND_ID)
  @ApiBody({ type: ActionBody, examples: ACTION_EXAMPLES })
  @Answers(200, RoundResponse, 'The round after the action.')
  @Problems(
    'not_found',
    'hand_not_found',
    'box_not_found',
    'amount_out_of_bounds',
    'insufficient_funds',
    'action_not_allowed',
    'confirmation_required',
    'stale_version',
    'too_many_conflicts',
  )
  async act(
    @CurrentRequest() request: Request,
    @UuidParam('roundId', 'round') roundId: string,
    @Body() body: ActionBody,
  ): Promise<RoundResult> {
    const action = actionOf(body);
    if (isRefusal(action)) return action;
    const { expectedVersion, confirmed } = body;
    return actOnRound(this.context, request, roundId, {
      action,
      ...(expectedVersion === undefined ? {} : { expectedVersion }),
      ...(confirmed === undefined ? {} : { confirmed }),
    });
  }

  /**
   * Cancels a round, open or settled.
   * @remarks Every stake goes back and every payout is taken back, by new transfers; who did it, when and why stays on
   * record. Name the person behind the call in `X-Actor-Name`. The round of a shared table is cancelled for all its
   * players, or, where one of them could not give back what he was paid, for none.
   */
  @Post('rounds/:roundId/cancel')
  @ApiTags('Cancellations')
  @RequireScope('admin')
  @IdempotencyKey('required')
  @PathParam('roundId', 'The round, by the `id` that the deal gave.', ROUND_ID)
  @ApiBody({ type: CancelBody, examples: CANCEL_EXAMPLES })
  @Answers(200, RoundResponse, 'The cancelled round.')
  @Problems(
    'not_found',
    'round_already_cancelled',
    'reversal_exceeds_balance',
    'player_erased',
    'too_many_conflicts',
  )
  async cancelRound(
    @CurrentRequest() request: Request,
    @UuidParam('roundId', 'round') roundId: string,
    @Body() body: CancelBody,
  ): Promise<RoundResult> {
    const result = await cancelRound(this.context, request, roundId, body);
    const isElsewhere = isRefusal(result) && result.refused === 'not_found';
    return isElsewhere ? cancelTableRound(this.tables, request, roundId, body) : result;
  }
}
