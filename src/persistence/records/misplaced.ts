import type { EntityManager } from 'typeorm';
import { RECORD_KINDS, type RecordKind } from './kinds';

/** A row that no seal will ever cover, for it lies where no position was given out. */
export interface MisplacedRow {
  readonly operatorId: string | null;
  readonly table: string;
  readonly key: readonly (string | null)[];
}

/**
 * Rows before the first position or behind the last one that was given out, so many of each kind at most; those of one
 * operator, or of all where he is null. In a copy whose sequence was left behind, what is sealed was given out all the same.
 */
export async function listMisplaced(
  db: EntityManager,
  operatorId: string | null,
  limit: number,
): Promise<MisplacedRow[]> {
  // The sequence is read after the snapshot was taken: whatever is seen of others has its position from before.
  return db.query<MisplacedRow[]>(
    `WITH given_out AS MATERIALIZED (
       SELECT greatest(last_value, (SELECT max(to_position) FROM seals)) AS position FROM record_positions)
     ${RECORD_KINDS.map(selectOf).join(' UNION ALL ')}`,
    [limit, operatorId],
  );
}

function selectOf({ table, from, operatorId, keyLength, columns }: RecordKind): string {
  const key = columns.slice(0, keyLength).map(({ sql }) => sql);
  return `(
    SELECT ${operatorId} AS "operatorId", '${table}' AS "table", json_build_array(${key.join(', ')}) AS key
    FROM ${from} WHERE (x.position <= 0 OR x.position > (SELECT position FROM given_out))
      AND ($2::uuid IS NULL OR ${operatorId} = $2)
    ORDER BY x.position LIMIT $1)`;
}
