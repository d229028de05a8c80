import type { RuleSet } from '../../domain/rule-set';
import {
  type SharedAskingSession,
  type BettorPart,
  findSharedRound,
  type FoundSharedRound,
  type SharedAsking,
  type SharedRoundRecord,
} from '../../persistence/rounds/shared-round';
import type { Reading } from '../../persistence/transaction';
import { playerKeyOf } from '../ids';
import { notFound, type Refusal } from '../refusal';
import type { Request } from '../request';
import type { RoundToShow } from './round-body';
import { ruleSetOf } from './rule-set-of';
import { REVOKED } from './standing';

/** The round of a shared table as far as the caller may know of it: everybody's cards, and the money of some. */
export interface SharedRound {
  readonly round: SharedRoundRecord;
  readonly ruleSet: RuleSet;
  /** Whose money is shown: one bettor's, nobody's to somebody who watches, everybody's to the operator. */
  readonly whose: Whose;
}

export type Whose =
  | { readonly kind: 'bettor'; readonly part: BettorPart }
  | { readonly kind: 'watcher'; readonly balance: number }
  | { readonly kind: 'everybody'; readonly parts: readonly BettorPart[] };

/** Who asks for a round of a table. */
export function sharedAskingOf({ caller: { operatorId, keyId, sessionId } }: Request): SharedAsking {
  const session = sessionId === null ? null : { sessionId, playerKey: playerKeyOf(sessionId) };
  return { operatorId, keyId, session };
}

/**
 * A round of the caller's tables. A session at the table sees it, with the player's own money if he has a bet in it; so
 * does a session elsewhere of the same game, mode and currency whose player has one.
 */
export async function loadSharedRound(
  { manager }: Reading,
  request: Request,
  roundId: string,
): Promise<SharedRound | Refusal> {
  const found = await findSharedRound(manager, playerKeyOf(roundId), roundId, sharedAskingOf(request));
  if (found === null) return notFound('round');
  if (!found.keyLive) return REVOKED;
  const whose = whoseMoney(found, request);
  if (whose === null) return notFound('round');
  const { round, ownRuleSet } = found;
  return { round, ruleSet: ruleSetOf(round.gameId, round.ruleSetVersion, ownRuleSet), whose };
}

function whoseMoney({ round, bettors, session }: FoundSharedRound, { caller }: Request): Whose | null {
  if (caller.sessionId === null) return { kind: 'everybody', parts: bettors };
  if (session === null) return null;
  const part = bettors.at(0);
  const isThere = session.tableId === round.tableId;
  // Who plays for nothing in one window is told nothing of his real money in another (DX-08).
  const isOwn = part?.mode === session.mode && (isThere || isSameGame(session, round));
  if (part !== undefined && isOwn) return { kind: 'bettor', part };
  return isThere ? { kind: 'watcher', balance: session.balance } : null;
}

function isSameGame(session: SharedAskingSession, round: SharedRoundRecord): boolean {
  return session.gameId === round.gameId && session.currency === round.currency;
}

/** The same with one player's money only, whom an operator's key names; not found where he has no bet in it. */
export function ofPlayer(shared: SharedRound, playerId: string): SharedRound | Refusal {
  const { whose } = shared;
  if (whose.kind !== 'everybody') return shared;
  const part = whose.parts.find((one) => one.playerId === playerId);
  return part === undefined
    ? notFound('player in this round')
    : { ...shared, whose: { kind: 'bettor', part } };
}

/** Whose bets are shown, by their numbers. */
export function partsShown(whose: Whose): readonly BettorPart[] {
  switch (whose.kind) {
    case 'bettor':
      return [whose.part];
    case 'watcher':
      return [];
    case 'everybody':
      return whose.parts;
  }
}

/** What a body is made of, for that caller. */
export function sharedToShow({ round, whose }: SharedRound): RoundToShow {
  const { tableId, clock } = round;
  const part = whose.kind === 'bettor' ? whose.part : null;
  return {
    ...round,
    mode: part?.mode ?? round.mode,
    playerId: part?.playerId ?? null,
    sessionId: part?.sessionId ?? null,
    table: { tableId, bettor: part?.bettor ?? null, clock },
  };
}
