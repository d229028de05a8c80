import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Refusal } from '../../application/refusal';
import type { Answer, Request } from '../../application/request';
import { type OpenedSession, type Session, Sessions } from '../../application/sessions/sessions';
import { CurrentRequest } from '../current-request';
import { PathParam, UuidParam } from '../path-parameters';
import { AllowSessionToken, Answers, IdempotencyKey, Problems, RequireScope } from '../route-rules';
import { OPEN_SESSION_EXAMPLES } from './session-examples';
import { OpenedSessionBody, OpenSessionBody, SessionBody } from './sessions.dto';

const SESSION = 'The session, by the `id` that it was opened with.';
const EXAMPLE_ID = '019b0000-0000-7000-8000-000000000001';

@ApiTags('Sessions and rounds')
@Controller('v1/sessions')
export class SessionsController {
  constructor(private readonly sessions: Sessions) {}

  /**
   * Opens a session: a player at one game, in one currency.
   * @remarks The same `externalSessionId` gives the same session again, whatever has become of it. A game whose main bet
   * returns more than the operator's ceiling is refused in mode `real` unless he has accepted it by name.
   */
  @Post()
  @RequireScope('play')
  @IdempotencyKey('optional')
  @ApiBody({ type: OpenSessionBody, examples: OPEN_SESSION_EXAMPLES })
  @Answers(201, OpenedSessionBody, 'The new session.')
  @Answers(200, OpenedSessionBody, 'The session that is known by this `externalSessionId`.')
  @Problems(
    'not_found',
    'test_mode_off',
    'return_too_high',
    'session_conflict',
    'table_required',
    'table_closed',
    'suspended',
    'too_many_conflicts',
  )
  openSession(
    @CurrentRequest() request: Request,
    @Body() body: OpenSessionBody,
  ): Promise<Answer<OpenedSession> | Refusal> {
    const { playerId, gameId, currency, mode } = body;
    return this.sessions.open(request, {
      playerId,
      gameId,
      currency,
      mode,
      lang: body.lang ?? null,
      country: body.country ?? null,
      ip: body.ip ?? null,
      returnUrl: body.returnUrl ?? null,
      tableId: body.tableId ?? null,
      externalSessionId: body.externalSessionId ?? null,
      balance: body.balance ?? null,
      reminderSeconds: body.reminderSeconds ?? null,
    });
  }

  /** Reads a session: its balance now, its limits, its open round. */
  @Get(':sessionId')
  @RequireScope('play')
  @AllowSessionToken()
  @PathParam('sessionId', SESSION, EXAMPLE_ID)
  @Answers(200, SessionBody, 'The session.')
  @Problems('not_found')
  readSession(
    @CurrentRequest() request: Request,
    @UuidParam('sessionId', 'session') sessionId: string,
  ): Promise<Answer<Session> | Refusal> {
    return this.sessions.read(request, sessionId);
  }

  /**
   * Acknowledges the reminder of a session: the player has seen how long he has played and with what result.
   * @remarks The next bet is no longer held, and the next reminder is due after another interval. Where none is due, this
   * changes nothing; in a session that is over nothing is due. What was acknowledged, and when, stays on record.
   */
  @Post(':sessionId/reminder/acknowledge')
  @RequireScope('play')
  @AllowSessionToken()
  @IdempotencyKey('optional')
  @PathParam('sessionId', SESSION, EXAMPLE_ID)
  @Answers(200, SessionBody, 'The session, with its next reminder.')
  @Problems('not_found', 'session_closed', 'session_expired', 'too_many_conflicts')
  acknowledgeReminder(
    @CurrentRequest() request: Request,
    @UuidParam('sessionId', 'session') sessionId: string,
  ): Promise<Answer<Session> | Refusal> {
    return this.sessions.acknowledgeReminder(request, sessionId);
  }

  /**
   * Closes a session.
   * @remarks It takes no new bets; an open round can still be finished. Closing it again changes nothing.
   */
  @Delete(':sessionId')
  @RequireScope('play')
  @IdempotencyKey('optional')
  @PathParam('sessionId', SESSION, EXAMPLE_ID)
  @Answers(200, SessionBody, 'The closed session.')
  @Problems('not_found', 'too_many_conflicts')
  closeSession(
    @CurrentRequest() request: Request,
    @UuidParam('sessionId', 'session') sessionId: string,
  ): Promise<Answer<Session> | Refusal> {
    return this.sessions.close(request, sessionId);
  }
}
