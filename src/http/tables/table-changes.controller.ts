import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { isRefusal, type Refusal } from '../../application/refusal';
import type { Request } from '../../application/request';
import { type ChangePlace, type TableChangeBody, tableChanges } from '../../application/tables/changes';
import { CurrentRequest } from '../current-request';
import { readCursor } from '../cursor';
import { type ListBody, listBody } from '../history/answer-list';
import { PageQuery } from '../page-query.dto';
import { PathParam, UuidParam } from '../path-parameters';
import { Answers, Problems, RequireScope } from '../route-rules';
import { TableChangesPageBody } from './table-change.dto';
import { TABLE, TABLE_ID } from './tables.controller';

@ApiTags('Tables')
@Controller('v1/tables/:tableId')
export class TableChangesController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /**
   * Lists what supervisors did to a table, the latest first.
   * @remarks Opened, changed, paused, resumed, closed, and at test tables cards that were chosen and phases that were ended:
   * by whom, when and why. Nothing in it is ever changed. What was done during one round stands in the round's record, too.
   */
  @Get('changes')
  @RequireScope('history')
  @PathParam('tableId', TABLE, TABLE_ID)
  @Answers(200, TableChangesPageBody, 'One page of what was done.')
  @Problems('not_found')
  async listTableChanges(
    @CurrentRequest() request: Request,
    @UuidParam('tableId', 'table') tableId: string,
    @Query() { limit, cursor }: PageQuery,
  ): Promise<ListBody<TableChangeBody> | Refusal> {
    const after = cursor === undefined ? null : readCursor(cursor, isPlace);
    const page = await tableChanges(this.dataSource, request, tableId, after, limit);
    return isRefusal(page) ? page : listBody(page);
  }
}

function isPlace(value: unknown): value is ChangePlace {
  const { changeNo, ...others } = typeof value === 'object' && value !== null ? ({ ...value } as Fields) : {};
  const isNumber = Number.isSafeInteger(changeNo) && Number(changeNo) > 0 && Number(changeNo) < 2 ** 31;
  return isNumber && Object.keys(others).length === 0;
}

type Fields = Partial<Record<string, unknown>>;
