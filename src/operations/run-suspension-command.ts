import type { EntityManager } from 'typeorm';
import { findGame } from '../application/games/catalogue-games';
import { ANY } from '../application/compliance/suspension-body';
import { NOT_LIFTED } from '../application/compliance/suspensions';
import { newId, NO_PLAYER } from '../application/ids';
import { playerAt, slotOf } from '../application/players';
import { findOwnTable } from '../application/sessions/session-table';
import { EXTERNAL_ID } from '../application/text-forms';
import { preset } from '../domain/presets';
import {
  insertSuspension,
  liftSuspension,
  listSuspensions,
  lockSuspension,
  type NamedSuspension,
} from '../persistence/compliance/suspensions';
import type { SuspensionRow } from '../persistence/entities/compliance';
import { findOperatorByName } from '../persistence/operators/operators';
import { namedActor } from '../persistence/records/configuration-changes';
import type { SuspensionCommand } from './suspension-command';

type Suspend = Extract<SuspensionCommand, { type: 'suspend' }>;
type Lift = Extract<SuspensionCommand, { type: 'lift' }>;

const MOST_LISTED = 1000;

/** Does what the command asks for and says what became of it; or what is in the way. */
export async function runSuspensionCommand(
  db: EntityManager,
  command: SuspensionCommand,
  now: Date,
): Promise<readonly string[] | { readonly fault: string }> {
  switch (command.type) {
    case 'suspend':
      return suspend(db, command, now);
    case 'lift':
      return lift(db, command, now);
    case 'suspensions': {
      const rows = await listSuspensions(
        db,
        { ...ANY, active: command.past ? null : true },
        null,
        MOST_LISTED,
      );
      return rows.map(describeSuspension);
    }
  }
}

async function suspend(
  db: EntityManager,
  command: Suspend,
  now: Date,
): Promise<readonly string[] | { readonly fault: string }> {
  const subject = await subjectOf(db, command, now);
  if ('fault' in subject) return subject;
  const suspensionId = newId(NO_PLAYER, now);
  await insertSuspension(db, {
    ...NOT_LIFTED,
    ...subject,
    suspensionId,
    issuer: 'installation',
    scope: command.scope,
    reason: command.reason,
    note: command.note,
    actorKeyId: null,
    actorName: await namedActor(db),
    requestId: null,
    suspendedAt: now,
  });
  return described(db, suspensionId);
}

type Subject = Pick<SuspensionRow, 'operatorId' | 'gameId' | 'tableId' | 'playerKey'>;

const NOTHING: Subject = { operatorId: null, gameId: null, tableId: null, playerKey: null };

async function subjectOf(
  db: EntityManager,
  { scope, subject, operator }: Suspend,
  now: Date,
): Promise<Subject | { readonly fault: string }> {
  if (subject === null) return NOTHING;
  const name = scope === 'operator' ? subject : operator;
  const operatorId = name === null ? null : ((await findOperatorByName(db, name))?.operatorId ?? null);
  if (name !== null && operatorId === null) return { fault: `There is no operator ${name}.` };
  switch (scope) {
    case 'game': {
      const isThere =
        operatorId === null
          ? preset(subject) !== undefined
          : (await findGame(db, operatorId, subject)) !== null;
      return isThere
        ? { ...NOTHING, operatorId, gameId: subject }
        : { fault: `There is no game ${subject}.` };
    }
    case 'table': {
      const table = operatorId === null ? null : await findOwnTable(db, operatorId, subject);
      if (table === null) return { fault: `${name} has no table ${subject}.` };
      return { ...NOTHING, operatorId, tableId: subject };
    }
    case 'player': {
      if (operatorId === null || !EXTERNAL_ID.test(subject)) {
        return { fault: 'PLAYER_ID must be 1 to 128 printable ASCII characters.' };
      }
      const playerKey = await slotOf(operatorId, subject)(db);
      await playerAt(db, operatorId, subject, playerKey, now);
      return { ...NOTHING, operatorId, playerKey };
    }
    case 'operator':
    case 'everything':
      return { ...NOTHING, operatorId };
  }
}

async function lift(
  db: EntityManager,
  { suspensionId, reason, note }: Lift,
  now: Date,
): Promise<readonly string[] | { readonly fault: string }> {
  const suspension = await lockSuspension(db, suspensionId);
  if (suspension === null) return { fault: `There is no suspension ${suspensionId}.` };
  if (suspension.liftedAt === null) {
    await liftSuspension(db, suspensionId, {
      liftReason: reason,
      liftNote: note,
      liftKeyId: null,
      liftName: await namedActor(db),
      liftRequestId: null,
      liftedAt: now,
    });
  }
  return described(db, suspensionId);
}

async function described(db: EntityManager, suspensionId: string): Promise<string[]> {
  return (await listSuspensions(db, { ...ANY, suspensionId }, null, 1)).map(describeSuspension);
}

function describeSuspension(row: NamedSuspension): string {
  const what = row.gameId ?? row.tableId ?? row.playerId;
  return [
    row.suspensionId,
    [row.scope, ...(what === null ? [] : [what])].join(' '),
    row.operatorName ?? 'all operators',
    `since ${row.suspendedAt.toISOString()} by ${row.actorName ?? `key ${row.actorKeyId}`}: ${withNote(row.reason, row.note)}`,
    row.liftedAt === null || row.liftReason === null
      ? 'in force'
      : `lifted at ${row.liftedAt.toISOString()} by ${row.liftName ?? `key ${row.liftKeyId}`}: ${withNote(row.liftReason, row.liftNote)}`,
  ].join('  ');
}

function withNote(reason: string, note: string | null): string {
  return note === null ? reason : `${reason} (${note})`;
}
