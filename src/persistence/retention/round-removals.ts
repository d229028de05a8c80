import type { EntityManager } from 'typeorm';

/** A removal on record, and when the seal was made that it ends with; null where there is no such seal. */
export interface RoundRemoval {
  readonly position: number;
  readonly operatorId: string;
  readonly upToPosition: number;
  readonly actor: string;
  readonly at: Date;
  readonly sealedAt: Date | null;
  /** Null where it is lawful: everything up to there was sealed so many years before, and it is dated when it was made. */
  readonly flaw: 'too early' | 'dated later' | null;
}

/** The clocks of the database and of the processes may differ by so much. */
export const CLOCKS_DIFFER_MS = 60_000;

/** SQL for so many years before a time, by the calendar of UTC, wherever the session thinks it is. */
function yearsBefore(time: string, years: string): string {
  return `(${time} AT TIME ZONE 'UTC' - make_interval(years => ${years})) AT TIME ZONE 'UTC'`;
}

/** All removals, the first first. None was made after `now`, nor after the seal that covers its record. */
export async function listRoundRemovals(
  db: EntityManager,
  leastYears: number,
  now: Date,
): Promise<RoundRemoval[]> {
  return db.query<RoundRemoval[]>(
    `SELECT m.position, m.operator_id AS "operatorId", m.up_to_position AS "upToPosition", m.actor, m.at,
       s.at AS "sealedAt", CASE
         WHEN s.at IS NULL OR s.at > ${yearsBefore('m.at', '$1')} THEN 'too early'
         WHEN m.at > least($2, over.at) + $3 * interval '1 millisecond' THEN 'dated later' END AS flaw
     FROM round_removals m LEFT JOIN seals s ON s.operator_id = m.operator_id AND s.to_position = m.up_to_position
       LEFT JOIN LATERAL (
         SELECT at FROM seals c WHERE c.operator_id = m.operator_id AND c.to_position >= m.position
         ORDER BY c.to_position LIMIT 1) AS over ON TRUE
     ORDER BY m.position`,
    [leastYears, now, CLOCKS_DIFFER_MS],
  );
}

/** The last position under a seal that was made so many years ago; null when there is none. */
export async function sealedYearsAgo(
  db: EntityManager,
  operatorId: string,
  years: number,
  now: Date,
): Promise<{ readonly upToPosition: number; readonly at: Date } | null> {
  const rows = await db.query<{ upToPosition: number; at: Date }[]>(
    `SELECT to_position AS "upToPosition", at FROM seals
     WHERE operator_id = $1 AND at <= ${yearsBefore('$2::timestamptz', '$3')} ORDER BY seal_no DESC LIMIT 1`,
    [operatorId, now, years],
  );
  return rows.at(0) ?? null;
}

/** The database dates it, and refuses it where its own clock says that not enough years have passed. */
export async function recordRoundRemoval(
  tx: EntityManager,
  { operatorId, upToPosition, actor }: Pick<RoundRemoval, 'operatorId' | 'upToPosition' | 'actor'>,
): Promise<void> {
  await tx.query('INSERT INTO round_removals (operator_id, up_to_position, actor) VALUES ($1, $2, $3)', [
    operatorId,
    upToPosition,
    actor,
  ]);
}
