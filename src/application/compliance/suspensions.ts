import type { DataSource, EntityManager } from 'typeorm';
import {
  dealsEnded,
  insertSuspension,
  liftSuspension,
  listSuspensions,
  lockSuspension,
} from '../../persistence/compliance/suspensions';
import type { SuspensionIssuer, SuspensionRow, SuspensionScope } from '../../persistence/entities/compliance';
import { nameActor } from '../../persistence/records/configuration-changes';
import { findGame } from '../games/catalogue-games';
import { playerSelection } from '../history/filter';
import { type Page, pageOf } from '../history/pages';
import { newId, NO_PLAYER } from '../ids';
import { playerAt, slotOf } from '../players';
import { type FieldError, invalid, isRefusal, notFound, type Refusal } from '../refusal';
import { type Answer, created, ok, type Request } from '../request';
import { runOnce } from '../run-once';
import { findOwnTable } from '../sessions/session-table';
import { ANY, bodyAt, type Suspension, suspensionBody } from './suspension-body';

/** What an operator may suspend: all of his own, or one thing of his. */
export const OPERATORS_SCOPES = ['operator', 'game', 'table', 'player'] as const;

export interface SuspensionToMake {
  readonly scope: (typeof OPERATORS_SCOPES)[number];
  readonly gameId?: string;
  readonly tableId?: string;
  readonly playerId?: string;
  readonly reason: string;
  readonly note?: string;
}

const NAMED_BY = { game: 'gameId', table: 'tableId', player: 'playerId' } as const;

/**
 * Suspends: from the answer on no round is dealt any more that it binds, not even one that was asked for before; where that
 * cannot be said yet the answer is `unavailable`, though the suspension stands. Rounds that are open are played to their
 * end. A game and a table have to be the operator's, or are not found. A player need not be known: whoever is on a list of
 * the excluded is suspended before he comes for the first time, and is made here.
 */
export async function suspend(
  dataSource: DataSource,
  request: Request,
  wanted: SuspensionToMake,
  patienceMs?: number,
): Promise<Answer<Suspension> | Refusal> {
  const faults = subjectFaults(wanted);
  if (faults.length > 0) return invalid(faults);
  const { operatorId } = request.caller;
  const { gameId, tableId, playerId } = wanted;
  const whose = playerId === undefined ? NO_PLAYER : slotOf(operatorId, playerId);
  const answer = await runOnce<Suspension>(dataSource, request, whose, async (tx, playerKey) => {
    if (gameId !== undefined && (await findGame(tx, operatorId, gameId)) === null) return notFound('game');
    if (tableId !== undefined && (await findOwnTable(tx, operatorId, tableId)) === null)
      return notFound('table');
    if (playerId !== undefined) await playerAt(tx, operatorId, playerId, playerKey, request.now);
    const suspensionId = newId(NO_PLAYER, request.now);
    await nameCaller(tx, request);
    await insertSuspension(tx, {
      ...NOT_LIFTED,
      suspensionId,
      issuer: 'operator',
      scope: wanted.scope,
      operatorId,
      gameId: gameId ?? null,
      tableId: tableId ?? null,
      playerKey: playerId === undefined ? null : playerKey,
      reason: wanted.reason,
      note: wanted.note ?? null,
      actorKeyId: request.caller.keyId,
      actorName: request.caller.actorName,
      requestId: request.requestId,
      suspendedAt: request.now,
    });
    return created(await bodyAt(tx, operatorId, suspensionId));
  });
  // A repeated request waits as well: the one before may have waited in vain, or died with its process.
  if (isRefusal(answer) || (await dealsEnded(dataSource.manager, patienceMs))) return answer;
  const detail =
    `Suspension ${answer.body.id} is in force, but a deal that began before it has not ended yet. ` +
    'The same request with the same key is answered when it has.';
  return { refused: 'unavailable', detail };
}

export const NOT_LIFTED = {
  liftReason: null,
  liftNote: null,
  liftKeyId: null,
  liftName: null,
  liftRequestId: null,
  liftedAt: null,
};

/** The scope says which thing is to be named, and no other one is. */
function subjectFaults(wanted: SuspensionToMake): FieldError[] {
  return Object.entries(NAMED_BY).flatMap(([scope, field]): FieldError[] => {
    const isGiven = wanted[field] !== undefined;
    if (isGiven === (wanted.scope === scope)) return [];
    const detail = isGiven ? `is not for the scope ${wanted.scope}` : `is needed for the scope ${scope}`;
    return [{ path: field, detail }];
  });
}

/** Lifts one of the operator's own suspensions; one that was lifted before stays as it is. */
export async function lift(
  dataSource: DataSource,
  request: Request,
  suspensionId: string,
  why: { readonly reason: string; readonly note?: string },
): Promise<Answer<Suspension> | Refusal> {
  const { operatorId, keyId, actorName } = request.caller;
  return runOnce<Suspension>(dataSource, request, NO_PLAYER, async (tx) => {
    const suspension = await lockSuspension(tx, suspensionId);
    if (suspension === null || !binds(suspension, operatorId)) return notFound('suspension');
    if (suspension.issuer === 'installation') {
      return { refused: 'forbidden', detail: 'Whoever runs the installation has to lift this suspension.' };
    }
    if (suspension.liftedAt === null) {
      await nameCaller(tx, request);
      await liftSuspension(tx, suspensionId, {
        liftReason: why.reason,
        liftNote: why.note ?? null,
        liftKeyId: keyId,
        liftName: actorName,
        liftRequestId: request.requestId,
        liftedAt: request.now,
      });
    }
    return ok(await bodyAt(tx, operatorId, suspensionId));
  });
}

function binds(suspension: SuspensionRow, operatorId: string): boolean {
  return suspension.operatorId === null || suspension.operatorId === operatorId;
}

function nameCaller(tx: EntityManager, { caller, requestId }: Request): Promise<void> {
  return nameActor(tx, `key:${caller.keyId}`, requestId);
}

/** What a caller may choose suspensions by. */
export interface SuspensionFilter {
  readonly status?: 'active' | 'lifted';
  readonly scope?: SuspensionScope;
  readonly issuer?: SuspensionIssuer;
  readonly gameId?: string;
  readonly tableId?: string;
  readonly playerId?: string;
}

export interface SuspensionPlace {
  readonly suspensionId: string;
}

/** The suspensions that bind the caller's operator, in force and lifted, the latest first. */
export async function suspensionsOf(
  { manager }: DataSource,
  { caller: { operatorId } }: Request,
  filter: SuspensionFilter,
  after: SuspensionPlace | null,
  limit: number,
): Promise<Page<Suspension, SuspensionPlace>> {
  const selection = {
    ...ANY,
    operatorId,
    active: filter.status === undefined ? null : filter.status === 'active',
    scope: filter.scope ?? null,
    issuer: filter.issuer ?? null,
    gameId: filter.gameId ?? null,
    tableId: filter.tableId ?? null,
    player: playerSelection(operatorId, filter.playerId),
  };
  const rows = await listSuspensions(manager, selection, after?.suspensionId ?? null, limit + 1);
  const { items, next } = pageOf(rows, limit, ({ suspensionId }) => ({ suspensionId }));
  return { items: items.map(suspensionBody), next };
}
