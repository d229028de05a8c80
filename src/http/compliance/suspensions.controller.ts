import { Body, Controller, Get, Inject, Post, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import type { Suspension } from '../../application/compliance/suspension-body';
import { lift, suspend, type SuspensionPlace, suspensionsOf } from '../../application/compliance/suspensions';
import type { Refusal } from '../../application/refusal';
import type { Answer, Request } from '../../application/request';
import { CurrentRequest } from '../current-request';
import { readCursor } from '../cursor';
import { type ListBody, listBody } from '../history/answer-list';
import { PathParam, UUID, UuidParam } from '../path-parameters';
import { Answers, IdempotencyKey, Problems, RequireScope } from '../route-rules';
import { LIFT_EXAMPLES, SUSPEND_EXAMPLES } from './suspension-examples';
import {
  ReasonBody,
  SuspendBody,
  SuspensionBody,
  SuspensionsPageBody,
  SuspensionsQuery,
} from './suspensions.dto';

@ApiTags('Compliance')
@Controller('v1/suspensions')
export class SuspensionsController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /**
   * Suspends the operator, one of his games, tables or players.
   * @remarks From the answer on no round is dealt any more that it binds, not even one that was asked for before, in no
   * mode. Rounds that are open are played to their end, and money can be taken out. A session is opened only where the
   * player has a round to finish. Several suspensions of one thing are lifted one by one.
   */
  @Post()
  @RequireScope('admin')
  @IdempotencyKey('required')
  @ApiBody({ type: SuspendBody, examples: SUSPEND_EXAMPLES })
  @Answers(201, SuspensionBody, 'The suspension, in force.')
  @Problems('not_found', 'too_many_conflicts')
  suspend(
    @CurrentRequest() request: Request,
    @Body() body: SuspendBody,
  ): Promise<Answer<Suspension> | Refusal> {
    return suspend(this.dataSource, request, body);
  }

  /**
   * Lists suspensions, the latest first.
   * @remarks Those in force and those that were lifted, for ever; also those by which the installation binds the operator.
   */
  @Get()
  @RequireScope('admin')
  @Answers(200, SuspensionsPageBody, 'One page of suspensions.')
  async listSuspensions(
    @CurrentRequest() request: Request,
    @Query() query: SuspensionsQuery,
  ): Promise<ListBody<Suspension>> {
    const { limit, cursor } = query;
    const after = cursor === undefined ? null : readCursor(cursor, isPlace);
    return listBody(await suspensionsOf(this.dataSource, request, query, after, limit));
  }

  /**
   * Lifts a suspension.
   * @remarks Lifting it again changes nothing. One that the installation issued is 403 `forbidden`.
   */
  @Post(':suspensionId/lift')
  @RequireScope('admin')
  @IdempotencyKey('required')
  @PathParam('suspensionId', 'The suspension.', '019b0000-0000-7000-8000-000000000005')
  @ApiBody({ type: ReasonBody, examples: LIFT_EXAMPLES })
  @Answers(200, SuspensionBody, 'The suspension, lifted.')
  @Problems('not_found', 'too_many_conflicts')
  liftSuspension(
    @CurrentRequest() request: Request,
    @UuidParam('suspensionId', 'suspension') suspensionId: string,
    @Body() body: ReasonBody,
  ): Promise<Answer<Suspension> | Refusal> {
    return lift(this.dataSource, request, suspensionId, body);
  }
}

function isPlace(value: unknown): value is SuspensionPlace {
  const { suspensionId } =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  return typeof suspensionId === 'string' && UUID.test(suspensionId);
}
