import type { EntityManager } from 'typeorm';

/** Whether the signature is new. Two requests with one signature cannot both be told so. */
export async function rememberSignature(
  db: EntityManager,
  operatorId: string,
  signatureHash: Buffer,
  now: Date,
): Promise<boolean> {
  const rows = await db.query<unknown[]>(
    `INSERT INTO seen_signatures (operator_id, signature_hash, seen_at) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING RETURNING operator_id`,
    [operatorId, signatureHash, now],
  );
  return rows.length > 0;
}

/** Forgets signatures seen before then: so many at most, and none that another process has hold of; says how many. */
export async function forgetSignatures(db: EntityManager, seenBefore: Date, limit: number): Promise<number> {
  const [, deleted] = await db.query<[unknown, number]>(
    `DELETE FROM seen_signatures WHERE (operator_id, signature_hash) IN (
       SELECT operator_id, signature_hash FROM seen_signatures
       WHERE seen_at < $1 ORDER BY seen_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [seenBefore, limit],
  );
  return deleted;
}
