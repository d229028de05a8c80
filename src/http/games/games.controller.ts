import { Body, Controller, Get, Inject, Put, Query, type StreamableFile } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { type CatalogueEntry, listGames, readGame } from '../../application/games/catalogue';
import { type GameLimits, setLimits } from '../../application/games/game-limits';
import { readRules } from '../../application/games/read-rules';
import { isRefusal, type Refusal } from '../../application/refusal';
import type { Answer, Request } from '../../application/request';
import type { Config } from '../../config/config';
import type { TableLimits } from '../../domain/table-limits';
import { AcceptedType } from '../accepted-type';
import { CurrentRequest } from '../current-request';
import { makeCursor, readCursor } from '../cursor';
import { PageQuery } from '../page-query.dto';
import { ExternalIdParam, PathParam } from '../path-parameters';
import {
  AllowSessionToken,
  Answers,
  AnswersText,
  IdempotencyKey,
  Problems,
  RequireScope,
} from '../route-rules';
import { textAnswer } from '../text-answer';
import { CONFIG } from '../tokens';
import { GameBody, GamesBody, RulesQuery } from './games.dto';
import { LIMITS_EXAMPLES } from './limits-examples';
import { GameLimitsBody, SetLimitsBody } from './limits.dto';
import { rulesPage } from './rules-page';

const GAME_ID = 'A game of the house, or the id of a rule set of the operator’s own.';
const CURRENCY = 'The code of a currency that `GET /v1/currencies` lists.';

@Controller('v1/games')
export class GamesController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Lists the games.
   * @remarks The games of the house in their order, then the latest versions of the operator's own, by id.
   */
  @Get()
  @ApiTags('Games')
  @AllowSessionToken()
  @Answers(200, GamesBody, 'One page of the catalogue.')
  async listGames(
    @CurrentRequest() request: Request,
    @Query() { limit, cursor }: PageQuery,
  ): Promise<{ items: readonly CatalogueEntry[]; nextCursor: string | null }> {
    const after = cursor === undefined ? null : readCursor(cursor, isPlace).after;
    const { items, nextAfter } = await listGames(this.dataSource, request, { after, limit });
    return { items, nextCursor: nextAfter === null ? null : makeCursor({ after: nextAfter }) };
  }

  /** Reads a game: its rules as data, its limits, its side bets, what it returns. */
  @Get(':gameId')
  @ApiTags('Games')
  @AllowSessionToken()
  @PathParam('gameId', GAME_ID, 'american-blackjack')
  @Answers(200, GameBody, 'The game.')
  @Problems('not_found')
  readGame(
    @CurrentRequest() request: Request,
    @ExternalIdParam('gameId') gameId: string,
  ): Promise<Answer<CatalogueEntry> | Refusal> {
    return readGame(this.dataSource, request, gameId);
  }

  /**
   * Gives the rules of a game for people.
   * @remarks Made from the rule set, so that the text cannot disagree with what is played. A session keeps the version that
   * it was opened with, and a table has limits and times of its own: the token of a session reads the rules of its game as
   * they are played in it, and an API key names the `version`, the `tableId` or the `sessionId`, one of them at most. With
   * none of them, and for a game that is not the session's, they are the rules of the latest version with the limits that
   * new sessions have. Of a table they are the limits and times of the round that is bet on or played: those that a
   * supervisor has changed come with the next countdown.
   */
  @Get(':gameId/rules')
  @ApiTags('Games')
  @AllowSessionToken()
  @PathParam('gameId', GAME_ID, 'american-blackjack')
  @AnswersText('The rules: Markdown, or a page of HTML by `Accept`.', 'text/markdown', 'text/html')
  @Problems('not_found', 'not_acceptable')
  async readRules(
    @CurrentRequest() request: Request,
    @ExternalIdParam('gameId') gameId: string,
    @Query() { lang, version, tableId, sessionId }: RulesQuery,
    @AcceptedType('text/markdown', 'text/html') mediaType: string,
  ): Promise<StreamableFile | Refusal> {
    const rules = await readRules(this.dataSource, request, gameId, {
      version: version ?? null,
      tableId: tableId ?? null,
      sessionId: sessionId ?? null,
    });
    if (isRefusal(rules)) return rules;
    return textAnswer(mediaType, rulesPage(rules, lang, mediaType, this.config.decisionSeconds));
  }

  /**
   * Sets the operator's own limits for a game in one currency.
   * @remarks They hold for sessions that are opened from now on. Limits on which some payout would not be whole are
   * refused with every reason.
   */
  @Put(':gameId/limits/:currency')
  @ApiTags('Rule sets and limits')
  @RequireScope('admin')
  @IdempotencyKey('optional')
  @PathParam('gameId', GAME_ID, 'american-blackjack')
  @PathParam('currency', CURRENCY, 'EUR')
  @ApiBody({ type: SetLimitsBody, examples: LIMITS_EXAMPLES })
  @Answers(200, GameLimitsBody, 'The limits that hold now.')
  @Problems('not_found', 'too_many_conflicts')
  setLimits(
    @CurrentRequest() request: Request,
    @ExternalIdParam('gameId') gameId: string,
    @ExternalIdParam('currency') currency: string,
    @Body() limits: SetLimitsBody,
  ): Promise<Answer<GameLimits> | Refusal> {
    // The numbers of a request are any safe integers; the domain says which of them are limits.
    return setLimits(this.dataSource, request, gameId, currency, limits as unknown as TableLimits);
  }
}

function isPlace(value: unknown): value is { readonly after: string } {
  return typeof (value as { after?: unknown } | null)?.after === 'string';
}
