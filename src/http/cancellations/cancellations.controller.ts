import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import {
  type Cancellation,
  type CancellationRecord,
  cancellationsTrail,
  readCancellation,
} from '../../application/history/cancellations';
import { instantOf } from '../../application/history/instants';
import type { Refusal } from '../../application/refusal';
import type { Request } from '../../application/request';
import type { CancellationPlace } from '../../persistence/rounds/cancellations';
import { CurrentRequest } from '../current-request';
import { readCursor } from '../cursor';
import { type ListBody, listBody } from '../history/answer-list';
import { PathParam, UUID, UuidParam } from '../path-parameters';
import { Answers, Problems, RequireScope } from '../route-rules';
import { CancellationsQuery } from './cancellations-query.dto';
import { CancellationRecordBody, CancellationsPageBody } from './cancellations.dto';

@ApiTags('Cancellations')
@Controller('v1/cancellations')
export class CancellationsController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /**
   * Lists cancelled rounds, the latest cancellation first.
   * @remarks The audit trail: who took which round back, when and why, and what that moved. Nothing in it is ever changed.
   */
  @Get()
  @RequireScope('history')
  @Answers(200, CancellationsPageBody, 'One page of the audit trail.')
  async listCancellations(
    @CurrentRequest() request: Request,
    @Query() query: CancellationsQuery,
  ): Promise<ListBody<Cancellation>> {
    const { limit, cursor } = query;
    const after = cursor === undefined ? null : readCursor(cursor, isPlace);
    return listBody(await cancellationsTrail(this.dataSource, request, query)(after, limit));
  }

  /**
   * Gives the whole record of one cancelled round.
   * @remarks Beside what the list says: the round as it was before, with what lay face down. The list has one item for each player of
   * a shared table's round; here it is one record with all their amounts.
   */
  @Get(':roundId')
  @RequireScope('history')
  @PathParam('roundId', 'The cancelled round.', '019b0000-0000-7000-8000-000000000002')
  @Answers(200, CancellationRecordBody, 'The record.')
  @Problems('not_found')
  readCancellation(
    @CurrentRequest() request: Request,
    @UuidParam('roundId', 'cancellation') roundId: string,
  ): Promise<CancellationRecord | Refusal> {
    return readCancellation(this.dataSource, request, roundId);
  }
}

function isPlace(value: unknown): value is CancellationPlace {
  const { at, roundId, playerKey } =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  if (typeof at !== 'string' || typeof roundId !== 'string') return false;
  return instantOf(at) !== null && UUID.test(roundId) && Number.isSafeInteger(playerKey);
}
