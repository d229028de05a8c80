import type { PhaseSeconds } from '../../domain/table/table';
import type { TableLimits } from '../../domain/table-limits';
import {
  listChangesDuringRound,
  listTableChanges,
  type TableChangeRecord,
} from '../../persistence/tables/changes';
import { findTable } from '../../persistence/tables/load-table';
import type { Reading } from '../../persistence/transaction';
import { type Page, pageOf } from '../history/pages';
import { playerKeyOf } from '../ids';
import { notFound, type Refusal } from '../refusal';
import type { Request } from '../request';

/** What a supervisor did to a shared table (DX-28), as his operator is told of it. */
export interface TableChangeBody extends Omit<TableChangeRecord, 'details' | 'at'> {
  /** What was set, limits in minor units; null where that stayed as it was. Of times only those that were named. */
  readonly limits: TableLimits | null;
  readonly seconds: Partial<PhaseSeconds> | null;
  readonly at: string;
}

/** The place of a change in the list. */
export interface ChangePlace {
  readonly changeNo: number;
}

/** What was done to a table of the operator, the latest first. */
export async function tableChanges(
  { manager }: Reading,
  { caller }: Request,
  tableId: string,
  after: ChangePlace | null,
  limit: number,
): Promise<Page<TableChangeBody, ChangePlace> | Refusal> {
  const place = { tableKey: playerKeyOf(tableId), tableId };
  if ((await findTable(manager, caller.operatorId, place)) === null) return notFound('table');
  const changes = await listTableChanges(manager, place, after?.changeNo ?? null, limit + 1);
  const { items, next } = pageOf(changes, limit, ({ changeNo }) => ({ changeNo }));
  return { items: items.map(changeBody), next };
}

/** What was done to the table during one of its rounds, from the countdown for its bets on, in order. */
export async function changesDuringRound(
  { manager }: Reading,
  { tableKey, roundId }: { readonly tableKey: number; readonly roundId: string },
): Promise<TableChangeBody[]> {
  return (await listChangesDuringRound(manager, tableKey, roundId)).map(changeBody);
}

/** Chosen cards are left out: they are cards to come, and stand in the record of their round once it has ended. */
function changeBody({ details, at, ...change }: TableChangeRecord): TableChangeBody {
  const { limits = null, seconds = null } = details as Partial<Pick<TableChangeBody, 'limits' | 'seconds'>>;
  return { ...change, limits, seconds, at: at.toISOString() };
}
