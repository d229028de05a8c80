import type { EntityManager } from 'typeorm';
import type { Mode } from '../entities/sessions';
import type { TablePlace } from './load-table';

/** What one player alone is told, and the mode of the money it speaks of; events were once written without one. */
export interface PrivatePart {
  readonly mode?: Mode;
  readonly [told: string]: unknown;
}

/** An event of a table as it is kept; `private` maps a player's key to what he alone is told. */
export interface TableEvent {
  readonly no: number;
  readonly type: string;
  readonly roundId: string;
  readonly at: Date;
  readonly body: object;
  readonly private: Readonly<Record<string, PrivatePart>> | null;
}

/** Events after that number, in order, so many at most. Without those that were forgotten: the first may be a later one. */
export async function readEvents(
  db: EntityManager,
  { tableKey, tableId }: TablePlace,
  after: number,
  limit: number,
): Promise<TableEvent[]> {
  return db.query<TableEvent[]>(
    `SELECT event_no AS no, type, round_id AS "roundId", at, body, private FROM table_events
     WHERE table_key = $1 AND table_id = $2 AND event_no > $3 ORDER BY event_no LIMIT $4`,
    [tableKey, tableId, after, limit],
  );
}

/** The number of the last event of each of these tables. */
export async function readLastEventNos(
  db: EntityManager,
  places: readonly TablePlace[],
): Promise<{ tableId: string; eventNo: number }[]> {
  return db.query<{ tableId: string; eventNo: number }[]>(
    `SELECT t.table_id AS "tableId", t.event_no AS "eventNo" FROM tables t
     JOIN unnest($1::bigint[], $2::uuid[]) AS asked (table_key, table_id) USING (table_key, table_id)`,
    [places.map(({ tableKey }) => tableKey), places.map(({ tableId }) => tableId)],
  );
}

/** Forgets events from before then: so many at most, and none that another process has hold of; says how many. */
export async function deleteEvents(db: EntityManager, before: Date, limit: number): Promise<number> {
  const [, deleted] = await db.query<[unknown, number]>(
    `DELETE FROM table_events WHERE (table_key, table_id, event_no) IN (
       SELECT table_key, table_id, event_no FROM table_events
       WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, limit],
  );
  return deleted;
}
