import type { EntityManager } from 'typeorm';
import type { StoredRoundStatus } from '../entities/rounds';
import type { Mode } from '../entities/sessions';

/** Which cancellations of an operator are meant; a field that is null leaves the choice open. */
export interface CancellationSelection {
  readonly operatorId: string;
  /** With the keys he may be stored under. */
  readonly player: { readonly playerId: string; readonly keys: readonly number[] } | null;
  readonly table: { readonly tableId: string; readonly tableKey: number } | null;
  readonly gameId: string | null;
  readonly currency: string | null;
  readonly reason: string | null;
  /** The time of the cancellation: from the first up to before the second. */
  readonly from: Date | null;
  readonly to: Date | null;
}

/** The record of a cancelled round (C-18). */
export interface RecordedCancellation {
  readonly roundId: string;
  /** Whose part of the round it was: a table's round was several players'. */
  readonly playerKey: number;
  readonly sessionId: string;
  readonly playerId: string;
  readonly tableId: string | null;
  readonly gameId: string;
  readonly mode: Mode;
  readonly currency: string;
  readonly reason: string;
  readonly note: string | null;
  readonly keyId: string | null;
  readonly keyLabel: string | null;
  readonly actorName: string | null;
  readonly statusBefore: StoredRoundStatus;
  readonly amounts: readonly CancelledAmount[];
  readonly requestId: string;
  readonly at: Date;
}

/** What one bettor got back and gave back, in sum and one by one. Minor units. */
export interface CancelledAmount {
  readonly playerId: string;
  readonly currency: string;
  readonly refunded: number;
  readonly reversed: number;
  readonly transfers: readonly {
    readonly kind: 'refund' | 'reversal';
    readonly reason: string;
    readonly bet: string;
    readonly amount: number;
  }[];
}

/** The place of a cancellation in the audit trail; the time is RFC 3339. */
export interface CancellationPlace {
  readonly at: string;
  readonly roundId: string;
  readonly playerKey: number;
}

const COLUMNS = `
  c.round_id AS "roundId", c.player_key AS "playerKey", r.session_id AS "sessionId", r.player_id AS "playerId", r.table_id AS "tableId",
  r.game_id AS "gameId", r.mode,
  r.currency, c.reason, c.note, c.actor_key_id AS "keyId", k.label AS "keyLabel", c.actor_name AS "actorName",
  c.status_before AS "statusBefore", c.amounts, c.request_id AS "requestId", c.at`;

const FROM = `
  cancellations c JOIN rounds r USING (player_key, round_id)
  LEFT JOIN api_keys k ON k.key_id = c.actor_key_id AND k.operator_id = c.operator_id`;

/** The selected cancellations after that place, the latest first. */
export async function listRecordedCancellations(
  db: EntityManager,
  selection: CancellationSelection,
  after: CancellationPlace | null,
  limit: number,
): Promise<RecordedCancellation[]> {
  const { operatorId, player, table, gameId, currency, reason, from, to } = selection;
  return db.query<RecordedCancellation[]>(
    `SELECT ${COLUMNS} FROM ${FROM}
     WHERE c.operator_id = $1
       AND ($2::text IS NULL OR (r.player_id = $2 AND c.player_key = ANY ($3::bigint[])))
       AND ($4::text IS NULL OR r.game_id = $4)
       AND ($5::text IS NULL OR r.currency = $5)
       AND ($6::text IS NULL OR c.reason = $6)
       AND ($7::timestamptz IS NULL OR c.at >= $7)
       AND ($8::timestamptz IS NULL OR c.at < $8)
       AND ($9::timestamptz IS NULL OR (c.at, c.round_id, c.player_key) < ($9, $10::uuid, $11::bigint))
       AND ($13::uuid IS NULL OR (r.table_id = $13 AND r.table_key = $14::bigint))
     ORDER BY c.at DESC, c.round_id DESC, c.player_key DESC LIMIT $12`,
    [
      operatorId,
      player?.playerId ?? null,
      player?.keys ?? null,
      gameId,
      currency,
      reason,
      from,
      to,
      after?.at ?? null,
      after?.roundId ?? null,
      after?.playerKey ?? null,
      limit,
      table?.tableId ?? null,
      table?.tableKey ?? null,
    ],
  );
}

/** The whole record of one cancelled round; null when the operator has none of that id. */
export async function findRecordedCancellation(
  db: EntityManager,
  operatorId: string,
  playerKey: number,
  roundId: string,
): Promise<(RecordedCancellation & { readonly roundBefore: object }) | null> {
  const rows = await db.query<(RecordedCancellation & { readonly roundBefore: object })[]>(
    `SELECT ${COLUMNS}, c.round_before AS "roundBefore" FROM ${FROM}
     WHERE c.operator_id = $1 AND c.player_key = $2 AND c.round_id = $3`,
    [operatorId, playerKey, roundId],
  );
  return rows.at(0) ?? null;
}

/** The records of a cancelled round of a table, one for each of its bettors, by their numbers. */
export async function listSharedCancellation(
  db: EntityManager,
  operatorId: string,
  tableKey: number,
  roundId: string,
): Promise<RecordedCancellation[]> {
  return db.query<RecordedCancellation[]>(
    `SELECT ${COLUMNS} FROM ${FROM}
     WHERE c.operator_id = $1 AND r.table_key = $2 AND r.round_id = $3 ORDER BY r.bettor`,
    [operatorId, tableKey, roundId],
  );
}
