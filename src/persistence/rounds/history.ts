import type { EntityManager } from 'typeorm';
import type { StoredRoundStatus } from '../entities/rounds';
import type { Mode } from '../entities/sessions';
import type { StoredBet } from './commit-step';
import { type OwnRuleSet, ownRuleSetSql } from '../rule-sets';
import { type RoundRecord, roundJson } from './round-record';

/** Which rounds of an operator are meant; a field that is null leaves the choice open. */
export interface RoundSelection {
  readonly operatorId: string;
  /** With the keys he may be stored under. */
  readonly player: { readonly playerId: string; readonly keys: readonly number[] } | null;
  readonly session: { readonly sessionId: string; readonly playerKey: number } | null;
  readonly roundId: string | null;
  readonly table: { readonly tableId: string; readonly tableKey: number } | null;
  readonly gameId: string | null;
  readonly mode: Mode | null;
  readonly status: StatusSelection | null;
  readonly currency: string | null;
  /** The first id that belongs to the time that is meant, and the first one after it. */
  readonly fromId: string | null;
  readonly toId: string | null;
}

/** Where rounds stand, as they are kept, and whether their table has to be paused; null lets both pass. */
export interface StatusSelection {
  readonly kept: readonly StoredRoundStatus[];
  readonly paused: boolean | null;
}

/** Where a round of the history stands: one that is only bet on is nobody's yet, and so not in it. */
export type ListedStatus = StoredRoundStatus | 'paused';

/** A round with all that it takes to show it. */
export interface RecordedRound {
  readonly round: RoundRecord;
  /** The operator's own rule set under which it was dealt, or null for one that everybody has. */
  readonly ownRuleSet: OwnRuleSet | null;
}

/** A bet with the round it belongs to. Times are RFC 3339. */
export interface RecordedBet extends StoredBet {
  readonly roundId: string;
  readonly playerKey: number;
  readonly playerId: string;
  readonly sessionId: string;
  readonly tableId: string | null;
  readonly gameId: string;
  readonly ruleSetVersion: number;
  readonly mode: Mode;
  readonly currency: string;
  readonly status: ListedStatus;
  readonly dealtAt: Date;
  readonly endedAt: Date | null;
}

/** The place of a player's round in the history: the round of a table is several players'. */
export interface PlayerRound {
  readonly roundId: string;
  readonly playerKey: number;
}

/**
 * The place of a bet in the history. Names of bets are unique within a player's round, and stay when others are added to
 * it.
 */
export interface BetPlace extends PlayerRound {
  readonly bet: string;
}

/** SQL for whether a round of that alias stands still because its table does; one that has ended does not. */
function pausedSql(alias: string): string {
  return `(${alias}.status IN ('insurance', 'playing') AND EXISTS (
    SELECT FROM tables WHERE tables.table_key = ${alias}.table_key AND tables.table_id = ${alias}.table_id
      AND tables.round_id = ${alias}.round_id AND tables.phase = 'paused'))`;
}

/**
 * PostgreSQL plans each of these statements for the values at hand, so that conditions on null fall away and the others
 * find their index: rounds_pk where the player is known, rounds_by_table where the table is, rounds_by_operator
 * otherwise. A round that is played alone belongs to no table.
 */
const SELECTED = `
  r.operator_id = $1
  AND ($2::text IS NULL OR (r.player_id = $2 AND r.player_key = (
    SELECT player_key FROM players WHERE player_key = ANY ($3::bigint[]) AND operator_id = $1 AND player_id = $2)))
  AND ($4::uuid IS NULL OR (r.session_id = $4 AND r.player_key = $5::bigint))
  AND ($6::uuid IS NULL OR (r.table_id = $6 AND r.table_key = $13::bigint))
  AND ($7::text IS NULL OR r.game_id = $7)
  AND ($8::text IS NULL OR r.mode = $8)
  AND ($9::text[] IS NULL OR r.status = ANY ($9))
  AND ($10::text IS NULL OR r.currency = $10)
  AND ($11::uuid IS NULL OR r.round_id >= $11)
  AND ($12::uuid IS NULL OR r.round_id < $12)
  AND ($14::boolean IS NULL OR $14 = ${pausedSql('r')})
  AND ($15::uuid IS NULL OR r.round_id = $15)`;

function valuesOf(selection: RoundSelection): unknown[] {
  const { operatorId, player, session, roundId, table, gameId } = selection;
  const { mode, status, currency, fromId, toId } = selection;
  return [
    operatorId,
    player?.playerId ?? null,
    player?.keys ?? null,
    session?.sessionId ?? null,
    session?.playerKey ?? null,
    table?.tableId ?? null,
    gameId,
    mode,
    status?.kept ?? null,
    currency,
    fromId,
    toId,
    table?.tableKey ?? null,
    status?.paused ?? null,
    roundId,
  ];
}

/** The selected rounds before that one, newest first, with their steps. */
export async function listRecordedRounds(
  db: EntityManager,
  selection: RoundSelection,
  before: PlayerRound | null,
  limit: number,
): Promise<RecordedRound[]> {
  return db.query<RecordedRound[]>(
    `SELECT ${roundJson('r')} AS round,
       ${ownRuleSetSql('r')} AS "ownRuleSet"
     FROM (
       SELECT * FROM rounds r WHERE ${SELECTED}
         AND ($16::uuid IS NULL OR (r.round_id <= $16 AND (r.round_id, r.player_key) < ($16, $17::bigint)))
       ORDER BY r.round_id DESC, r.player_key DESC LIMIT $18
     ) r
     ORDER BY r.round_id DESC, r.player_key DESC`,
    [...valuesOf(selection), before?.roundId ?? null, before?.playerKey ?? null, limit],
  );
}

/** The bets of the selected rounds after that place: the newest round first, within a round by their names. */
export async function listRecordedBets(
  db: EntityManager,
  selection: RoundSelection,
  after: BetPlace | null,
  limit: number,
): Promise<RecordedBet[]> {
  // Every round has a bet, and only the one at the place may have none that is left: this many rounds are enough.
  return db.query<RecordedBet[]>(
    `SELECT r.round_id AS "roundId", r.player_key AS "playerKey", b.*, r.player_id AS "playerId",
       r.session_id AS "sessionId", r.table_id AS "tableId", r.game_id AS "gameId", r.rule_set_version AS "ruleSetVersion",
       r.mode, r.currency, CASE WHEN ${pausedSql('r')} THEN 'paused' ELSE r.status END AS status,
       r.dealt_at AS "dealtAt", r.ended_at AS "endedAt"
     FROM (
       SELECT * FROM rounds r WHERE ${SELECTED}
         AND ($16::uuid IS NULL OR (r.round_id <= $16 AND (r.round_id, r.player_key) <= ($16, $17::bigint)))
       ORDER BY r.round_id DESC, r.player_key DESC LIMIT $19::integer + 1
     ) r
     CROSS JOIN LATERAL jsonb_to_recordset(r.bets)
       AS b (bet text, type text, box integer, stake bigint, outcome text, returned bigint)
     WHERE $16::uuid IS NULL OR (r.round_id, r.player_key) < ($16, $17::bigint) OR b.bet COLLATE "C" > $18
     ORDER BY r.round_id DESC, r.player_key DESC, b.bet COLLATE "C" LIMIT $19`,
    [...valuesOf(selection), after?.roundId ?? null, after?.playerKey ?? null, after?.bet ?? null, limit],
  );
}
