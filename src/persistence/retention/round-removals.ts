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

/** All removals, the first first. None was made after `now`, nor after the seal that covers its record. */
export async function listRoundRemovals(
  db: EntityManager,
  leastYears: number,
  now: Date,
): Promise<RoundRemoval[]> {
  return db.query<RoundRemoval[]>(
    `SELECT m.position, m.operator_id AS "operatorId", m.up_to_position AS "upToPosition", m.actor, m.at,
       s.at AS "sealedAt", CASE
         WHEN s.at IS NULL OR s.at > m.at - make_interval(years => $1) THEN 'too early'
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
     WHERE operator_id = $1 AND at <= $2::timestamptz - make_interval(years => $3) ORDER BY seal_no DESC LIMIT 1`,
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

/** Names one round. */
export interface RoundKey {
  readonly playerKey: number;
  readonly roundId: string;
}

/**
 * An operator's rounds that ended with all their steps up to a position, some at a time, between two ids: behind that of
 * the last one read. Parts in rounds of shared tables have no steps of their own and are none of them.
 */
export async function listRemovableRounds(
  db: EntityManager,
  operatorId: string,
  upToPosition: number,
  { after, last }: { readonly after: string; readonly last: string },
  limit: number,
): Promise<RoundKey[]> {
  return db.query<RoundKey[]>(
    `SELECT player_key AS "playerKey", round_id AS "roundId" FROM rounds r
     WHERE operator_id = $1 AND round_id > $3 AND round_id <= $4 AND ended_at IS NOT NULL
       AND (SELECT max(position) FROM round_steps s WHERE s.player_key = r.player_key AND s.round_id = r.round_id) <= $2
     ORDER BY round_id LIMIT $5`,
    [operatorId, upToPosition, after, last, limit],
  );
}

/** Removes rounds with their steps, cancellations and assessments; sums that they were added to stay. The database refuses what no removal on record covers. */
export async function deleteRounds(tx: EntityManager, rounds: readonly RoundKey[]): Promise<void> {
  const values = [rounds.map(({ playerKey }) => playerKey), rounds.map(({ roundId }) => roundId)];
  for (const table of ['cancellations', 'round_steps', 'round_assessments', 'rounds']) {
    await tx.query(
      `DELETE FROM ${table} WHERE (player_key, round_id) IN (SELECT * FROM unnest($1::bigint[], $2::uuid[]))`,
      values,
    );
  }
}

/** Which of these rounds have something left: a step, or their own row, as parts in rounds of tables have. */
export async function listRoundsLeft(db: EntityManager, rounds: readonly RoundKey[]): Promise<RoundKey[]> {
  if (rounds.length === 0) return [];
  return db.query<RoundKey[]>(
    `SELECT player_key AS "playerKey", round_id AS "roundId"
     FROM unnest($1::bigint[], $2::uuid[]) AS asked (player_key, round_id)
     WHERE EXISTS (SELECT FROM rounds r WHERE r.player_key = asked.player_key AND r.round_id = asked.round_id)
       OR EXISTS (SELECT FROM round_steps s WHERE s.player_key = asked.player_key AND s.round_id = asked.round_id)`,
    [rounds.map(({ playerKey }) => playerKey), rounds.map(({ roundId }) => roundId)],
  );
}
