import type { EntityManager } from 'typeorm';
import { findTable, type TableRecord } from '../../persistence/tables/load-table';
import type { Mode } from '../../persistence/entities/sessions';
import type { Game } from '../games/catalogue-games';
import { isId, playerKeyOf } from '../ids';
import { type FieldError, invalid, notFound, type Refusal } from '../refusal';

/** What a session names that has to agree with its table. */
export interface AtTable {
  readonly gameId: string;
  readonly currency: string;
  readonly mode: Mode;
  readonly tableId: string | null;
}

/** Whoever plays for real sits at real tables; play money may watch there and bet behind (DX-08). */
const MODES_AT: Readonly<Record<TableRecord['mode'], readonly Mode[]>> = {
  real: ['real', 'demo'],
  test: ['test', 'demo'],
};

/** The open table that the session is at; null for a game that is played alone; or why it cannot be opened so. */
export async function tableForSession(
  tx: EntityManager,
  operatorId: string,
  { ruleSet }: Game,
  wanted: AtTable,
): Promise<TableRecord | null | Refusal> {
  const { tableId } = wanted;
  if (ruleSet.table === 'private') {
    if (tableId === null) return null;
    return invalid([{ path: 'tableId', detail: `${ruleSet.id} is not played at a table` }]);
  }
  if (tableId === null) {
    const detail = `${ruleSet.id} is played at a shared table: name its tableId.`;
    return { refused: 'table_required', detail };
  }
  const table = await findOwnTable(tx, operatorId, tableId);
  if (table === null) return notFound('table');
  if (table.state.phase === 'closed') {
    return { refused: 'table_closed', detail: 'The table is closed for good.' };
  }
  const errors = differences(table, wanted);
  return errors.length > 0 ? invalid(errors) : table;
}

/** The operator's table that a request names; null when he has none of that id, or it is no id at all. */
export async function findOwnTable(
  db: EntityManager,
  operatorId: string,
  tableId: string,
): Promise<TableRecord | null> {
  return isId(tableId) ? findTable(db, operatorId, { tableKey: playerKeyOf(tableId), tableId }) : null;
}

function differences(table: TableRecord, { gameId, currency, mode }: AtTable): FieldError[] {
  const errors: FieldError[] = [];
  if (table.gameId !== gameId) errors.push({ path: 'gameId', detail: `the table deals ${table.gameId}` });
  if (table.currency !== currency)
    errors.push({ path: 'currency', detail: `the table plays in ${table.currency}` });
  const modes = MODES_AT[table.mode];
  if (!modes.includes(mode)) {
    const detail = `a table of mode ${table.mode} takes sessions of mode ${modes.join(' and ')}`;
    errors.push({ path: 'mode', detail });
  }
  return errors;
}
