import type { DataSource, EntityManager } from 'typeorm';
import type { RuleSet } from '../../domain/rule-set';
import type { PhaseSeconds } from '../../domain/table/table';
import type { TableLimits } from '../../domain/table-limits';
import type { Mode } from '../../persistence/entities/sessions';
import { listOwnLimits } from '../../persistence/game-limits';
import { findTable } from '../../persistence/tables/load-table';
import { type CatalogueReturn, returnBody } from './catalogue';
import { findGame, noSuchGame, playedGame } from './catalogue-games';
import { limitsByCurrency } from './game-limits';
import { playerKeyOf } from '../ids';
import { type FieldError, invalid, isRefusal, notFound, type Refusal } from '../refusal';
import type { Request } from '../request';
import { reachableSession } from '../sessions/sessions';
import { DEFAULT_SECONDS } from '../tables/open-table';

/** Whose rules are asked for; with none of these named, those of the game as it is offered now. */
export interface RulesAsked {
  readonly version: number | null;
  readonly tableId: string | null;
  readonly sessionId: string | null;
}

/** One version of a game with the limits and the times that it is played under. */
export interface PlayedRules {
  readonly ruleSet: RuleSet;
  readonly theoreticalReturn: CatalogueReturn;
  /** By currency, in its minor units. */
  readonly limits: Readonly<Record<string, TableLimits>>;
  /** The times of a shared table; null where a game is played alone. */
  readonly seconds: PhaseSeconds | null;
  /** Whether these are a shared game's usual limits and times, which a table of it need not have. */
  readonly usual: boolean;
  /** Whether they are those of a session or a table of mode `test`. */
  readonly isTest: boolean;
}

/** Where a game is played: under which version, limits and times stands there for as long as it is. */
interface Place {
  readonly gameId: string;
  readonly version: number;
  readonly currency: string;
  readonly limits: TableLimits;
  readonly seconds: PhaseSeconds | null;
  readonly mode: Mode;
}

/**
 * The rules that are played: in a session or at a table under the version, limits and times that hold there (C-23), else
 * as the operator offers the game. The token of a session asks for the game of that session as it is played there, and
 * for every other game as it is offered. Refused with the field where what is named does not go together.
 */
export async function readRules(
  { manager }: DataSource,
  request: Request,
  gameId: string,
  asked: RulesAsked,
): Promise<PlayedRules | Refusal> {
  const { operatorId } = request.caller;
  const contradictions = contradictionsIn(request, asked);
  if (contradictions.length > 0) return invalid(contradictions);
  const place = await placeOf(manager, request, gameId, asked);
  if (place === null) return offeredRules(manager, operatorId, gameId, asked.version);
  return isRefusal(place) ? place : rulesAt(manager, operatorId, place);
}

/** A session and a table say themselves which version is played there, and a session at which table it is. */
function contradictionsIn({ caller }: Request, { version, tableId, sessionId }: RulesAsked): FieldError[] {
  const errors: FieldError[] = [];
  if (version !== null && caller.sessionId !== null) {
    const detail = 'is for API keys: a session is played under the version it was opened with';
    errors.push({ path: 'query.version', detail });
  } else if (version !== null && (tableId !== null || sessionId !== null)) {
    const detail = 'cannot stand beside a table or a session, which have a version of their own';
    errors.push({ path: 'query.version', detail });
  }
  if (tableId !== null && sessionId !== null) {
    const detail = 'cannot stand beside a session, which is at a table of its own or at none';
    errors.push({ path: 'query.tableId', detail });
  }
  return errors;
}

/** The place that is named or that the token is for; null when the game is asked for as it is offered. */
async function placeOf(
  db: EntityManager,
  request: Request,
  gameId: string,
  { tableId, sessionId: named }: RulesAsked,
): Promise<Place | null | Refusal> {
  const { operatorId, sessionId: own } = request.caller;
  const sessionId = named ?? own;
  if (sessionId === null) return tableId === null ? null : tablePlace(db, operatorId, gameId, tableId);
  const session = await reachableSession(db, request, sessionId);
  if (session === null) return notFound('session');
  // The token of a session knows one table; another one does not exist for it.
  if (tableId !== null && tableId !== session.tableId) return notFound('table');
  if (session.gameId !== gameId && tableId === null) {
    return named === null ? null : otherGame('query.sessionId', 'session', session.gameId);
  }
  if (session.tableId !== null) return tablePlace(db, operatorId, gameId, session.tableId);
  const { ruleSetVersion: version, currency, limits, mode } = session;
  return { gameId, version, currency, limits, seconds: null, mode };
}

/** At a table the limits and times are those of its present round: a change waits for the next countdown. */
async function tablePlace(
  db: EntityManager,
  operatorId: string,
  gameId: string,
  tableId: string,
): Promise<Place | Refusal> {
  const table = await findTable(db, operatorId, { tableKey: playerKeyOf(tableId), tableId });
  if (table === null) return notFound('table');
  if (table.gameId !== gameId) return otherGame('query.tableId', 'table', table.gameId);
  const { limits, seconds } = table.state;
  const { ruleSetVersion: version, currency, mode } = table;
  return { gameId, version, currency, limits, seconds, mode };
}

function otherGame(path: string, what: string, gameId: string): Refusal {
  return invalid([{ path, detail: `the ${what} plays ${gameId}` }]);
}

async function rulesAt(db: EntityManager, operatorId: string, place: Place): Promise<PlayedRules> {
  const { gameId, version, currency, limits, seconds, mode } = place;
  const { ruleSet, theoreticalReturn } = await playedGame(db, operatorId, gameId, version);
  return {
    ruleSet,
    theoreticalReturn: returnBody(ruleSet, theoreticalReturn),
    limits: { [currency]: limits },
    seconds,
    usual: false,
    isTest: mode === 'test',
  };
}

/** That version of the game, the latest one when none is named, under the limits that new sessions have. */
async function offeredRules(
  db: EntityManager,
  operatorId: string,
  gameId: string,
  version: number | null,
): Promise<PlayedRules | Refusal> {
  const game = await findGame(db, operatorId, gameId, version);
  if (game === null) return noSuchGame(db, operatorId, gameId, version);
  const { ruleSet, theoreticalReturn } = game;
  const isShared = ruleSet.table === 'shared';
  return {
    ruleSet,
    theoreticalReturn: returnBody(ruleSet, theoreticalReturn),
    limits: limitsByCurrency(ruleSet, await listOwnLimits(db, operatorId, [gameId])),
    seconds: isShared ? DEFAULT_SECONDS : null,
    usual: isShared,
    isTest: false,
  };
}
