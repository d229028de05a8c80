import type { EntityManager } from 'typeorm';
import { IdempotencyRecordRow } from './entities/idempotency';
import { hotQueryIn, type HotStatement } from './hot-query';
import { Moved } from './transaction';

/** The part of a refusal that this layer knows; whatever else it says is kept with it. */
export interface StoredRefusal {
  readonly refused: string;
  readonly detail: string;
}

/** What is kept of an answer: all of it, or for a round the place in its steps from which it is made again. */
export type StoredAnswer =
  | { readonly kind: 'body'; readonly body: object }
  | {
      readonly kind: 'refusal';
      readonly refusal: StoredRefusal;
      readonly requestId: string;
      /** The round that came along, if one did. */
      readonly place?: AnsweredRound;
    }
  | { readonly kind: 'round'; readonly place: AnsweredRound };

/** From where in a round's steps its body is made again, byte for byte. */
export interface AnsweredRound {
  readonly roundId: string;
  readonly version: number;
  /** The wallet's balance as it was told, where that is not the balance after the step. */
  readonly balance?: number;
  /** Whether the player's settings had advice shown. */
  readonly advice: boolean;
}

/** Whose key it is. `playerKey` is 0 where the request is about no player. */
export interface KeyOwner {
  readonly playerKey: number;
  readonly operatorId: string;
  readonly key: string;
}

export interface IdempotencyRecord {
  readonly requestHash: Buffer;
  readonly status: number;
  readonly answer: StoredAnswer;
}

/** The first answer under that key; null when there is none. */
export async function readIdempotencyRecord(
  db: EntityManager,
  { playerKey, operatorId, key }: KeyOwner,
): Promise<IdempotencyRecord | null> {
  const row = await db.findOneBy(IdempotencyRecordRow, { playerKey, operatorId, key });
  if (row === null) return null;
  return { requestHash: row.requestHash, status: row.status, answer: row.answer as StoredAnswer };
}

const CLAIM: HotStatement = {
  name: 'claim-idempotency-key',
  text: `
    INSERT INTO idempotency_records (player_key, operator_id, key, request_hash, status, answer, created_at)
    SELECT $1, $2, $3, $4, 0, 'null', $5
    WHERE NOT EXISTS (SELECT FROM idempotency_records WHERE operator_id = $2 AND key = $3 AND player_key <> $1)
    ON CONFLICT DO NOTHING
    RETURNING player_key`,
};

/**
 * Takes the key for this transaction: `claimed`; or gives the record of who had it first, after waiting for him when
 * he is still at work; or says that the operator used it for another player, `elsewhere`.
 */
export async function claimKey(
  tx: EntityManager,
  owner: KeyOwner,
  requestHash: Buffer,
  now: Date,
): Promise<'claimed' | 'elsewhere' | IdempotencyRecord> {
  const { playerKey, operatorId, key } = owner;
  const claimed = await hotQueryIn(tx, CLAIM, [playerKey, operatorId, key, requestHash, now]);
  if (claimed.length > 0) return 'claimed';
  const record = await readIdempotencyRecord(tx, owner);
  if (record !== null) return record;
  if (await tx.existsBy(IdempotencyRecordRow, { operatorId, key })) return 'elsewhere';
  throw new Moved('the record was cleared away between two statements');
}

/** Writes the answer under a key that this transaction has claimed. */
export async function storeAnswer(
  tx: EntityManager,
  { playerKey, operatorId, key }: KeyOwner,
  status: number,
  answer: StoredAnswer,
): Promise<void> {
  await tx.update(IdempotencyRecordRow, { playerKey, operatorId, key }, { status, answer });
}

/** Deletes records made before that time, so many at most, and says how many there were. */
export async function deleteRecords(db: EntityManager, madeBefore: Date, limit: number): Promise<number> {
  const [, deleted] = await db.query<[unknown, number]>(
    `DELETE FROM idempotency_records WHERE ctid IN (
       SELECT ctid FROM idempotency_records WHERE created_at < $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [madeBefore, limit],
  );
  return deleted;
}
