import type { EntityManager } from 'typeorm';
import { type Currency, currencyOf } from '../../domain/currency';
import type { TableLimits } from '../../domain/table-limits';
import { suspensionOfSession } from '../../persistence/compliance/suspensions';
import { listOwnLimits } from '../../persistence/game-limits';
import type { Mode, SessionRow } from '../../persistence/entities/sessions';
import { readPlayerEdgePolicy } from '../../persistence/player-edge';
import { findExternalSession, insertSession } from '../../persistence/sessions';
import { takeTurns } from '../../persistence/transaction';
import { grantPlayMoney } from '../../persistence/wallets';
import { insertSeed } from '../../persistence/fairness/seeds';
import { findGame, type Game, playedGame } from '../games/catalogue-games';
import { suspended } from '../compliance/holds';
import { anyClientSeed, makeSeed, type SeedMaker } from '../fairness/seed-maker';
import { limitsIn } from '../games/game-limits';
import { newId } from '../ids';
import { playerAt } from '../players';
import { invalid, isRefusal, notFound, type Refusal } from '../refusal';
import type { Request } from '../request';
import { tableForSession } from './session-table';

const DEFAULT_PLAY_BALANCE = 1_000_000;

export interface SessionToOpen {
  readonly playerId: string;
  readonly gameId: string;
  readonly currency: string;
  readonly mode: Mode;
  readonly lang: string | null;
  readonly country: string | null;
  readonly ip: string | null;
  readonly returnUrl: string | null;
  readonly tableId: string | null;
  readonly externalSessionId: string | null;
  /** Play money to start with; only where it is not the wallet's. */
  readonly balance: number | null;
  /** After how long the player is reminded; the operator's interval counts where none is given, or it is shorter. */
  readonly reminderSeconds: number | null;
}

/** What the installation says about sessions. */
export interface SessionPolicy {
  readonly testMode: boolean;
  readonly sessionHours: number;
}

/** The rules and the limits of the session: those of its table, where it is at one. */
interface Offer {
  readonly game: Game;
  readonly limits: TableLimits;
}

/** The session, made unless the operator's own id of it is known; then it has to be the same one. */
export async function openOrFind(
  tx: EntityManager,
  request: Request,
  policy: SessionPolicy,
  seeds: SeedMaker,
  playerKey: number,
  wanted: SessionToOpen,
): Promise<{ readonly session: SessionRow; readonly created: boolean } | Refusal> {
  const { operatorId } = request.caller;
  if (wanted.externalSessionId !== null) {
    // The table's key begins with the player: without taking turns two players could get one id at the same time.
    await takeTurns(tx, 'external session', operatorId, wanted.externalSessionId);
    const session = await findExternalSession(tx, operatorId, wanted.externalSessionId);
    if (session !== null) return isSame(session, wanted) ? { session, created: false } : conflict(session);
  }
  const offer = await offerFor(tx, operatorId, policy, wanted);
  if (isRefusal(offer)) return offer;
  const refusal = await suspensionRefusal(tx, operatorId, playerKey, wanted);
  if (refusal !== null) return refusal;
  await playerAt(tx, operatorId, wanted.playerId, playerKey, request.now);
  const session = sessionRow(request, policy, playerKey, wanted, offer);
  await insertSession(tx, session);
  const place = { playerKey, sessionId: session.sessionId, seedNo: 1 };
  await insertSeed(tx, makeSeed(seeds, place, anyClientSeed(), request.now));
  if (wanted.mode !== 'real') {
    const { sessionId, currency } = session;
    const amount = wanted.balance ?? DEFAULT_PLAY_BALANCE;
    await grantPlayMoney(tx, { playerKey, currency, sessionId, operatorId, amount, now: request.now });
  }
  return { session, created: true };
}

/** What the operator cannot mean to change by opening a session again. */
const IDENTITY = ['playerId', 'gameId', 'currency', 'mode', 'tableId'] as const;

function isSame(session: SessionRow, wanted: SessionToOpen): boolean {
  return IDENTITY.every((field) => session[field] === wanted[field]);
}

