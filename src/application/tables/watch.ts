import { findSession } from '../../persistence/sessions';
import { findTable } from '../../persistence/tables/load-table';
import { playerKeyOf } from '../ids';
import { notFound, type Refusal } from '../refusal';
import type { Request } from '../request';
import type { TableContext } from './context';
import { readTable } from './read-table';
import type { Viewer } from './told-event';
import type { Watcher } from './watching';

/** Whoever may watch a table, and through whose eyes; nobody's is null. */
export interface Admitted extends Watcher {
  readonly viewer: Viewer | null;
}

/**
 * Looks who wants to watch a table: a session that was opened at it, whatever became of that session since, for its player
 * still has bets there; or a key of the operator whose table it is, through the eyes of such a session or of nobody.
 */
export async function admitWatcher(
  context: TableContext,
  request: Request,
  tableId: string,
  sessionId: string | null,
  seenNo: number | null,
): Promise<Admitted | Refusal> {
  const { manager } = context.dataSource;
  const { caller } = request;
  if (caller.sessionId !== null && caller.sessionId !== sessionId) return notFound('session');
  const place = { tableKey: playerKeyOf(tableId), tableId };
  const table = await findTable(manager, caller.operatorId, place);
  if (table === null) return notFound('table');
  let viewer: Viewer | null = null;
  if (sessionId !== null) {
    const playerKey = playerKeyOf(sessionId);
    const session = await findSession(manager, caller.operatorId, playerKey, sessionId);
    // The token of a session knows one table; another one does not exist for it.
    if (session?.tableId !== tableId)
      return notFound(caller.sessionId === null ? 'session at this table' : 'table');
    viewer = { playerKey, mode: session.mode };
  }
  return {
    place,
    viewer,
    lastNo: table.eventNo,
    seenNo,
    caller: `${caller.keyId ?? caller.sessionId}`,
    readState: () => readTable(context, request, tableId, sessionId),
  };
}
