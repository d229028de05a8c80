import type { EntityManager } from 'typeorm';
import type { SuspensionScope } from '../entities/compliance';

/**
 * What may hold a bet back: a suspension, the pace that the operator demands, a reminder that was not acknowledged.
 *
 * Three forms for three places, all on the database function `suspended_scope(operator, game, table, player)`, which
 * names the widest scope that is suspended, or NULL:
 * - in a statement that reads a session anyway: the column `holdsOf(alias)`, typed `Holds`;
 * - for several players at once, as when a shared table deals: `listSuspended`;
 * - in a function that writes a round: `suspended_scope` itself, called after the round was inserted (commit_step does so).
 *   Who suspends waits for all who have inserted (`dealsEnded`), so nothing is dealt once a suspension was answered. A
 *   table of rounds beside `rounds` has to be named there.
 */
export interface Holds {
  /** The widest scope that is suspended; null when nothing is. */
  readonly suspended: SuspensionScope | null;
  /** The least time between two deals of the player in this game; 0 demands none. */
  readonly minRoundIntervalMs: number;
  /** When his last round in this game was dealt, in whatever session; null where no pace is demanded. */
  readonly lastDealtAt: string | null;
  readonly openedAt: string;
  /** After how long he is reminded, the shorter of the session's interval and the operator's; null where he is not. */
  readonly reminderSeconds: number | null;
  /** When he last acknowledged a reminder in this session; null when he has not. */
  readonly acknowledgedAt: string | null;
}

/**
 * SQL of one JSON value of type `Holds`, for a statement in which a row of `sessions` has that alias.
 *
 * @param tableId SQL of the shared table that is bet at, as text.
 */
export function holdsOf(session: string, tableId = 'NULL'): string {
  const s = session;
  return `(
    SELECT json_build_object(
      'suspended', suspended_scope(${s}.operator_id, ${s}.game_id, ${tableId}, ${s}.player_key),
      'minRoundIntervalMs', o.min_round_interval_ms,
      'lastDealtAt', CASE WHEN o.min_round_interval_ms > 0 THEN (
        SELECT last.dealt_at FROM rounds last WHERE last.player_key = ${s}.player_key AND last.game_id = ${s}.game_id
        ORDER BY last.round_id DESC LIMIT 1) END,
      'openedAt', ${s}.opened_at,
      'reminderSeconds', least(${s}.reminder_seconds, o.reminder_seconds),
      'acknowledgedAt', CASE WHEN least(${s}.reminder_seconds, o.reminder_seconds) IS NOT NULL THEN (
        SELECT max(at) FROM reminder_acknowledgements a
        WHERE a.player_key = ${s}.player_key AND a.session_id = ${s}.session_id) END)
    FROM operators o WHERE o.operator_id = ${s}.operator_id)`;
}

/** Which of these players may place no bets at this game and table, and by which scope. */
export async function listSuspended(
  db: EntityManager,
  operatorId: string,
  gameId: string,
  tableId: string | null,
  playerKeys: readonly number[],
): Promise<Map<number, SuspensionScope>> {
  const rows = await db.query<{ playerKey: number; scope: SuspensionScope }[]>(
    `SELECT asked.player_key AS "playerKey", suspended_scope($1, $2, $3, asked.player_key) AS scope
     FROM unnest($4::bigint[]) AS asked (player_key)
     WHERE suspended_scope($1, $2, $3, asked.player_key) IS NOT NULL`,
    [operatorId, gameId, tableId, playerKeys],
  );
  return new Map(rows.map(({ playerKey, scope }) => [playerKey, scope]));
}

/** A table deals once a second at most, and no pace is longer than ten minutes. */
const MOST_ROUNDS_IN_A_PACE = 600;

/**
 * Which of these players had a round of the game dealt so short a time ago that the operator's pace allows no other one
 * yet. The last rounds of every table of the game are looked at, not those of the player: a table may have taken the id of
 * its round long before it deals. Whoever deals to one of them meanwhile, here or at another table, has been waited for, and
 * waits until this transaction ends.
 */
export async function listTooSoon(
  db: EntityManager,
  operatorId: string,
  gameId: string,
  playerKeys: readonly number[],
  at: Date,
): Promise<number[]> {
  // All in one order, behind the wallets. No game is dealt both at tables and alone, where this comes before the wallet.
  await db.query(
    `SELECT pg_advisory_xact_lock(hashtextextended(concat('pace ', player_key, ' ', $2::text), 0)) FROM (
       SELECT player_key FROM operators o, unnest($3::bigint[]) AS asked (player_key)
       WHERE o.operator_id = $1 AND o.min_round_interval_ms > 0 ORDER BY player_key) AS in_order`,
    [operatorId, gameId, playerKeys],
  );
  const rows = await db.query<{ playerKey: number }[]>(
    `WITH pace AS (
       SELECT $4::timestamptz - min_round_interval_ms * interval '1 millisecond' AS since
       FROM operators WHERE operator_id = $1 AND min_round_interval_ms > 0),
     dealt AS MATERIALIZED (
       SELECT last.round_id FROM pace, tables t, LATERAL (
         SELECT round_id, dealt_at FROM table_rounds r
         WHERE r.table_key = t.table_key AND r.table_id = t.table_id
         ORDER BY round_id DESC LIMIT ${MOST_ROUNDS_IN_A_PACE}) AS last
       WHERE t.operator_id = $1 AND t.game_id = $2 AND (t.closed_at IS NULL OR t.closed_at > since)
         AND last.dealt_at > since)
     SELECT DISTINCT r.player_key AS "playerKey" FROM dealt JOIN rounds r USING (round_id)
     WHERE r.player_key = ANY ($3::bigint[])`,
    [operatorId, gameId, playerKeys, at],
  );
  return rows.map(({ playerKey }) => playerKey);
}
