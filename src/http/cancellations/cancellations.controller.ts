import { Controller, Get, Inject, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import {
  type Cancellation,
  type CancellationRecord,
  cancellationsTrail,
  readCancellation,
} from '../../application/history/cancellations';
import type { Refusal } from '../../application/refusal';
import type { Request } from '../../application/request';
import { AcceptedType } from '../accepted-type';
import { CurrentRequest } from '../current-request';
import { answerList, CSV, JSON_TYPE, type ListBody, NDJSON } from '../history/answer-list';
import { PathParam, UuidParam } from '../path-parameters';
import { Answers, AnswersText, Problems, RequireScope } from '../route-rules';
import { CANCELLATIONS } from './cancellations-list';
import { CancellationsQuery } from './cancellations-query.dto';
import { CancellationRecordBody, CancellationsPageBody } from './cancellations.dto';

@ApiTags('Cancellations')
@Controller('v1/cancellations')
export class CancellationsController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /**
   * Lists cancelled rounds, the latest cancellation first.
   * @remarks The audit trail: who took which round back, when and why, and what that moved. Nothing in it is ever changed.
   * The round of a shared table has one item for each of its players. CSV and NDJSON as with rounds; in CSV a line has the
   * sums that were refunded and taken back, in the `mode` of the line.
   */
  @Get()
  @RequireScope('history')
  @Answers(200, CancellationsPageBody, 'One page of the audit trail, or all of it.')
  @AnswersText('All of it.', CSV, NDJSON)
  @Problems('not_acceptable')
  listCancellations(
    @CurrentRequest() request: Request,
    @AcceptedType(JSON_TYPE, CSV, NDJSON) mediaType: string,
    @Query() query: CancellationsQuery,
  ): Promise<ListBody<Cancellation> | StreamableFile> {
    return answerList(mediaType, query, cancellationsTrail(this.dataSource, request, query), CANCELLATIONS);
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
