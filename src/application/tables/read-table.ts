import type { EntityManager } from 'typeorm';
import { replay } from '../../domain/step';
import {
  findTable,
  findTableRound,
  listSheets,
  listTableRecords,
  listTableSeeds,
  readBalances,
  type TableRecord,
} from '../../persistence/tables/load-table';
import { findSession } from '../../persistence/sessions';
import { inSnapshot } from '../../persistence/transaction';
import { NIL_ID, playerKeyOf } from '../ids';
import { isRefusal, notFound, type Refusal } from '../refusal';
import { type Answer, ok, type Request } from '../request';
import { ruleSetOf } from '../rounds/rule-set-of';
import type { TableContext } from './context';
import { gameStepsOf } from './loaded-table';
import { type Onlooker, type SeenTable, type TableBody, tableBody } from './table-body';

/** A table as the caller may see it; an operator's key may look through one of its sessions' eyes. */
export async function readTable(
  { dataSource }: TableContext,
  { caller }: Request,
  tableId: string,
  sessionId: string | null,
): Promise<Answer<TableBody> | Refusal> {
  return inSnapshot(dataSource, async (tx) => {
    const place = { tableKey: playerKeyOf(tableId), tableId };
    const record = await findTable(tx, caller.operatorId, place);
    if (record === null) return notFound('table');
    const viewer = caller.sessionId ?? sessionId;
    if (caller.sessionId !== null && sessionId !== null && sessionId !== caller.sessionId)
      return notFound('session');
    const playerKey = viewer === null ? null : await viewerAt(tx, caller.operatorId, record, viewer);
    if (isRefusal(playerKey)) return caller.sessionId === null ? playerKey : notFound('table');
    const seen = await seeTable(tx, record, playerKey);
    return ok(
      tableBody(
        seen,
        await listTableSeeds(tx, record, record.state.shoe.number),
        viewer === null || playerKey === null ? null : await onlookerOf(tx, seen, playerKey, viewer),
      ),
    );
  });
}

async function viewerAt(
  tx: EntityManager,
  operatorId: string,
  { tableId }: TableRecord,
  sessionId: string,
): Promise<number | Refusal> {
  const playerKey = playerKeyOf(sessionId);
  const session = await findSession(tx, operatorId, playerKey, sessionId);
  return session?.tableId === tableId ? playerKey : notFound('session');
}

/** What stands on a table, for one player or for nobody in particular. */
export async function seeTable(
  tx: EntityManager,
  record: TableRecord,
  playerKey: number | null,
): Promise<SeenTable> {
  const ruleSet = ruleSetOf(record.gameId, record.ruleSetVersion, null);
  const dealt =
    record.state.phase === 'betting' ? null : await findTableRound(tx, record.tableKey, record.roundId);
  const sheets = playerKey === null ? [] : await listSheets(tx, record, playerKey);
  return {
    record,
    ruleSet,
    table: record.state,
    round:
      dealt === null || dealt.status === 'cancelled'
        ? null
        : replay(ruleSet, dealt.limits, gameStepsOf(dealt)),
    sheets: new Map(sheets.map(({ sheet }) => [sheet.player, sheet])),
    eventNo: record.eventNo,
    roundVersion: dealt?.version ?? 0,
  };
}

/** The player with what the wallet holds that pays at the table, or would if he bet in this session. */
async function onlookerOf(
  tx: EntityManager,
  { record }: SeenTable,
  playerKey: number,
  sessionId: string,
): Promise<Onlooker> {
  const player = String(playerKey);
  const bound = (await listSheets(tx, record, playerKey)).at(0);
  const session = await findSession(tx, record.operatorId, playerKey, sessionId);
  const walletSessionId = session?.mode === 'real' ? NIL_ID : sessionId;
  const balances = await readBalances(tx, record.currency, [bound ?? { playerKey, walletSessionId }]);
  return { player, balance: balances.get(player) ?? 0 };
}

/** The operator's tables, the newest first, from below that id; at most so many. */
export async function listTables(
  { dataSource }: TableContext,
  { caller }: Request,
  before: string | null,
  limit: number,
): Promise<TableBody[]> {
  return inSnapshot(dataSource, async (tx) => {
    const bodies: TableBody[] = [];
    for (const record of await listTableRecords(tx, caller.operatorId, before, limit)) {
      const seeds = await listTableSeeds(tx, record, record.state.shoe.number);
      bodies.push(tableBody(await seeTable(tx, record, null), seeds, null));
    }
    return bodies;
  });
}
