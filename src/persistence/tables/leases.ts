import type { EntityManager } from 'typeorm';
import type { Lease } from './commit-table';
import type { TablePlace } from './load-table';

/**
 * How long a lease lasts without being renewed, by the database's clock. Renewed every second, it survives two beats that
 * come to nothing, and a table whose driver died goes on well within five seconds.
 */
export const LEASE_SECONDS = 3;

/** A process holds a lease on itself, too, under a key that no table has: that is how the others know that it lives. */
const PROCESSES = 0;

const HELD_UNTIL = `clock_timestamp() + interval '${LEASE_SECONDS} seconds'`;

/** A table that somebody has to drive: its own holder, or nobody yet. */
export interface DueTable extends TablePlace {
  /** This process's lease; null where nobody drives the table. */
  readonly fence: number | null;
  readonly dueAt: Date;
  /** The database's clock when it was read. */
  readonly databaseNow: Date;
}

/** What a beat found: how many processes live, this one included, and how many tables there are to drive. */
export interface Fleet {
  readonly processes: number;
  readonly tables: number;
}

/**
 * Renews what the process holds and says that it lives. Leases on tables that wait for nothing run out by themselves; one
 * that a transaction has hold of just now is renewed with the next beat, for a beat must wait for no table.
 */
export async function renewLeases(db: EntityManager, processId: string): Promise<Fleet> {
  const [fleet] = await db.query<[Fleet]>(
    `WITH alive AS (
       INSERT INTO table_leases (table_key, table_id, holder, fence, expires_at)
       VALUES (${PROCESSES}, $1::text::uuid, $1::text, 0, ${HELD_UNTIL})
       ON CONFLICT ON CONSTRAINT table_leases_pk DO UPDATE SET expires_at = excluded.expires_at
     ), held AS (
       SELECT l.table_key, l.table_id FROM table_leases l JOIN tables t USING (table_key, table_id)
       WHERE l.holder = $1 AND t.due_at IS NOT NULL AND t.closed_at IS NULL
       FOR UPDATE OF l SKIP LOCKED
     ), renewed AS (
       UPDATE table_leases l SET expires_at = ${HELD_UNTIL} FROM held
       WHERE l.table_key = held.table_key AND l.table_id = held.table_id
     )
     SELECT (SELECT count(*)::int + 1 FROM table_leases
             WHERE table_key = ${PROCESSES} AND holder <> $1 AND expires_at > clock_timestamp()) AS processes,
            (SELECT count(*)::int FROM tables WHERE due_at IS NOT NULL AND closed_at IS NULL) AS tables`,
    [processId],
  );
  return fleet;
}

/** The tables whose time runs that this process drives, and those that nobody drives. */
export async function listDueTables(db: EntityManager, processId: string): Promise<DueTable[]> {
  return db.query<DueTable[]>(
    `SELECT t.table_key AS "tableKey", t.table_id AS "tableId", t.due_at AS "dueAt",
       clock_timestamp() AS "databaseNow",
       CASE WHEN l.holder = $1 AND l.expires_at > clock_timestamp() THEN l.fence END AS fence
     FROM tables t LEFT JOIN table_leases l USING (table_key, table_id)
     WHERE t.due_at IS NOT NULL AND t.closed_at IS NULL
       AND (l.holder IS NULL OR l.holder = $1 OR l.expires_at <= clock_timestamp())`,
    [processId],
  );
}

/**
 * Takes so many of the tables that nobody drives, any of them, so that processes that look at once do not all want the
 * same ones. The fence grows even where the holder is the one of before: what he began then must not end now.
 */
export async function claimTables(
  db: EntityManager,
  processId: string,
  limit: number,
): Promise<(TablePlace & Lease)[]> {
  return db.query<(TablePlace & Lease)[]>(
    `WITH expired AS (
       SELECT l.table_key, l.table_id FROM table_leases l JOIN tables t USING (table_key, table_id)
       WHERE l.expires_at <= clock_timestamp() AND t.due_at IS NOT NULL AND t.closed_at IS NULL
       ORDER BY random() LIMIT $2 FOR UPDATE OF l SKIP LOCKED
     ), taken AS (
       UPDATE table_leases l SET holder = $1, fence = l.fence + 1, expires_at = ${HELD_UNTIL} FROM expired
       WHERE l.table_key = expired.table_key AND l.table_id = expired.table_id
       RETURNING l.table_key, l.table_id, l.fence
     ), fresh AS (
       SELECT t.table_key, t.table_id FROM tables t
       WHERE t.due_at IS NOT NULL AND t.closed_at IS NULL AND NOT EXISTS (
         SELECT FROM table_leases l WHERE l.table_key = t.table_key AND l.table_id = t.table_id)
       ORDER BY random() LIMIT greatest(0, $2 - (SELECT count(*) FROM expired))
     ), opened AS (
       INSERT INTO table_leases (table_key, table_id, holder, fence, expires_at)
       SELECT table_key, table_id, $1, 1, ${HELD_UNTIL} FROM fresh ORDER BY table_key, table_id
       ON CONFLICT ON CONSTRAINT table_leases_pk DO NOTHING
       RETURNING table_key, table_id, fence
     )
     SELECT table_key AS "tableKey", table_id AS "tableId", $1 AS holder, fence FROM taken
     UNION ALL SELECT table_key, table_id, $1, fence FROM opened`,
    [processId, limit],
  );
}

/** Gives these tables up; whoever looks next takes them. */
export async function releaseTables(
  db: EntityManager,
  processId: string,
  tableIds: readonly string[],
): Promise<void> {
  await db.query(
    `UPDATE table_leases SET expires_at = clock_timestamp() WHERE holder = $1 AND table_id = ANY ($2::uuid[])`,
    [processId, tableIds],
  );
}

/** Gives everything up: the process drives no more. */
export async function releaseEverything(db: EntityManager, processId: string): Promise<void> {
  await db.query(`UPDATE table_leases SET expires_at = clock_timestamp() WHERE holder = $1`, [processId]);
}

/** Forgets processes that said for the last time before then that they live. The leases of tables stay: fences only grow. */
export async function forgetProcesses(db: EntityManager, expiredBefore: Date): Promise<void> {
  await db.query(`DELETE FROM table_leases WHERE table_key = ${PROCESSES} AND expires_at < $1`, [
    expiredBefore,
  ]);
}
