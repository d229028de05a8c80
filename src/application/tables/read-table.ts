import type { EntityManager } from 'typeorm';
import { replay } from '../../domain/step';
import type { Sheet } from '../../domain/table/table';
import type { SessionRow } from '../../persistence/entities/sessions';
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
import { notFound, type Refusal } from '../refusal';
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
    const seeds = await listTableSeeds(tx, record, record.state.shoe.number);
    const viewer = caller.sessionId ?? sessionId;
    if (viewer === null) return ok(tableBody(await seeTable(tx, record, null), seeds, null));
    if (sessionId !== null && sessionId !== viewer) return notFound('session');
    const session = await findSession(tx, caller.operatorId, playerKeyOf(viewer), viewer);
    if (session?.tableId !== tableId) return notFound(caller.sessionId === null ? 'session' : 'table');
    const { sheet, onlooker } = await lookThrough(tx, record, session);
    return ok(tableBody(await seeTable(tx, record, sheet), seeds, onlooker));
  });
}

/**
 * The player's sheet, and what the wallet holds that pays for it. A session of the other kind of money, real or play, sees
 * its own wallet and no sheet: it cannot bet on that one (DX-08).
 */
async function lookThrough(
  tx: EntityManager,
  record: TableRecord,
  session: SessionRow,
): Promise<{ readonly sheet: Sheet | null; readonly onlooker: Onlooker }> {
  const { playerKey, mode, sessionId } = session;
  const player = String(playerKey);
  const kept = (await listSheets(tx, record, playerKey)).at(0) ?? null;
  const bound = kept?.mode === mode ? kept : null;
  const own = { playerKey, walletSessionId: mode === 'real' ? NIL_ID : sessionId };
  const balances = await readBalances(tx, record.currency, [bound ?? own]);
  return { sheet: bound?.sheet ?? null, onlooker: { player, balance: balances.get(player) ?? 0 } };
}

/** What stands on a table, with one player's sheet or nobody's. */
export async function seeTable(
  tx: EntityManager,
  record: TableRecord,
  sheet: Sheet | null,
): Promise<SeenTable> {
  const ruleSet = ruleSetOf(record.gameId, record.ruleSetVersion, null);
  const dealt =
    record.state.phase === 'betting' ? null : await findTableRound(tx, record.tableKey, record.roundId);
  return {
    record,
    ruleSet,
    table: record.state,
    round:
      dealt === null || dealt.status === 'cancelled'
        ? null
        : replay(ruleSet, dealt.limits, gameStepsOf(dealt)),
    sheets: new Map(sheet === null ? [] : [[sheet.player, sheet]]),
    eventNo: record.eventNo,
    roundVersion: dealt?.version ?? 0,
  };
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
