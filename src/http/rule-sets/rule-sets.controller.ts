import { Body, Controller, Get, Inject, Post, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import type { Refusal } from '../../application/refusal';
import type { Answer, Request } from '../../application/request';
import { listRuleSets, type OwnRuleSet, readRuleSet, saveRuleSet } from '../../application/games/rule-sets';
import { CurrentRequest } from '../current-request';
import { makeCursor, readCursor } from '../cursor';
import { PageQuery } from '../page-query.dto';
import { ExternalIdParam, PathParam } from '../path-parameters';
import { Answers, IdempotencyKey, Problems, RequireScope } from '../route-rules';
import { RULE_SET_EXAMPLES } from './rule-set-examples';
import { RuleSetBody, RuleSetQuery, RuleSetsBody, SaveRuleSetBody } from './rule-sets.dto';

@ApiTags('Rule sets and limits')
@Controller('v1/rule-sets')
export class RuleSetsController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /**
   * Saves a classic game of the operator's own.
   * @remarks Its id is a `gameId` from then on. Saving again makes the next version: sessions that are open play on under
   * the version they were opened with. A combination that makes no sense is refused with every reason.
   */
  @Post()
  @RequireScope('admin')
  @IdempotencyKey('optional')
  @ApiBody({ type: SaveRuleSetBody, examples: RULE_SET_EXAMPLES })
  @Answers(201, RuleSetBody, 'The new version.')
  @Problems('too_many_conflicts')
  saveRuleSet(
    @CurrentRequest() request: Request,
    @Body() { id, name, settings }: SaveRuleSetBody,
  ): Promise<Answer<OwnRuleSet> | Refusal> {
    return saveRuleSet(this.dataSource, request, { id, name: name ?? null, settings });
  }

  /** Lists the latest version of each of the operator's own games. */
  @Get()
  @Answers(200, RuleSetsBody, 'One page of rule sets.')
  async listRuleSets(
    @CurrentRequest() request: Request,
    @Query() { limit, cursor }: PageQuery,
  ): Promise<{ items: readonly OwnRuleSet[]; nextCursor: string | null }> {
    const place = cursor === undefined ? null : readCursor(cursor, isPlace);
    const after = place && { createdAt: new Date(place.at), ruleSetId: place.id };
    const { items, nextAfter } = await listRuleSets(this.dataSource, request, { after, limit });
    const next = nextAfter && makeCursor({ at: nextAfter.createdAt.getTime(), id: nextAfter.ruleSetId });
    return { items, nextCursor: next };
  }

  /** Reads one of the operator's own games: the latest version, or another one. */
  @Get(':ruleSetId')
  @PathParam('ruleSetId', 'The operator’s own id of the game.', 'house-rules')
  @Answers(200, RuleSetBody, 'The version.')
  @Problems('not_found')
  readRuleSet(
    @CurrentRequest() request: Request,
    @ExternalIdParam('ruleSetId') ruleSetId: string,
    @Query() { version }: RuleSetQuery,
  ): Promise<Answer<OwnRuleSet> | Refusal> {
    return readRuleSet(this.dataSource, request, ruleSetId, version ?? null);
  }
}

/** No date lies further from 1970 than this. */
const MAX_TIME_MS = 8.64e15;

function isPlace(value: unknown): value is { readonly at: number; readonly id: string } {
  const { at, id } = (value ?? {}) as { at?: unknown; id?: unknown };
  return Number.isSafeInteger(at) && Math.abs(at as number) <= MAX_TIME_MS && typeof id === 'string';
}