function conflict({ externalSessionId }: SessionRow): Refusal {
  const detail = `Session ${externalSessionId} was opened for another player, game, currency, mode or table.`;
  return { refused: 'session_conflict', detail };
}

/** What is offered: the game and its limits; or why it is not. */
async function offerFor(
  tx: EntityManager,
  operatorId: string,
  policy: SessionPolicy,
  wanted: SessionToOpen,
): Promise<Offer | Refusal> {
  const { gameId, mode } = wanted;
  if (mode === 'test' && !policy.testMode) {
    return { refused: 'test_mode_off', detail: 'Sessions with chosen cards are switched off by TEST_MODE.' };
  }
  if (mode === 'real' && wanted.balance !== null) {
    return invalid([
      { path: 'balance', detail: 'is for play money: in mode real the wallet is played from' },
    ]);
  }
  const currency = currencyOf(wanted.currency);
  if (currency === null) return noLimits('must be the code of a currency that GET /v1/currencies lists');
  const latest = await findGame(tx, operatorId, gameId);
  if (latest === null) return notFound('game');
  const table = await tableForSession(tx, operatorId, latest, wanted);
  if (table !== null && isRefusal(table)) return table;
  // A table goes on under the version and the limits that it has, whatever is offered to new ones.
  const game = table === null ? latest : await playedGame(tx, operatorId, gameId, table.ruleSetVersion);
  const limits =
    table?.state.limits ?? limitsIn(game.ruleSet, currency, await listOwnLimits(tx, operatorId, [gameId]));
  if (limits === null) return noLimits(`${gameId} has no limits in ${currency.code}`);
  const refusal = await edgeRefusal(tx, operatorId, game, currency, mode);
  return refusal ?? { game, limits };
}

/** A session in which nothing could be done but bet is not opened; one in which a round can be finished is. */
async function suspensionRefusal(
  tx: EntityManager,
  operatorId: string,
  playerKey: number,
  wanted: SessionToOpen,
): Promise<Refusal | null> {
  const { scope, hasOpenRound } = await suspensionOfSession(tx, { ...wanted, operatorId, playerKey });
  return scope === null || hasOpenRound ? null : suspended(scope);
}

function noLimits(detail: string): Refusal {
  return invalid([{ path: 'currency', detail }]);
}

/** SW-14: real money may be let in on a game that returns more than it takes only with the operator's consent. */
async function edgeRefusal(
  tx: EntityManager,
  operatorId: string,
  { ruleSet, theoreticalReturn }: Game,
  currency: Currency,
  mode: Mode,
): Promise<Refusal | null> {
  if (mode !== 'real' || currency.play) return null;
  const { maxReturnPpm, playerEdgeGames } = await readPlayerEdgePolicy(tx, operatorId);
  const returnPpm = theoreticalReturn.mainBet.return * 1_000_000;
  if (returnPpm <= maxReturnPpm || playerEdgeGames.includes(ruleSet.id)) return null;
  const percent = (ppm: number): string => `${Math.round(ppm) / 10_000} %`;
  const detail = `${ruleSet.id} returns ${percent(returnPpm)}; the operator accepts ${percent(maxReturnPpm)}.`;
  return { refused: 'return_too_high', detail };
}

function sessionRow(
  { caller, now }: Request,
  { sessionHours }: SessionPolicy,
  playerKey: number,
  wanted: SessionToOpen,
  { game, limits }: Offer,
): SessionRow {
  return {
    playerKey,
    sessionId: newId(playerKey, now),
    operatorId: caller.operatorId,
    playerId: wanted.playerId,
    gameId: game.ruleSet.id,
    ruleSetVersion: game.ruleSet.version,
    mode: wanted.mode,
    currency: wanted.currency,
    limits,
    lang: wanted.lang,
    country: wanted.country,
    ip: wanted.ip,
    returnUrl: wanted.returnUrl,
    externalSessionId: wanted.externalSessionId,
    reminderSeconds: wanted.reminderSeconds,
    tableId: wanted.tableId,
    openedAt: now,
    expiresAt: new Date(now.getTime() + sessionHours * 3_600_000),
    closedAt: null,
  };
}
