import { Controller, Get, Inject, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { type ReturnsLine, returnsReport } from '../../application/reports/returns-report';
import type { Request } from '../../application/request';
import { AcceptedType } from '../accepted-type';
import { CurrentRequest } from '../current-request';
import { answerList, CSV, type ListBody, NDJSON } from '../history/answer-list';
import { Answers, AnswersText, Problems, RequireScope } from '../route-rules';
import { RETURNS } from './lines';
import { ReturnsQuery } from './returns-query.dto';
import { ReturnsPageBody } from './returns.dto';

@ApiTags('Reports')
@Controller('v1/reports')
export class ReportsController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /**
   * Compares what your games returned with what theory says.
   * @remarks A blackjack return moves with how people play. So the difference between the actual and the theoretical
   * return is taken apart: `skill` is what choices gave away against best play, by expectation, and `luck` is the rest,
   * which has to stay within the tolerance that so many rounds allow; `outside` tells when it does not. Rounds are
   * assessed behind the traffic, a few seconds after they end; until then they are not in the report. With
   * `Accept: text/csv` or `application/x-ndjson` the answer is all lines, from `cursor` on if one is given and whatever
   * the `limit`.
   */
  @Get('returns')
  @RequireScope('history')
  @Answers(200, ReturnsPageBody, 'One page of lines, or all of them.')
  @AnswersText('All of them.', CSV, NDJSON)
  @Problems('not_acceptable')
  reportReturns(
    @CurrentRequest() request: Request,
    @AcceptedType('application/json', CSV, NDJSON) mediaType: string,
    @Query() query: ReturnsQuery,
  ): Promise<ListBody<ReturnsLine> | StreamableFile> {
    return answerList(mediaType, query, returnsReport(this.dataSource, request, query), RETURNS);
  }
}
