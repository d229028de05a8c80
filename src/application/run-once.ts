import type { DataSource, EntityManager } from 'typeorm';
import {
  claimKey,
  type IdempotencyRecord,
  type KeyOwner,
  type StoredAnswer,
  storeAnswer,
} from '../persistence/idempotency';
import { inTransaction, isLockTimeout, TooManyConflicts } from '../persistence/transaction';
import { isRefusal, isRepeated, type Refusal } from './refusal';
import type { Answer, Request } from './request';

type Result<Body> = Answer<Body> | Refusal;
type Work<Body> = (tx: EntityManager, playerKey: number) => Promise<Result<Body> | WrittenAnswer<Body>>;

/** An answer that the work has written under the request's key itself, together with what it did (`recordOf`). */
export interface WrittenAnswer<Body> {
  readonly written: Answer<Body>;
}

/** Whose records they are: the player's key, `NO_PLAYER`, or how to find out. */
export type Whose = number | ((tx: EntityManager) => Promise<number>);

/**
 * Does the work once for each Idempotency-Key, in one transaction with the record of its answer. The same request under
 * the same key gets the first answer again, `replayed`; another one is refused. A refusal undoes all that the work has
 * written. Without a key the work is just done.
 */
export async function runOnce<Body extends object>(
  dataSource: DataSource,
  request: Request,
  whose: Whose,
  work: Work<Body>,
): Promise<Result<Body>> {
  try {
    return await attempt(dataSource, request, whose, work);
  } catch (error) {
    if (!(error instanceof TooManyConflicts) && !isLockTimeout(error)) throw error;
    return { refused: 'too_many_conflicts', detail: 'Too many requests touch the same records. Try again.' };
  }
}

async function attempt<Body extends object>(
  dataSource: DataSource,
  request: Request,
  whose: Whose,
  work: Work<Body>,
): Promise<Result<Body>> {
  try {
    return await inTransaction(dataSource, async (tx) => {
      const playerKey = await keyOf(whose, tx);
      const earlier = await claim(tx, request, playerKey);
      if (earlier !== null) return earlier as Result<Body>;
      const result = await work(tx, playerKey);
      if ('written' in result) return result.written;
      if (isRefusal(result)) throw new Undone(result);
      await keep(tx, request, playerKey, result.status, { kind: 'body', body: result.body });
      return result;
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    return keepRefusal<Body>(dataSource, request, whose, error.refusal);
  }
}

/** Carries a refusal out of the transaction, which is rolled back on its way. */
class Undone extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.detail);
  }
}

/**
 * A transaction of its own. Whoever had waited for this key meanwhile may have done the same work and kept his answer
 * first; then that one is the answer.
 */
async function keepRefusal<Body>(
  dataSource: DataSource,
  request: Request,
  whose: Whose,
  refusal: Refusal,
): Promise<Result<Body>> {
  if (!isRepeated(refusal) || request.idempotency === null) return refusal;
  return inTransaction(dataSource, async (tx) => {
    const playerKey = await keyOf(whose, tx);
    const earlier = await claim(tx, request, playerKey);
    if (earlier !== null) return earlier as Result<Body>;
    await keep(tx, request, playerKey, 0, { kind: 'refusal', refusal, requestId: request.requestId });
    return refusal;
  });
}

async function keyOf(whose: Whose, tx: EntityManager): Promise<number> {
  return typeof whose === 'number' ? whose : whose(tx);
}

/** Null when the work is to be done; otherwise what to answer instead. */
async function claim(
  tx: EntityManager,
  request: Request,
  playerKey: number,
): Promise<Result<unknown> | null> {
  if (request.idempotency === null) return null;
  const { key, requestHash } = request.idempotency;
  try {
    const taken = await claimKey(tx, ownerOf(request, playerKey, key), requestHash, request.now);
    return taken === 'claimed' ? null : earlierAnswer(taken, requestHash);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    return STILL_RUNNING;
  }
}

function earlierAnswer(record: 'elsewhere' | IdempotencyRecord, requestHash: Buffer): Result<unknown> {
  if (record === 'elsewhere' || !record.requestHash.equals(requestHash)) return KEY_REUSED;
  const { status, answer } = record;
  switch (answer.kind) {
    case 'body':
      return { status: status === 201 ? 201 : 200, body: answer.body, replayed: true };
    case 'refusal':
      return { ...(answer.refusal as Refusal), replayOf: answer.requestId };
    case 'round':
      throw new Error('Broken invariant: a request of this kind has no round for an answer');
  }
}

export const STILL_RUNNING: Refusal = {
  refused: 'idempotency_in_progress',
  detail: 'The first request with this key is still running.',
};

export const KEY_REUSED: Refusal = {
  refused: 'idempotency_key_reused',
  detail:
    'This Idempotency-Key was used for a different request. Take a new one for every request that is new.',
};

async function keep(
  tx: EntityManager,
  request: Request,
  playerKey: number,
  status: number,
  answer: StoredAnswer,
): Promise<void> {
  if (request.idempotency === null) return;
  await storeAnswer(tx, ownerOf(request, playerKey, request.idempotency.key), status, answer);
}

/** An answer as it is kept under the request's key; null where it has none. */
export function recordOf<Body extends object>(
  request: Request,
  playerKey: number,
  { status, body }: Answer<Body>,
): { readonly owner: KeyOwner; readonly status: number; readonly answer: StoredAnswer } | null {
  if (request.idempotency === null) return null;
  const owner = ownerOf(request, playerKey, request.idempotency.key);
  return { owner, status, answer: { kind: 'body', body } };
}

function ownerOf({ caller }: Request, playerKey: number, key: string): KeyOwner {
  return { playerKey, operatorId: caller.operatorId, key };
}
