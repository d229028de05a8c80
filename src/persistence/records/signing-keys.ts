import type { EntityManager } from 'typeorm';
import { SigningKeyRow } from './entities';

/** Keeps the public half of a key; one that is kept already stays as it is. */
export async function keepSigningKey(
  db: EntityManager,
  keyId: string,
  publicKey: Buffer,
  now: Date,
): Promise<void> {
  await db.query(
    'INSERT INTO signing_keys (key_id, public_key, first_used_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [keyId, publicKey, now],
  );
}

/** The newest first. */
export async function listSigningKeys(db: EntityManager): Promise<SigningKeyRow[]> {
  return db.find(SigningKeyRow, { order: { firstUsedAt: 'DESC', keyId: 'ASC' } });
}
