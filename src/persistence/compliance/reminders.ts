import type { EntityManager } from 'typeorm';
import { ReminderAcknowledgementRow } from '../entities/compliance';
import { type Holds, holdsOf } from './holds';

/** What a player has staked and got back in rounds that are settled; minor units. */
export interface SessionResult {
  readonly staked: number;
  readonly returned: number;
}

/** Until when a session lasts: closing it may come before its time is up, or after. */
export interface SessionEnd {
  readonly closedAt: Date | null;
  readonly expiresAt: Date;
}

/**
 * Sums over the settled rounds that the player of a session had dealt while it lasted, in its game, mode and currency,
 * in whatever session: who plays in two windows is one person, and at a shared table both are one sheet.
 *
 * Rounds have no index by time: those with ids from `fromId` on are looked at, which has to be lower than that of any round
 * dealt since, but for one at each shared table. A table takes the id of a round when the countdown for it begins, so the last
 * round with an older id may have been dealt since as well.
 */
export async function sumSettledRounds(
  db: EntityManager,
  playerKey: number,
  sessionId: string,
  fromId: string,
): Promise<SessionResult> {
  const [sums] = await db.query<[SessionResult]>(
    `SELECT coalesce(sum(r.staked), 0)::bigint AS staked, coalesce(sum(r.returned), 0)::bigint AS returned
     FROM sessions s, LATERAL (
       SELECT ${SUMMED} FROM rounds r
       WHERE r.player_key = s.player_key AND r.game_id = s.game_id AND r.round_id >= $3
       UNION ALL
       SELECT ${SUMMED} FROM (
         SELECT DISTINCT table_id FROM sessions other
         WHERE other.player_key = s.player_key AND other.game_id = s.game_id AND other.expires_at > s.opened_at
       ) AS visited JOIN tables t ON t.operator_id = s.operator_id AND t.table_id = visited.table_id, LATERAL (
         SELECT round_id FROM table_rounds
         WHERE table_rounds.table_key = t.table_key AND table_rounds.table_id = t.table_id AND round_id < $3
         ORDER BY round_id DESC LIMIT 1
       ) AS last JOIN rounds r ON r.round_id = last.round_id
       WHERE r.player_key = s.player_key AND r.game_id = s.game_id
     ) AS r
     WHERE s.player_key = $1 AND s.session_id = $2 AND r.status = 'settled' AND r.mode = s.mode
       AND r.currency = s.currency AND (r.session_id = s.session_id
         OR (r.dealt_at >= s.opened_at AND r.dealt_at < least(s.closed_at, s.expires_at)))`,
    [playerKey, sessionId, fromId],
  );
  return sums;
}

const SUMMED = 'r.staked, r.returned, r.status, r.mode, r.currency, r.session_id, r.dealt_at';

/** What may hold a bet of this session back, as it is now. */
export async function readHolds(db: EntityManager, playerKey: number, sessionId: string): Promise<Holds> {
  const [{ holds }] = await db.query<[{ holds: Holds }]>(
    `SELECT ${holdsOf('s')} AS holds FROM sessions s WHERE s.player_key = $1 AND s.session_id = $2`,
    [playerKey, sessionId],
  );
  return holds;
}

/**
 * Makes those who acknowledge in one session take turns until the end of their transactions, and its closing wait for
 * them. Tells when it ends as that is then.
 */
export async function lockSession(
  tx: EntityManager,
  playerKey: number,
  sessionId: string,
): Promise<SessionEnd> {
  const [end] = await tx.query<[SessionEnd]>(
    `SELECT closed_at AS "closedAt", expires_at AS "expiresAt" FROM sessions
     WHERE player_key = $1 AND session_id = $2 FOR UPDATE`,
    [playerKey, sessionId],
  );
  return end;
}

export async function insertAcknowledgement(
  tx: EntityManager,
  acknowledgement: Omit<ReminderAcknowledgementRow, 'position'>,
): Promise<void> {
  await tx.insert(ReminderAcknowledgementRow, acknowledgement);
}
