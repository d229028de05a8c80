import type { EntityManager } from 'typeorm';
import type { SeedRow } from '../entities/seeds';

/** A seed that needs a key to be read. */
export type SealedSeed = Pick<
  SeedRow,
  'playerKey' | 'sessionId' | 'seedNo' | 'sealedSeed' | 'sealedUnder' | 'revealedAt'
>;

/** What becomes of one: a revealed one is kept in plain as well, a secret one is encrypted anew. */
export type ResealedSeed = Pick<
  SeedRow,
  'playerKey' | 'sessionId' | 'seedNo' | 'sealedSeed' | 'sealedUnder' | 'revealedSeed'
>;

/** The place of a seed in the order of its primary key. */
export type SealedPlace = Pick<SealedSeed, 'playerKey' | 'sessionId' | 'seedNo'>;

const COLUMNS = `player_key AS "playerKey", session_id AS "sessionId", seed_no AS "seedNo", sealed_seed AS "sealedSeed",
  sealed_under AS "sealedUnder", revealed_at AS "revealedAt"`;

/** Steps through the index from one key to the next, and so takes no longer when there are many seeds. */
const KEYS_IN_USE = `
  WITH RECURSIVE keys AS (
    (SELECT sealed_under AS name FROM seeds WHERE revealed_seed IS NULL AND sealed_under IS NOT NULL
     ORDER BY sealed_under LIMIT 1)
    UNION ALL
    SELECT (SELECT sealed_under FROM seeds WHERE revealed_seed IS NULL AND sealed_under > keys.name
            ORDER BY sealed_under LIMIT 1)
    FROM keys WHERE keys.name IS NOT NULL)
  SELECT name FROM keys WHERE name IS NOT NULL`;

/** The names of all keys that something is encrypted under which is not kept in plain. */
export async function keysInUse(db: EntityManager): Promise<string[]> {
  const rows = await db.query<{ name: string }[]>(KEYS_IN_USE);
  return rows.map(({ name }) => name);
}

/** How many seeds need each key; null stands for those of which it is not noted. */
export async function countByKey(
  db: EntityManager,
): Promise<{ readonly name: string | null; readonly seeds: number }[]> {
  return db.query(
    `SELECT sealed_under AS name, count(*) AS seeds FROM seeds WHERE revealed_seed IS NULL
     GROUP BY sealed_under ORDER BY sealed_under NULLS LAST`,
  );
}

/** Some of the seeds of which it is not noted what key they need. */
export async function seedsOfUnknownKey(db: EntityManager, limit: number): Promise<SealedSeed[]> {
  return db.query<SealedSeed[]>(
    `SELECT ${COLUMNS} FROM seeds WHERE revealed_seed IS NULL AND sealed_under IS NULL LIMIT $1`,
    [limit],
  );
}

/**
 * The next seeds after that place that need that key, or of which none is noted (null). They are held until the end of the
 * transaction, in the order of their places, as others take several.
 */
export async function holdSealedSeeds(
  tx: EntityManager,
  key: string | null,
  after: SealedPlace | null,
  limit: number,
): Promise<SealedSeed[]> {
  const needing = key === null ? '$1::text IS NULL AND sealed_under IS NULL' : 'sealed_under = $1';
  return tx.query<SealedSeed[]>(
    `SELECT ${COLUMNS} FROM seeds
     WHERE revealed_seed IS NULL AND ${needing}
       AND ($2::bigint IS NULL OR (player_key, session_id, seed_no) > ($2, $3::uuid, $4::integer))
     ORDER BY sealed_under, player_key, session_id, seed_no LIMIT $5 FOR UPDATE`,
    [key, after?.playerKey ?? null, after?.sessionId ?? null, after?.seedNo ?? null, limit],
  );
}

/** Whether the role of the connection has the right to `replaceSealed`. */
export async function mayReseal(db: EntityManager): Promise<boolean> {
  const [{ may }] = await db.query<[{ may: boolean }]>(
    `SELECT bool_and(has_column_privilege('seeds', name, 'UPDATE')) AS may
     FROM unnest(ARRAY['sealed_seed', 'sealed_under', 'revealed_seed']) AS name`,
  );
  return may;
}

/** Writes seeds that are held. */
export async function replaceSealed(tx: EntityManager, seeds: readonly ResealedSeed[]): Promise<void> {
  await tx.query(
    `UPDATE seeds SET sealed_seed = n.sealed_seed, sealed_under = n.sealed_under, revealed_seed = n.revealed_seed
     FROM unnest($1::bigint[], $2::uuid[], $3::integer[], $4::bytea[], $5::text[], $6::bytea[])
       AS n (player_key, session_id, seed_no, sealed_seed, sealed_under, revealed_seed)
     WHERE seeds.player_key = n.player_key AND seeds.session_id = n.session_id AND seeds.seed_no = n.seed_no`,
    [
      seeds.map(({ playerKey }) => playerKey),
      seeds.map(({ sessionId }) => sessionId),
      seeds.map(({ seedNo }) => seedNo),
      seeds.map(({ sealedSeed }) => sealedSeed),
      seeds.map(({ sealedUnder }) => sealedUnder),
      seeds.map(({ revealedSeed }) => revealedSeed),
    ],
  );
}
