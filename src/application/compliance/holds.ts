import type { EntityManager } from 'typeorm';
import type { Holds } from '../../persistence/compliance/holds';
import type { SuspensionScope } from '../../persistence/entities/compliance';
import type { Refusal } from '../refusal';
import { type RemindedSession, reminderRefusal } from './reminders';

/**
 * Why a session may place no bet now, whatever the bet; null when it may. A round trip is made only for a reminder that
 * is due. Open rounds are not asked: they are played to their end.
 */
export async function heldBack(
  db: EntityManager,
  session: RemindedSession,
  holds: Holds,
  now: Date,
): Promise<Refusal | null> {
  if (holds.suspended !== null) return suspended(holds.suspended);
  return (await reminderRefusal(db, session, holds, now)) ?? tooSoon(holds, now);
}

const WHO: Readonly<Record<SuspensionScope, string>> = {
  everything: 'on this installation',
  operator: 'for this operator',
  game: 'in this game',
  table: 'at this table',
  player: 'for this player',
};

/** It says what is suspended, and not why: that is between those who may read suspensions. */
export function suspended(scope: SuspensionScope): Refusal {
  return { refused: 'suspended', detail: `No new rounds are dealt ${WHO[scope]} for the moment.`, scope };
}

/** Counted from deal to deal, by the times that the rounds have on record. */
function tooSoon(
  { minRoundIntervalMs, lastDealtAt }: Pick<Holds, 'minRoundIntervalMs' | 'lastDealtAt'>,
  now: Date,
): Refusal | null {
  if (minRoundIntervalMs === 0 || lastDealtAt === null) return null;
  const availableAt = new Date(new Date(lastDealtAt).getTime() + minRoundIntervalMs);
  if (availableAt <= now) return null;
  const detail = `Rounds of a player in a game begin ${minRoundIntervalMs / 1000} s apart: bet again under a new Idempotency-Key.`;
  return { refused: 'round_too_soon', detail, availableAt: availableAt.toISOString() };
}
