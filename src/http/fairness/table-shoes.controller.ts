import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type ShoePlace, tableShoes, type TableShoeBody } from '../../application/fairness/table-shoes';
import { isRefusal, type Refusal } from '../../application/refusal';
import type { Request } from '../../application/request';
import type { RoundContext } from '../../application/rounds/context';
import { CurrentRequest } from '../current-request';
import { readCursor } from '../cursor';
import { type ListBody, listBody } from '../history/answer-list';
import { PageQuery } from '../page-query.dto';
import { PathParam, UuidParam } from '../path-parameters';
import { ROUND_CONTEXT } from '../rounds/round-context';
import { AllowSessionToken, Answers, Problems, RequireScope } from '../route-rules';
import { TableShoesPageBody } from './table-shoes.dto';

@ApiTags('Fairness')
@Controller('v1/tables')
export class TableShoesController {
  constructor(@Inject(ROUND_CONTEXT) private readonly context: RoundContext) {}

  /**
   * Lists the shoes of a shared table, the newest first.
   * @remarks What each was made of, and what was burned of it. The server seed is told when the shoe has ended; then every
   * card of its rounds can be checked. A session token lists the shoes of its own table.
   */
  @Get(':tableId/shoes')
  @RequireScope('tables')
  @AllowSessionToken()
  @PathParam('tableId', 'The table.', '019b0000-0000-7000-8000-000000000003')
  @Answers(200, TableShoesPageBody, 'One page of shoes.')
  @Problems('not_found')
  async listTableShoes(
    @CurrentRequest() request: Request,
    @UuidParam('tableId', 'table') tableId: string,
    @Query() { limit, cursor }: PageQuery,
  ): Promise<ListBody<TableShoeBody> | Refusal> {
    const after = cursor === undefined ? null : readCursor(cursor, isPlace);
    const page = await tableShoes(this.context, request, tableId, after, limit);
    return isRefusal(page) ? page : listBody(page);
  }
}

function isPlace(value: unknown): value is ShoePlace {
  const { number, ...others } = typeof value === 'object' && value !== null ? ({ ...value } as Fields) : {};
  const isNumber = Number.isSafeInteger(number) && Number(number) > 0 && Number(number) < 2 ** 31;
  return isNumber && Object.keys(others).length === 0;
}

type Fields = Partial<Record<string, unknown>>;
