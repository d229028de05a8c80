import type { EntityManager } from 'typeorm';
import { ReminderAcknowledgementRow } from '../entities/compliance';
import { type Holds, holdsOf } from './holds';

/** What a session has staked and got back in rounds that are settled; minor units. */
export interface SessionResult {
  readonly staked: number;
  readonly returned: number;
}

/**
 * Sums over the settled rounds of a session. Rounds have no index by session: they are looked for among those of the
 * player in the game, from an id on that is lower than any of the session's.
 */
export async function sumSettledRounds(
  db: EntityManager,
  playerKey: number,
  sessionId: string,
  gameId: string,
  fromId: string,
): Promise<SessionResult> {
  const [sums] = await db.query<[SessionResult]>(
    `SELECT coalesce(sum(staked), 0)::bigint AS staked, coalesce(sum(returned), 0)::bigint AS returned FROM rounds
     WHERE player_key = $1 AND game_id = $3 AND round_id >= $4 AND session_id = $2 AND status = 'settled'`,
    [playerKey, sessionId, gameId, fromId],
  );
  return sums;
}

/** What may hold a bet of this session back, as it is now; at a shared table where one is named. */
export async function readHolds(
  db: EntityManager,
  playerKey: number,
  sessionId: string,
  tableId: string | null = null,
): Promise<Holds> {
  const [{ holds }] = await db.query<[{ holds: Holds }]>(
    `SELECT ${holdsOf('s', '$3::text')} AS holds FROM sessions s WHERE s.player_key = $1 AND s.session_id = $2`,
    [playerKey, sessionId, tableId],
  );
  return holds;
}

/** Makes those who acknowledge in one session take turns until the end of their transactions. */
export async function lockSession(tx: EntityManager, playerKey: number, sessionId: string): Promise<void> {
  await tx.query('SELECT FROM sessions WHERE player_key = $1 AND session_id = $2 FOR UPDATE', [
    playerKey,
    sessionId,
  ]);
}

export async function insertAcknowledgement(
  tx: EntityManager,
  acknowledgement: Omit<ReminderAcknowledgementRow, 'position'>,
): Promise<void> {
  await tx.insert(ReminderAcknowledgementRow, acknowledgement);
}
