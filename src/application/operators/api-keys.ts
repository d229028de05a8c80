import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { findLiveKey, insertApiKey } from '../../persistence/operators/api-keys';
import { newId, NO_PLAYER } from '../ids';
import type { Scope } from '../request';

/** A key as it is shown once, and never again: only its hash is kept. */
export function makeApiKey(): string {
  return `hc_${randomBytes(32).toString('base64url')}`;
}

export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/**
 * Adds a key to those of the operator and returns its id. Several live side by side, so that one can be exchanged for
 * another without a pause.
 */
export async function addApiKey(
  db: EntityManager,
  key: string,
  { operatorId, label, scopes }: { operatorId: string; label: string; scopes: readonly Scope[] },
  now: Date,
): Promise<string> {
  const keyId = newId(NO_PLAYER, now);
  await insertApiKey(db, {
    keyId,
    operatorId,
    label,
    keyHash: hashApiKey(key),
    scopes: [...scopes],
    createdAt: now,
    revokedAt: null,
  });
  return keyId;
}

/** Whether the key exists and has not been revoked. */
export async function isLiveApiKey(db: EntityManager, key: string): Promise<boolean> {
  return (await findLiveKey(db, hashApiKey(key))) !== null;
}
