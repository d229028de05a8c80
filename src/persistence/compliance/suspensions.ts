import type { EntityManager } from 'typeorm';
import { SuspensionRow, type SuspensionIssuer, type SuspensionScope } from '../entities/compliance';
import { writersEnded } from '../writers';

/** Where rounds are dealt into: who writes one of these may have looked before a suspension was there. */
const DEALT_INTO = ['rounds'];

/**
 * A transaction of a request that hangs is ended after 30 seconds in which it does nothing, or 15 of one statement (`LIMITS`
 * in src/database/data-source.ts): one that hung when it was first seen, and has one statement left, ends before this.
 */
export const DEALS_PATIENCE_MS = 46_000;

/**
 * Waits until every deal that may not have seen what was committed before this call has ended. False when one of them takes
 * longer than the patience that there is: it may be dealt yet.
 */
export async function dealsEnded(db: EntityManager, patienceMs = DEALS_PATIENCE_MS): Promise<boolean> {
  return writersEnded(db, DEALT_INTO, patienceMs);
}

export async function insertSuspension(tx: EntityManager, suspension: SuspensionRow): Promise<void> {
  await tx.insert(SuspensionRow, suspension);
}

export type Lifting = Required<
  Pick<SuspensionRow, 'liftReason' | 'liftNote' | 'liftKeyId' | 'liftName' | 'liftRequestId' | 'liftedAt'>
>;

/** The suspension of that id, locked until the transaction ends; null when there is none. */
export async function lockSuspension(tx: EntityManager, suspensionId: string): Promise<SuspensionRow | null> {
  return tx.findOne(SuspensionRow, { where: { suspensionId }, lock: { mode: 'pessimistic_write' } });
}

export async function liftSuspension(
  tx: EntityManager,
  suspensionId: string,
  lifting: Lifting,
): Promise<void> {
  await tx.update(SuspensionRow, { suspensionId }, lifting);
}

/** A suspension with the names of what it is about. */
export interface NamedSuspension extends SuspensionRow {
  readonly operatorName: string | null;
  readonly playerId: string | null;
  readonly keyLabel: string | null;
  readonly liftKeyLabel: string | null;
}

/** Which suspensions are meant; a field that is null leaves the choice open. */
export interface SuspensionSelection {
  /** Those that bind this operator, whoever issued them. */
  readonly operatorId: string | null;
  readonly suspensionId: string | null;
  readonly active: boolean | null;
  readonly scope: SuspensionScope | null;
  readonly issuer: SuspensionIssuer | null;
  readonly gameId: string | null;
  readonly tableId: string | null;
  /** The keys that a player may be stored under, with his id. */
  readonly player: { readonly playerId: string; readonly keys: readonly number[] } | null;
}

const COLUMNS = `
  s.suspension_id AS "suspensionId", s.issuer, s.scope, s.operator_id AS "operatorId", o.name AS "operatorName",
  s.game_id AS "gameId", s.table_id AS "tableId", s.player_key AS "playerKey", p.player_id AS "playerId", s.reason,
  s.note, s.actor_key_id AS "actorKeyId", k.label AS "keyLabel", s.actor_name AS "actorName",
  s.request_id AS "requestId", s.suspended_at AS "suspendedAt", s.lift_reason AS "liftReason",
  s.lift_note AS "liftNote", s.lift_key_id AS "liftKeyId", l.label AS "liftKeyLabel", s.lift_name AS "liftName",
  s.lift_request_id AS "liftRequestId", s.lifted_at AS "liftedAt"`;

/** The selected suspensions that are older than the one of that id, the latest first. */
export async function listSuspensions(
  db: EntityManager,
  selection: SuspensionSelection,
  before: string | null,
  limit: number,
): Promise<NamedSuspension[]> {
  const { operatorId, suspensionId, active, scope, issuer, gameId, tableId, player } = selection;
  return db.query<NamedSuspension[]>(
    `SELECT ${COLUMNS} FROM suspensions s
       LEFT JOIN operators o ON o.operator_id = s.operator_id LEFT JOIN players p ON p.player_key = s.player_key
       LEFT JOIN api_keys k ON k.key_id = s.actor_key_id LEFT JOIN api_keys l ON l.key_id = s.lift_key_id
     WHERE ($1::uuid IS NULL OR s.operator_id = $1 OR s.operator_id IS NULL)
       AND ($2::uuid IS NULL OR s.suspension_id = $2)
       AND ($3::boolean IS NULL OR (s.lifted_at IS NULL) = $3)
       AND ($4::text IS NULL OR s.scope = $4)
       AND ($5::text IS NULL OR s.issuer = $5)
       AND ($6::text IS NULL OR s.game_id = $6)
       AND ($7::text IS NULL OR s.table_id = $7)
       AND ($8::text IS NULL OR (p.player_id = $8 AND s.player_key = ANY ($9::bigint[])))
       AND ($10::uuid IS NULL OR s.suspension_id < $10)
     ORDER BY s.suspension_id DESC LIMIT $11`,
    [
      operatorId,
      suspensionId,
      active,
      scope,
      issuer,
      gameId,
      tableId,
      player?.playerId ?? null,
      player?.keys ?? null,
      before,
      limit,
    ],
  );
}

interface NewSession {
  readonly operatorId: string;
  readonly gameId: string;
  readonly tableId: string | null;
  readonly playerKey: number;
  readonly mode: string;
  readonly currency: string;
}

/**
 * The scope by which a new session would be suspended, null when it is not; with it, whether the player has an open
 * round in that game, mode and currency, which a session is needed for to finish it.
 */
export async function suspensionOfSession(
  db: EntityManager,
  session: NewSession,
): Promise<{ readonly scope: SuspensionScope | null; readonly hasOpenRound: boolean }> {
  const { operatorId, gameId, tableId, playerKey, mode, currency } = session;
  const [found] = await db.query<[{ scope: SuspensionScope | null; hasOpenRound: boolean }]>(
    `SELECT suspended_scope($1, $2, $3, $4) AS scope, EXISTS (
       SELECT FROM rounds WHERE player_key = $4 AND game_id = $2 AND mode = $5 AND currency = $6
         AND status IN ('insurance', 'playing')) AS "hasOpenRound"`,
    [operatorId, gameId, tableId, playerKey, mode, currency],
  );
  return found;
}
