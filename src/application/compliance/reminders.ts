import type { EntityManager } from 'typeorm';
import type { Holds } from '../../persistence/compliance/holds';
import {
  insertAcknowledgement,
  lockSession,
  readHolds,
  type SessionEnd,
  sumSettledRounds,
} from '../../persistence/compliance/reminders';
import { firstIdAt } from '../history/instants';
import type { Refusal } from '../refusal';
import type { Request } from '../request';
import { actorOf } from '../rounds/standing';

/**
 * What a player is told from time to time. Amounts are minor units, over the settled rounds that he had dealt while the
 * session lasted, in its game, mode and currency and in whatever session.
 */
export interface Reminder {
  readonly intervalSeconds: number;
  /** From then on the next bet is held until the reminder is acknowledged; null once the session is over. */
  readonly dueAt: string | null;
  /** Since the session was opened, to its end where that has come. */
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

type Times = Pick<Reminder, 'intervalSeconds' | 'elapsedSeconds'> & {
  readonly dueAt: Date;
  readonly isDue: boolean;
};
type ReminderHolds = Pick<Holds, 'openedAt' | 'reminderSeconds' | 'acknowledgedAt'>;

/** Clocks of several processes differ by less than this. */
const CLOCKS_DIFFER_MS = 3_600_000;

/** When the next reminder of a session is due; null where there are none. */
function timesOf({ openedAt, reminderSeconds, acknowledgedAt }: ReminderHolds, now: Date): Times | null {
  if (reminderSeconds === null) return null;
  const dueAt = new Date(new Date(acknowledgedAt ?? openedAt).getTime() + reminderSeconds * 1000);
  const elapsedMs = now.getTime() - new Date(openedAt).getTime();
  return {
    intervalSeconds: reminderSeconds,
    dueAt,
    elapsedSeconds: Math.max(0, Math.floor(elapsedMs / 1000)),
    isDue: dueAt <= now,
  };
}

/** The reminder with these times. Reads the sums, so it is made only where there is one. */
async function reminderAt(
  db: EntityManager,
  { playerKey, sessionId }: RemindedSession,
  { openedAt }: ReminderHolds,
  { intervalSeconds, dueAt, elapsedSeconds }: Times,
): Promise<Reminder & { readonly dueAt: string }> {
  const fromId = firstIdAt(new Date(new Date(openedAt).getTime() - CLOCKS_DIFFER_MS));
  const { staked, returned } = await sumSettledRounds(db, playerKey, sessionId, fromId);
  const net = returned - staked;
  return { intervalSeconds, dueAt: dueAt.toISOString(), elapsedSeconds, staked, returned, net };
}

/**
 * The reminder that holds the next bet; null when none is due. For the bet call of any kind of table, in a session that
 * is open: `holds` comes with what that call reads anyway.
 */
export async function reminderRefusal(
  db: EntityManager,
  session: RemindedSession,
  holds: ReminderHolds,
  now: Date,
): Promise<Refusal | null> {
  const times = timesOf(holds, now);
  if (times?.isDue !== true) return null;
  const reminder = await reminderAt(db, session, holds, times);
  const { elapsedSeconds, net } = reminder;
  const detail = `The player has played for ${elapsedSeconds} s with a net result of ${net}: show it to him and acknowledge.`;
  return { refused: 'reminder_due', detail, reminder };
}

/** The reminder of a session, read anew; null where there are none. When the session ends its time does, and none is due. */
export async function readReminder(
  db: EntityManager,
  session: RemindedSession & SessionEnd,
  now: Date,
): Promise<Reminder | null> {
  const holds = await readHolds(db, session.playerKey, session.sessionId);
  const end = endOf(session);
  const isOver = end <= now;
  const times = timesOf(holds, isOver ? end : now);
  if (times === null) return null;
  const reminder = await reminderAt(db, session, holds, times);
  return isOver ? { ...reminder, dueAt: null } : reminder;
}

function endOf({ closedAt, expiresAt }: SessionEnd): Date {
  return closedAt !== null && closedAt < expiresAt ? closedAt : expiresAt;
}

/**
 * Keeps that the player has seen the reminder that is due. Where none is due, there is nothing to keep. Refused when the
 * session is over: whoever closes it meanwhile comes before or after.
 */
export async function acknowledgeReminder(
  tx: EntityManager,
  request: Request,
  session: RemindedSession,
): Promise<Refusal | null> {
  const { playerKey, sessionId } = session;
  const { caller, now, requestId } = request;
  const refusal = overRefusal(await lockSession(tx, playerKey, sessionId), now);
  if (refusal !== null) return refusal;
  const holds = await readHolds(tx, playerKey, sessionId);
  const times = timesOf(holds, now);
  if (times?.isDue !== true) return null;
  const { dueAt, elapsedSeconds, staked, returned } = await reminderAt(tx, session, holds, times);
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
  return null;
}

function overRefusal({ closedAt, expiresAt }: SessionEnd, now: Date): Refusal | null {
  if (closedAt !== null) return { refused: 'session_closed', detail: 'The session is closed.' };
  if (expiresAt > now) return null;
  return { refused: 'session_expired', detail: `The session expired at ${expiresAt.toISOString()}.` };
}
