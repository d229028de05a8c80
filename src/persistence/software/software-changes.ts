import type { EntityManager } from 'typeorm';
import { takeTurns } from '../transaction';

/** Which program serves from now on. */
export interface ServingSoftware {
  readonly name: string;
  readonly version: string;
  readonly digest: string;
  readonly node: string;
}

/**
 * Puts on record, for every operator whose last record names another program or none, that this one serves him now. Says
 * for how many. Processes that start at once take turns, so that a change is on record once.
 */
export async function recordSoftware(
  tx: EntityManager,
  { name, version, digest, node }: ServingSoftware,
  now: Date,
): Promise<number> {
  await takeTurns(tx, 'software');
  const inserted = await tx.query<unknown[]>(
    `INSERT INTO software_changes (operator_id, name, version, digest, digest_before, node, at)
     SELECT o.operator_id, $1, $2, $3, last.digest, $4, $5
     FROM operators o LEFT JOIN LATERAL (
       SELECT digest, node FROM software_changes s WHERE s.operator_id = o.operator_id
       ORDER BY position DESC LIMIT 1) AS last ON TRUE
     WHERE (last.digest, last.node) IS DISTINCT FROM ($3, $4)
     ORDER BY o.operator_id
     RETURNING position`,
    [name, version, digest, node, now],
  );
  return inserted.length;
}
