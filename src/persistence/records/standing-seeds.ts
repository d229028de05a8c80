import type { EntityManager } from 'typeorm';
import { CLOCKS_DIFFER_MS } from '../retention/round-removals';

/** A seed, and what is wrong with it. */
export interface WrongSeed {
  /** Null where neither a session nor a table has it. */
  readonly operatorId: string | null;
  readonly key: string;
  readonly what: string;
}

const KEY = `concat_ws('/', s.player_key, s.session_id, s.seed_no)`;

/** SQL of the operator whose session or table has the seed s. */
const OPERATOR = `coalesce(
  (SELECT o.operator_id FROM sessions o WHERE o.player_key = s.player_key AND o.session_id = s.session_id),
  (SELECT o.operator_id FROM tables o WHERE o.table_key = s.player_key AND o.table_id = s.session_id))`;

const IS_OF_TABLE = `EXISTS (
  SELECT FROM tables t WHERE t.table_key = s.player_key AND t.table_id = s.session_id)`;

/**
 * The numbers of a session's seeds begin with 1, and each reveals the one before. What a table has revealed follows from
 * its shoes, which are looked at by themselves. One that was sealed before the names of keys were noted may be revealed
 * and not be kept in plain.
 */
const OUT_OF_COURSE = `
  SELECT ${OPERATOR} AS "operatorId", ${KEY} AS key, what FROM (
    SELECT *, lag(seed_no, 1, 0) OVER each AS before, lead(seed_no) OVER each AS after
    FROM seeds WINDOW each AS (PARTITION BY player_key, session_id ORDER BY seed_no)) AS s
  CROSS JOIN LATERAL (SELECT CASE
    WHEN s.revealed_seed IS NOT NULL AND sha256(s.revealed_seed) <> s.commitment
      THEN 'was changed: the revealed seed is not the one that was committed to'
    WHEN s.seed_no <> s.before + 1 THEN 'does not follow the one before it, which was removed'
    WHEN s.revealed_at IS NOT NULL AND s.revealed_seed IS NULL AND s.sealed_under IS NOT NULL
      THEN 'was changed: it was revealed, and the revealed seed is gone'
    WHEN s.revealed_at IS NULL AND s.revealed_seed IS NOT NULL
      THEN 'was changed: it is kept in plain, and was not revealed'
    WHEN s.after IS NOT NULL AND s.revealed_at IS NULL AND NOT ${IS_OF_TABLE}
      THEN 'was changed: it was revealed when the one after it was made, and is not any more'
    WHEN s.after IS NULL AND s.revealed_at IS NOT NULL AND NOT ${IS_OF_TABLE}
      THEN 'was changed: it is revealed, and none was made after it'
    END AS what) AS judged
  WHERE what IS NOT NULL`;

/** A count that was used again would give the same cards again. */
const COUNTED_BACK = `
  SELECT ${OPERATOR} AS "operatorId", ${KEY} AS key, 'was changed: next_nonce, which a round has used already' AS what
  FROM (
    SELECT player_key, session_id, seed_no, max(nonce) AS used FROM rounds WHERE table_key IS NULL GROUP BY 1, 2, 3
    UNION ALL
    SELECT table_key, table_id, seed_no, max(nonce) FROM table_rounds GROUP BY 1, 2, 3) AS dealt
  JOIN seeds s USING (player_key, session_id, seed_no) WHERE s.next_nonce <= dealt.used`;

/**
 * Each round that is dealt from a session's seed takes the count that comes next, or goes on in the shoe of the one before:
 * who passes counts over chooses among shoes. What was dealt after a round that no removal reaches, or from a seed that was
 * made after all that were removed, was not removed. A removal that was not lawful is found by itself.
 */
const PASSED_OVER = `
  SELECT "operatorId", key, what FROM (
    SELECT player_key, session_id, seed_no, nonce, round_id, lag(nonce, 1, -1) OVER counts AS before,
      lag(round_id) OVER counts AS round_before
    FROM (
      SELECT player_key, session_id, seed_no, nonce, round_id FROM rounds WHERE table_key IS NULL
      UNION ALL
      SELECT player_key, session_id, seed_no, next_nonce, NULL FROM seeds) AS counted
    WINDOW counts AS (PARTITION BY player_key, session_id, seed_no ORDER BY nonce, round_id NULLS LAST)) AS gap
  JOIN seeds s USING (player_key, session_id, seed_no)
  CROSS JOIN LATERAL (SELECT ${OPERATOR} AS "operatorId", ${KEY} AS key,
    format('was changed: next_nonce, which passed over %s, of which there is no round',
      concat_ws(' to ', gap.before + 1, nullif(gap.nonce - 1, gap.before + 1))) AS what) AS told
  WHERE gap.nonce > gap.before + 1 AND NOT ${IS_OF_TABLE} AND NOT EXISTS (
    SELECT FROM round_removals m JOIN seals ON seals.operator_id = m.operator_id AND seals.to_position = m.up_to_position
    WHERE m.operator_id = "operatorId" AND coalesce((
      SELECT position <= m.up_to_position FROM round_steps f
      WHERE f.player_key = gap.player_key AND f.round_id = gap.round_before AND f.version = 1),
      s.made_at <= seals.at + interval '${CLOCKS_DIFFER_MS} milliseconds'))`;

/** Seeds that are not as the course of things leaves them; so many at most. */
export async function listWrongSeeds(
  db: EntityManager,
  operatorId: string | null,
  limit: number,
): Promise<WrongSeed[]> {
  return db.query<WrongSeed[]>(
    `SELECT * FROM (${OUT_OF_COURSE} UNION ALL ${COUNTED_BACK} UNION ALL ${PASSED_OVER}) AS wrong
     WHERE $1::uuid IS NULL OR "operatorId" = $1 ORDER BY key LIMIT $2`,
    [operatorId, limit],
  );
}

/** A seed that only its key opens. */
export interface ClosedSeed {
  readonly operatorId: string | null;
  readonly playerKey: number;
  readonly sessionId: string;
  readonly seedNo: number;
  readonly sealedSeed: Buffer;
  /** The name of the key; null where it was not noted. */
  readonly sealedUnder: string | null;
  readonly commitment: Buffer;
}

/** Seeds that are not kept in plain, some at a time, in the order of their places, whoever has them. */
export async function readClosedSeeds(
  db: EntityManager,
  after: Pick<ClosedSeed, 'playerKey' | 'sessionId' | 'seedNo'> | null,
  limit: number,
): Promise<ClosedSeed[]> {
  return db.query<ClosedSeed[]>(
    `SELECT ${OPERATOR} AS "operatorId", s.player_key AS "playerKey", s.session_id AS "sessionId", s.seed_no AS "seedNo",
       s.sealed_seed AS "sealedSeed", s.sealed_under AS "sealedUnder", s.commitment
     FROM seeds s WHERE s.revealed_seed IS NULL
       AND ($1::bigint IS NULL OR (s.player_key, s.session_id, s.seed_no) > ($1, $2::uuid, $3::integer))
     ORDER BY s.player_key, s.session_id, s.seed_no LIMIT $4`,
    [after?.playerKey ?? null, after?.sessionId ?? null, after?.seedNo ?? null, limit],
  );
}
