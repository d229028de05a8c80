import { type EntityManager } from 'typeorm';
import { SessionRow } from './entities/sessions';

/** Null when the operator has no such session; that of another operator does not exist for him. */
export async function findSession(
  db: EntityManager,
  operatorId: string,
  playerKey: number,
  sessionId: string,
): Promise<SessionRow | null> {
  return db.findOneBy(SessionRow, { playerKey, sessionId, operatorId });
}

/** The session that the operator calls by that id of his own, whoever plays in it. */
export async function findExternalSession(
  db: EntityManager,
  operatorId: string,
  externalSessionId: string,
): Promise<SessionRow | null> {
  return db.findOneBy(SessionRow, { operatorId, externalSessionId });
}

export async function insertSession(tx: EntityManager, session: SessionRow): Promise<void> {
  await tx.insert(SessionRow, session);
}

/** Closes the session unless it is closed already: the first time stays. */
export async function closeSession(
  db: EntityManager,
  { playerKey, sessionId }: SessionRow,
  now: Date,
): Promise<void> {
  await db.query(
    `UPDATE sessions SET closed_at = $3 WHERE player_key = $1 AND session_id = $2 AND closed_at IS NULL`,
    [playerKey, sessionId, now],
  );
}
