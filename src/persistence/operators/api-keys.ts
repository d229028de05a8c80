import type { EntityManager } from 'typeorm';
import { ApiKeyRow } from '../entities/operators';

/** What a request needs to know about the key that it came with. */
export interface LiveKey {
  readonly keyId: string;
  readonly operatorId: string;
  readonly scopes: readonly string[];
  readonly requiresSignature: boolean;
}

/** Does nothing when a key with this hash is there already, revoked or not. */
export async function insertApiKey(db: EntityManager, key: ApiKeyRow): Promise<void> {
  await db.query(
    `INSERT INTO api_keys (key_id, operator_id, label, key_hash, scopes, created_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (key_hash) DO NOTHING`,
    [key.keyId, key.operatorId, key.label, key.keyHash, key.scopes, key.createdAt],
  );
}

export async function listApiKeys(db: EntityManager, operatorId: string): Promise<ApiKeyRow[]> {
  return db.find(ApiKeyRow, { where: { operatorId }, order: { createdAt: 'ASC', keyId: 'ASC' } });
}

/** The time of revocation, which for a key that was revoked before is the earlier one; null for an unknown key. */
export async function revokeApiKey(db: EntityManager, keyId: string, now: Date): Promise<Date | null> {
  const [rows] = await db.query<[{ revokedAt: Date }[], number]>(
    `UPDATE api_keys SET revoked_at = coalesce(revoked_at, $2) WHERE key_id = $1 RETURNING revoked_at AS "revokedAt"`,
    [keyId, now],
  );
  return rows.at(0)?.revokedAt ?? null;
}

/** The key of that hash unless it was revoked. */
export async function findLiveKey(db: EntityManager, keyHash: Buffer): Promise<LiveKey | null> {
  const rows = await db.query<LiveKey[]>(
    `SELECT key_id AS "keyId", operator_id AS "operatorId", scopes, requires_signature AS "requiresSignature"
     FROM api_keys JOIN operators USING (operator_id) WHERE key_hash = $1 AND revoked_at IS NULL`,
    [keyHash],
  );
  return rows.at(0) ?? null;
}
