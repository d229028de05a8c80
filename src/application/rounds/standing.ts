import type { DataSource } from 'typeorm';
import type { RuleSet } from '../../domain/rule-set';
import type { AnsweredRound, StoredAnswer } from '../../persistence/idempotency';
import { keepRefusal } from '../../persistence/rounds/commit-step';
import {
  type Asking,
  loadRoundStanding,
  type RoundStanding,
  type Standing,
} from '../../persistence/rounds/load-standing';
import { hasMoved, isKeyTimeout, isLockTimeout } from '../../persistence/transaction';
import type { Reading } from '../../persistence/transaction';
import { playerKeyOf } from '../ids';
import { isRepeated, notFound, type Refusal } from '../refusal';
import type { Answer, Request } from '../request';
import { KEY_REUSED, STILL_RUNNING } from '../run-once';
import { SIGNATURE_USED } from '../operators/signatures';
import { roundBody, type RoundBody } from './round-body';
import { ruleSetOf } from './rule-set-of';

/** Each time one of those who race comes first, so this many may press their buttons at the same instant. */
const ATTEMPTS = 16;

export type RoundResult = Answer<RoundBody> | Refusal;

/** What a request asks the database for, beside the round it is about. */
export function askingOf({ caller, idempotency, now, signatureHash }: Request): Asking {
  return {
    operatorId: caller.operatorId,
    keyId: caller.keyId,
    idempotencyKey: idempotency?.key ?? null,
    sessionId: caller.sessionId,
    signature: signatureHash ? { hash: signatureHash, at: now } : null,
  };
}

/**
 * Makes a decision on what is read, and makes it anew when that has moved before it was written. Two requests that race
 * for one round or one wallet thus come one after the other, whichever process serves them.
 */
export async function decideUntilWritten(
  request: Request,
  decide: (request: Request) => Promise<RoundResult>,
): Promise<RoundResult> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      // The first read has used the signature up.
      return await decide(attempt === 1 ? request : { ...request, signatureHash: null });
    } catch (error) {
      if (isKeyTimeout(error)) return STILL_RUNNING;
      if (isLockTimeout(error)) break;
      if (!hasMoved(error)) throw error;
    }
  }
  return {
    refused: 'too_many_conflicts',
    detail: 'Too many requests play this round or wallet at once. Try again.',
  };
}

/** The round of that id as far as the caller may know of it: a session's token is for one player and one game. */
export async function loadRoundFor(
  reading: Reading,
  request: Request,
  roundId: string,
): Promise<{ standing: RoundStanding; ruleSet: RuleSet } | Refusal> {
  const standing = await loadRoundStanding(reading, playerKeyOf(roundId), roundId, askingOf(request));
  if (!standing?.sameGame) return notFound('round');
  const { round } = standing;
  if (!standing.keyLive) return REVOKED;
  if (!standing.signatureNew) return SIGNATURE_USED;
  return { standing, ruleSet: ruleSetOf(round.gameId, round.ruleSetVersion, standing.ownRuleSet) };
}

export const REVOKED: Refusal = { refused: 'unauthorized', detail: 'The API key has been revoked.' };

/** The first answer under the request's key; null when this is the first request under it. */
export async function earlierAnswer(
  dataSource: DataSource,
  request: Request,
  standing: Standing,
): Promise<RoundResult | null> {
  if (request.idempotency === null) return null;
  const { record } = standing;
  if (record === null) return standing.keyElsewhere ? KEY_REUSED : null;
  if (record.requestHash !== request.idempotency.requestHash.toString('hex')) return KEY_REUSED;
  const { answer, status } = record;
  switch (answer.kind) {
    case 'round': {
      const body = await roundAt(dataSource, request, answer.place);
      return { status: status === 201 ? 201 : 200, body, replayed: true };
    }
    case 'refusal': {
      const refusal = { ...(answer.refusal as Refusal), replayOf: answer.requestId };
      if (answer.place === undefined) return refusal;
      return { ...refusal, round: await roundAt(dataSource, request, answer.place) };
    }
    case 'body':
      throw new Error('Broken invariant: a request about a round is answered with a round');
  }
}

async function roundAt(
  dataSource: DataSource,
  { caller }: Request,
  place: AnsweredRound,
): Promise<RoundBody> {
  const asking = {
    operatorId: caller.operatorId,
    keyId: null,
    idempotencyKey: null,
    sessionId: null,
    signature: null,
  };
  const standing = await loadRoundStanding(dataSource, playerKeyOf(place.roundId), place.roundId, asking);
  if (standing === null) throw new Error('Broken invariant: a round that was answered with exists');
  const { round, ownRuleSet } = standing;
  return roundBody(round, ruleSetOf(round.gameId, round.ruleSetVersion, ownRuleSet), place);
}

/**
 * Refuses, and keeps the refusal under the request's key where the state of things decided it, so that a late duplicate
 * cannot do what its sender was told had not been done. `place` says from where the round beside it is made again.
 */
export async function refuse(
  dataSource: DataSource,
  request: Request,
  playerKey: number,
  refusal: Refusal,
  shown: { readonly body: RoundBody; readonly place: AnsweredRound } | null,
): Promise<Refusal> {
  if (request.idempotency !== null && isRepeated(refusal)) {
    const { key, requestHash } = request.idempotency;
    const owner = { playerKey, operatorId: request.caller.operatorId, key };
    const answer: StoredAnswer = {
      kind: 'refusal',
      refusal,
      requestId: request.requestId,
      ...(shown === null ? {} : { place: shown.place }),
    };
    await keepRefusal(dataSource, owner, requestHash.toString('hex'), answer, request.now);
  }
  return shown === null ? refusal : { ...refusal, round: shown.body };
}

/** Who did it, as the record names him. */
export function actorOf({ caller }: Request): string {
  return caller.sessionId === null ? `key:${caller.keyId}` : `session:${caller.sessionId}`;
}

/** Whether the player wants to be told of bad choices; he does unless he said no (C-22). */
export function wantsAdvice({ playerSettings }: Standing): boolean {
  return playerSettings.warnings !== false;
}
