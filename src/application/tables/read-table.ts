import type { EntityManager } from 'typeorm';
import type { Sheet } from '../../domain/table/table';
import type { TablePlace, TableRecord } from '../../persistence/tables/load-table';
import {
  findStanding,
  listStandings,
  type TableQuestion,
  type TableStanding,
} from '../../persistence/tables/table-standing';
import { playerKeyOf } from '../ids';
import { notFound, type Refusal } from '../refusal';
import { type Answer, ok, type Request } from '../request';
import { ruleSetOf } from '../rounds/rule-set-of';
import type { TableContext } from './context';
import { payingBalance, replayed, sheetOfAsker } from './loaded-table';
import { type Onlooker, type TableBody, tableBody } from './table-body';

/** A table as the caller may see it; an operator's key may look through one of its sessions' eyes. */
export async function readTable(
  { dataSource }: TableContext,
  { caller, now }: Request,
  tableId: string,
  sessionId: string | null,
): Promise<Answer<TableBody> | Refusal> {
  const viewer = caller.sessionId ?? sessionId;
  const asker = viewer === null ? null : { playerKey: playerKeyOf(viewer), sessionId: viewer };
  const question = { asker, forBets: false, at: now };
  const place = { tableKey: playerKeyOf(tableId), tableId };
  const found = await findStanding(dataSource.manager, caller.operatorId, place, question);
  if (found === null) return notFound('table');
  if (sessionId !== null && sessionId !== viewer) return notFound('session');
  if (viewer !== null && found.standing.session === null)
    return notFound(caller.sessionId === null ? 'session at this table' : 'table');
  return ok(bodyOf(found.record, found.standing));
}

/** A table that was opened in this transaction, as everybody sees it. */
export async function readOpened(
  tx: EntityManager,
  operatorId: string,
  place: TablePlace,
  at: Date,
): Promise<TableBody> {
  const found = await findStanding(tx, operatorId, place, nobody(at));
  if (found === null) throw new Error('Broken invariant: a table that was opened exists');
  return bodyOf(found.record, found.standing);
}

/** The operator's tables, the newest first, from below that id; at most so many. */
export async function listTables(
  { dataSource }: TableContext,
  { caller, now }: Request,
  before: string | null,
  limit: number,
): Promise<TableBody[]> {
  const found = await listStandings(dataSource.manager, caller.operatorId, before, limit, nobody(now));
  return found.map(({ record, standing }) => bodyOf(record, standing));
}

function nobody(at: Date): Omit<TableQuestion, 'sheets'> {
  return { asker: null, forBets: false, at };
}

/** Through the eyes of the session that asks, if one does. */
function bodyOf(record: TableRecord, standing: TableStanding): TableBody {
  const ruleSet = ruleSetOf(record.gameId, record.ruleSetVersion, null);
  const { round, seeds, session } = standing;
  const sheet = sheetOfAsker(standing)?.sheet ?? null;
  const onlooker: Onlooker | null = session && {
    player: String(session.playerKey),
    balance: payingBalance(session, standing),
  };
  const seen = {
    record,
    ruleSet,
    table: record.state,
    round: replayed(ruleSet, round),
    sheets: new Map<string, Sheet>(sheet === null ? [] : [[sheet.player, sheet]]),
    eventNo: record.eventNo,
    roundVersion: round?.version ?? 0,
  };
  return tableBody(seen, seeds, onlooker);
}
