import { Controller, Get, Inject, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { betsHistory, type HistoryBet } from '../../application/history/bets';
import type { RoundHappening } from '../../application/history/occasions';
import { roundEvents } from '../../application/history/round-events';
import { roundsHistory } from '../../application/history/rounds';
import type { Refusal } from '../../application/refusal';
import type { Request } from '../../application/request';
import type { RoundBody } from '../../application/rounds/round-body';
import { AcceptedType } from '../accepted-type';
import { CurrentRequest } from '../current-request';
import { PathParam, UuidParam } from '../path-parameters';
import { AllowSessionToken, Answers, AnswersText, Problems, RequireScope } from '../route-rules';
import { answerList, CSV, JSON_TYPE, type ListBody, NDJSON } from './answer-list';
import { BetsQuery, HistoryQuery } from './history-query.dto';
import { BetsPageBody, RoundsPageBody } from './history.dto';
import { BETS, ROUNDS } from './lists';
import { RoundEventsBody } from './round-events.dto';

@ApiTags('History')
@Controller('v1')
export class HistoryController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /**
   * Lists rounds, the newest deal first.
   * @remarks Rounds that are dealt meanwhile do not disturb the pages. With `Accept: application/x-ndjson` (a round a line)
   * or `text/csv` the answer is everything that passes the filter, from `cursor` on if one is given and whatever the
   * `limit`. In CSV, hands are written as `1.1 9s 9d; 2.1 Td 5c`, amounts are minor units, and a text that a
   * spreadsheet would take for a formula begins with an apostrophe. A connection that breaks off means an answer that is
   * not complete. A session token lists the rounds of its player in its game, mode and currency, from whatever session.
   */
  @Get('rounds')
  @RequireScope('history')
  @AllowSessionToken()
  @Answers(200, RoundsPageBody, 'One page of rounds, or all of them.')
  @AnswersText('All of them.', CSV, NDJSON)
  @Problems('not_acceptable')
  listRounds(
    @CurrentRequest() request: Request,
    @AcceptedType(JSON_TYPE, CSV, NDJSON) mediaType: string,
    @Query() query: HistoryQuery,
  ): Promise<ListBody<RoundBody> | StreamableFile> {
    return answerList(mediaType, query, roundsHistory(this.dataSource, request, query), ROUNDS);
  }

  /**
   * Lists single bets, those of the newest round first.
   * @remarks Main bets by hand, side bets and insurance. Within a round they come by their names. CSV and NDJSON as with
   * rounds.
   */
  @Get('bets')
  @RequireScope('history')
  @Answers(200, BetsPageBody, 'One page of bets, or all of them.')
  @AnswersText('All of them.', CSV, NDJSON)
  @Problems('not_acceptable')
  listBets(
    @CurrentRequest() request: Request,
    @AcceptedType(JSON_TYPE, CSV, NDJSON) mediaType: string,
    @Query() query: BetsQuery,
  ): Promise<ListBody<HistoryBet> | StreamableFile> {
    return answerList(mediaType, query, betsHistory(this.dataSource, request, query), BETS);
  }

  /**
   * Tells everything that happened in a round, in order.
   * @remarks Cards, choices, who made them and when, and every movement of money with the balance after it. What an open
   * round hides is `??`. The list of an open round only ever grows; a card that was hidden shows once it may be seen.
   */
  @Get('rounds/:roundId/events')
  @RequireScope('history')
  @AllowSessionToken()
  @PathParam('roundId', 'The round.', '019b0000-0000-7000-8000-000000000002')
  @Answers(200, RoundEventsBody, 'What happened.')
  @Problems('not_found')
  listRoundEvents(
    @CurrentRequest() request: Request,
    @UuidParam('roundId', 'round') roundId: string,
  ): Promise<{ items: readonly RoundHappening[]; nextCursor: null } | Refusal> {
    return roundEvents(this.dataSource, request, roundId);
  }
}
