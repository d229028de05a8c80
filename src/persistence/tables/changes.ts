import type { EntityManager } from 'typeorm';
import type { ChangeToCommit } from './commit-table';
import type { TablePlace } from './load-table';

/** What a supervisor did to a table, as it is kept. */
export interface TableChangeRecord {
  /** Counts what was done to the table from 1. */
  readonly changeNo: number;
  readonly kind: ChangeToCommit['kind'];
  readonly reason: string | null;
  readonly note: string | null;
  readonly details: object;
  readonly actor: string;
  readonly actorName: string | null;
  readonly requestId: string;
  readonly at: Date;
}

const COLUMNS = `
  c.change_no AS "changeNo", c.kind, c.reason, c.note, c.details, c.actor, c.actor_name AS "actorName",
  c.request_id AS "requestId", c.at`;

/** What was done to a table, the latest first, below that number. */
export async function listTableChanges(
  db: EntityManager,
  { tableKey, tableId }: TablePlace,
  before: number | null,
  limit: number,
): Promise<TableChangeRecord[]> {
  return db.query<TableChangeRecord[]>(
    `SELECT ${COLUMNS} FROM table_changes c
     WHERE c.table_key = $1 AND c.table_id = $2 AND ($3::integer IS NULL OR c.change_no < $3)
     ORDER BY c.change_no DESC LIMIT $4`,
    [tableKey, tableId, before, limit],
  );
}

/** SQL for the time at which an id was made: the first 48 bits of it are milliseconds. */
function madeAt(id: string): string {
  return `to_timestamp(('x' || translate(left(${id}::text, 13), '-', ''))::bit(48)::bigint / 1000.0)`;
}

/**
 * SQL for the changes `c` of a table during one of its rounds `r`: from the countdown for its bets, at which its id was
 * made, up to its end. A round that was cancelled long after it was over has its last end then, so the countdown of the
 * next round that was dealt ends it as well.
 */
export const CHANGES_DURING_ROUND = `
  table_changes c JOIN table_rounds r ON r.table_key = c.table_key AND r.table_id = c.table_id
    AND c.at >= ${madeAt('r.round_id')} AND c.at <= coalesce(r.ended_at, 'infinity')
    AND c.at < coalesce((
      SELECT ${madeAt('later.round_id')} FROM table_rounds later
      WHERE later.table_key = r.table_key AND later.table_id = r.table_id AND later.round_id > r.round_id
      ORDER BY later.round_id LIMIT 1), 'infinity')`;

/** What was done to a table during one of its rounds, in order. */
export async function listChangesDuringRound(
  db: EntityManager,
  tableKey: number,
  roundId: string,
): Promise<TableChangeRecord[]> {
  return db.query<TableChangeRecord[]>(
    `SELECT ${COLUMNS} FROM ${CHANGES_DURING_ROUND}
     WHERE r.table_key = $1 AND r.round_id = $2 ORDER BY c.change_no`,
    [tableKey, roundId],
  );
}
