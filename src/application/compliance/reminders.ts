import type { EntityManager } from 'typeorm';
import type { Holds } from '../../persistence/compliance/holds';
import {
  insertAcknowledgement,
  lockSession,
  readHolds,
  sumSettledRounds,
} from '../../persistence/compliance/reminders';
import { firstIdAt } from '../history/instants';
import type { Refusal } from '../refusal';
import type { Request } from '../request';
import { actorOf } from '../rounds/standing';

/**
 * What a player is told from time to time. Amounts are minor units, over the settled rounds that he had dealt since the
 * session was opened, in its game, mode and currency and in whatever session.
 */
export interface Reminder {
  readonly intervalSeconds: number;
  /** From then on the next bet is held until the reminder is acknowledged. */
  readonly dueAt: string;
  /** Since the session was opened. */
  readonly elapsedSeconds: number;
  readonly staked: number;
  readonly returned: number;
  readonly net: number;
}

/** The session that is reminded of. */
export interface RemindedSession {
  readonly playerKey: number;
  readonly sessionId: string;
}

type Times = Pick<Reminder, 'intervalSeconds' | 'dueAt' | 'elapsedSeconds'> & { readonly isDue: boolean };
type ReminderHolds = Pick<Holds, 'openedAt' | 'reminderSeconds' | 'acknowledgedAt'>;

/** Clocks of several processes differ by less than this. */
const CLOCKS_DIFFER_MS = 3_600_000;

/** When the next reminder of a session is due; null where there are none. */
export function reminderTimes(
  { openedAt, reminderSeconds, acknowledgedAt }: ReminderHolds,
  now: Date,
): Times | null {
  if (reminderSeconds === null) return null;
  const dueAt = new Date(acknowledgedAt ?? openedAt).getTime() + reminderSeconds * 1000;
  const elapsedMs = now.getTime() - new Date(openedAt).getTime();
  return {
    intervalSeconds: reminderSeconds,
    dueAt: new Date(dueAt).toISOString(),
    elapsedSeconds: Math.max(0, Math.floor(elapsedMs / 1000)),
    isDue: dueAt <= now.getTime(),
  };
}

/**
 * The reminder of a session as it stands; null where there are none. For the bet call of any kind of table: `holds` comes
 * with what that call reads anyway, and this reads the sums only when there is a reminder.
 */
export async function reminderOf(
  db: EntityManager,
  { playerKey, sessionId }: RemindedSession,
  holds: ReminderHolds,
  now: Date,
): Promise<Reminder | null> {
  const times = reminderTimes(holds, now);
  if (times === null) return null;
  const fromId = firstIdAt(new Date(new Date(holds.openedAt).getTime() - CLOCKS_DIFFER_MS));
  const { staked, returned } = await sumSettledRounds(db, playerKey, sessionId, fromId);
  const { intervalSeconds, dueAt, elapsedSeconds } = times;
  return { intervalSeconds, dueAt, elapsedSeconds, staked, returned, net: returned - staked };
}

/** The reminder that holds the next bet; null when none is due. */
export async function reminderRefusal(
  db: EntityManager,
  session: RemindedSession,
  holds: ReminderHolds,
  now: Date,
): Promise<Refusal | null> {
  if (reminderTimes(holds, now)?.isDue !== true) return null;
  const reminder = await reminderOf(db, session, holds, now);
  if (reminder === null) return null;
  const { elapsedSeconds, net } = reminder;
  const detail = `The player has played for ${elapsedSeconds} s with a net result of ${net}: show it to him and acknowledge.`;
  return { refused: 'reminder_due', detail, reminder };
}

/** The reminder of a session, read anew. */
export async function readReminder(
  db: EntityManager,
  session: RemindedSession,
  now: Date,
): Promise<Reminder | null> {
  return reminderOf(db, session, await readHolds(db, session.playerKey, session.sessionId), now);
}

/** Keeps that the player has seen the reminder that is due. Where none is due, there is nothing to keep. */
export async function acknowledgeReminder(
  tx: EntityManager,
  request: Request,
  session: RemindedSession,
): Promise<void> {
  const { playerKey, sessionId } = session;
  const { caller, now, requestId } = request;
  await lockSession(tx, playerKey, sessionId);
  const holds = await readHolds(tx, playerKey, sessionId);
  if (reminderTimes(holds, now)?.isDue !== true) return;
  const reminder = await reminderOf(tx, session, holds, now);
  if (reminder === null) return;
  const { dueAt, elapsedSeconds, staked, returned } = reminder;
  await insertAcknowledgement(tx, {
    playerKey,
    sessionId,
    at: now,
    operatorId: caller.operatorId,
    dueAt: new Date(dueAt),
    elapsedSeconds,
    staked,
    returned,
    actor: actorOf(request),
    requestId,
  });
}
