import type { EntityManager } from 'typeorm';
import { SealRow } from './entities';

// Any number will do, as long as nothing else locks it in this database.
const SEALING_LOCK = 7_110_426;

/** Whether this transaction is the one that seals now. Only one is, in all processes, until it ends. */
export async function isOnlySealer(tx: EntityManager): Promise<boolean> {
  const [{ mine }] = await tx.query<[{ mine: boolean }]>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
    SEALING_LOCK,
  ]);
  return mine;
}

/** The position up to which all operators' records are sealed. */
export async function sealedPosition(db: EntityManager): Promise<number> {
  const [{ position }] = await db.query<[{ position: number }]>(
    'SELECT coalesce(max(to_position), 0) AS position FROM seals',
  );
  return position;
}

/** Whether positions are given out that are sealed already, as when rows were restored and the sequence was not. */
export async function isSequenceBehind(db: EntityManager): Promise<boolean> {
  const [{ isBehind }] = await db.query<[{ isBehind: boolean }]>(
    `SELECT (SELECT last_value FROM record_positions) < (SELECT max(to_position) FROM seals) AS "isBehind"`,
  );
  return isBehind;
}

/** Where an operator's chain ends. */
export type ChainEnd = Pick<SealRow, 'operatorId' | 'sealNo' | 'hash' | 'toPosition' | 'rowsTotal' | 'at'>;

export async function listChainEnds(
  db: EntityManager,
  operatorIds: readonly string[],
): Promise<Map<string, ChainEnd>> {
  const rows = await db.query<ChainEnd[]>(
    `SELECT last.operator_id AS "operatorId", seal_no AS "sealNo", hash, to_position AS "toPosition",
       rows_total AS "rowsTotal", at
     FROM unnest($1::uuid[]) AS wanted (operator_id), LATERAL (
       SELECT * FROM seals s WHERE s.operator_id = wanted.operator_id ORDER BY seal_no DESC LIMIT 1) AS last`,
    [operatorIds],
  );
  return new Map(rows.map((row) => [row.operatorId, row]));
}

export async function insertSeals(tx: EntityManager, seals: readonly SealRow[]): Promise<void> {
  await tx.insert(SealRow, [...seals]);
}

/**
 * The seals behind a position in the order in which they were made, some passes at a time: those that end at one
 * position, one for each operator, come together.
 */
export async function readSeals(db: EntityManager, after: number, passes: number): Promise<SealRow[]> {
  return db.query<SealRow[]>(
    `SELECT operator_id AS "operatorId", seal_no AS "sealNo", previous_hash AS "previousHash", hash, salt,
       from_position AS "fromPosition", to_position AS "toPosition", row_count AS "rowCount",
       rows_total AS "rowsTotal", covers, at
     FROM seals WHERE to_position IN (
       SELECT DISTINCT to_position FROM seals WHERE to_position > $1 ORDER BY to_position LIMIT $2)
     ORDER BY to_position, operator_id, seal_no`,
    [after, passes],
  );
}

/** Numbers of seals that are missing before one that is there. */
export interface Gap {
  readonly operatorId: string;
  readonly first: number;
  readonly last: number;
}

export async function listGaps(db: EntityManager): Promise<Gap[]> {
  return db.query<Gap[]>(
    `SELECT operator_id AS "operatorId", before + 1 AS first, seal_no - 1 AS last
     FROM (SELECT operator_id, seal_no, lag(seal_no, 1, 0::bigint) OVER (PARTITION BY operator_id ORDER BY seal_no) AS before
           FROM seals) AS numbered
     WHERE seal_no > before + 1 ORDER BY operator_id, seal_no`,
  );
}

/** The seal of that number; null when there is none. */
export async function findSealHash(
  db: EntityManager,
  operatorId: string,
  sealNo: number,
): Promise<{ readonly hash: Buffer; readonly at: Date; readonly rowsTotal: number } | null> {
  const row = await db.findOneBy(SealRow, { operatorId, sealNo });
  return row === null ? null : { hash: row.hash, at: row.at, rowsTotal: row.rowsTotal };
}
