import type { EntityManager } from 'typeorm';
import type { TablePlace } from '../tables/load-table';

/** Names one round. */
export interface RoundKey {
  /** Of its player, or of its table. */
  readonly ownerKey: number;
  readonly roundId: string;
}

/** Where to look for rounds: an operator's who played alone, or those of one table; and of them, those behind an id. */
export interface OldRounds {
  readonly operatorId: string;
  /** Null for rounds that were played alone. */
  readonly table: TablePlace | null;
  /** The position behind which nothing of them may lie. */
  readonly upToPosition: number;
  readonly after: string;
  /** The highest id that they may have. */
  readonly last: string;
}

/** SQL of one kind of round, of which a row is called r. */
interface RoundKind {
  readonly rounds: 'rounds' | 'table_rounds';
  readonly steps: 'round_steps' | 'table_steps';
  readonly key: 'player_key' | 'table_key';
  /** Which rows p of `rounds` hold the money of r: itself, or the parts of all bettors. */
  readonly parts: string;
  /** What else is asked of r. */
  readonly where: string;
}

const ALONE: RoundKind = {
  rounds: 'rounds',
  steps: 'round_steps',
  key: 'player_key',
  parts: 'p.player_key = r.player_key AND p.round_id = r.round_id',
  where: 'r.table_key IS NULL',
};

/** What a table still shows stays. */
const AT_A_TABLE: RoundKind = {
  rounds: 'table_rounds',
  steps: 'table_steps',
  key: 'table_key',
  parts: 'p.table_key = r.table_key AND p.round_id = r.round_id',
  where: `NOT EXISTS (
    SELECT FROM tables t WHERE t.table_key = r.table_key AND t.round_id = r.round_id AND t.phase <> 'closed')`,
};

/**
 * SQL for whether a round ended with everything that is under seal of it up to a position: steps, cancellations and
 * transfers. What one transaction wrote may lie on both sides of it.
 */
function endedUpTo({ steps, key, parts, where }: RoundKind, position: string): string {
  return `r.ended_at IS NOT NULL AND ${where}
    AND (SELECT max(s.position) FROM ${steps} s WHERE s.${key} = r.${key} AND s.round_id = r.round_id) <= ${position}
    AND NOT EXISTS (
      SELECT FROM rounds p JOIN transfers USING (player_key, round_id) WHERE ${parts} AND transfers.position > ${position})
    AND NOT EXISTS (
      SELECT FROM rounds p JOIN cancellations c USING (player_key, round_id) WHERE ${parts} AND c.position > ${position})`;
}

/** Rounds that may go, some at a time, in the order of their ids. */
export async function listOldRounds(
  db: EntityManager,
  { operatorId, table, upToPosition, after, last }: OldRounds,
  limit: number,
): Promise<RoundKey[]> {
  const kind = table === null ? ALONE : AT_A_TABLE;
  const ofTable = table === null ? '' : 'AND r.table_key = $6 AND r.table_id = $7';
  return db.query<RoundKey[]>(
    `SELECT r.${kind.key} AS "ownerKey", r.round_id AS "roundId" FROM ${kind.rounds} r
     WHERE r.operator_id = $1 AND r.round_id > $3 AND r.round_id <= $4 ${ofTable} AND ${endedUpTo(kind, '$2')}
     ORDER BY r.round_id LIMIT $5`,
    [
      operatorId,
      upToPosition,
      after,
      last,
      limit,
      ...(table === null ? [] : [table.tableKey, table.tableId]),
    ],
  );
}

/** All tables that the operator ever had. */
export async function listTablesOf(db: EntityManager, operatorId: string): Promise<TablePlace[]> {
  return db.query<TablePlace[]>(
    `SELECT table_key AS "tableKey", table_id AS "tableId" FROM tables WHERE operator_id = $1 ORDER BY table_id`,
    [operatorId],
  );
}

/**
 * Removes rounds with their steps, the parts of all bettors, cancellations and assessments, those to come too; sums that
 * they were added to stay. One that went on since it was listed stays as well. The database refuses what no removal on record covers.
 */
export async function deleteRounds(
  tx: EntityManager,
  { table, upToPosition }: Pick<OldRounds, 'table' | 'upToPosition'>,
  listed: readonly RoundKey[],
): Promise<number> {
  const kind = table === null ? ALONE : AT_A_TABLE;
  const { rounds, steps, key, parts } = kind;
  // Whoever cancels one of them has its lock, or waits for it, and then finds nothing. Whoever erases a bettor begins with
  // his parts as well.
  await tx.query(
    `SELECT FROM ${rounds} WHERE ${isOneOf(key)} ORDER BY ${key}, round_id FOR UPDATE`,
    asked(listed),
  );
  if (table !== null) {
    const ofBettors = `SELECT FROM rounds WHERE ${isOneOf(key)} ORDER BY player_key, round_id FOR UPDATE`;
    await tx.query(ofBettors, asked(listed));
  }
  const old = await tx.query<RoundKey[]>(
    `SELECT r.${key} AS "ownerKey", r.round_id AS "roundId" FROM ${rounds} r
     WHERE ${isOneOf(`r.${key}`, 'r.round_id')} AND ${endedUpTo(kind, '$3')}`,
    [...asked(listed), upToPosition],
  );
  await tx.query(
    `DELETE FROM cancellations WHERE (player_key, round_id) IN (
       SELECT p.player_key, p.round_id FROM ${rounds} r JOIN rounds p ON ${parts}
       WHERE ${isOneOf(`r.${key}`, 'r.round_id')})`,
    asked(old),
  );
  await tx.query(`DELETE FROM ${steps} WHERE ${isOneOf(key)}`, asked(old));
  for (const assessed of ['round_assessments', 'rounds_to_assess']) {
    await tx.query(`DELETE FROM ${assessed} WHERE ${isOneOf('player_key')}`, asked(old));
  }
  await tx.query(`DELETE FROM rounds WHERE ${isOneOf(key)}`, asked(old));
  if (rounds === 'table_rounds') await tx.query(`DELETE FROM table_rounds WHERE ${isOneOf(key)}`, asked(old));
  return old.length;
}

/** Where something of a round can be left, and the column that names its player or its table. */
const LEFT = [
  ['cancellations', 'player_key'],
  ['rounds', 'player_key'],
  ['rounds', 'table_key'],
  ['round_steps', 'player_key'],
  ['table_rounds', 'table_key'],
  ['table_steps', 'table_key'],
] as const;

/** Which of these rounds have something left: their own row, a step, or a bettor's part. */
export async function listRoundsLeft(db: EntityManager, rounds: readonly RoundKey[]): Promise<RoundKey[]> {
  if (rounds.length === 0) return [];
  const left = LEFT.map(
    ([table, key]) =>
      `EXISTS (SELECT FROM ${table} l WHERE l.${key} = asked.owner_key AND l.round_id = asked.round_id)`,
  );
  return db.query<RoundKey[]>(
    `SELECT DISTINCT owner_key AS "ownerKey", round_id AS "roundId"
     FROM unnest($1::bigint[], $2::uuid[]) AS asked (owner_key, round_id) WHERE ${left.join(' OR ')}`,
    asked(rounds),
  );
}

/** SQL for whether a row belongs to one of the rounds that are the first two parameters. */
function isOneOf(key: string, roundId = 'round_id'): string {
  return `(${key}, ${roundId}) IN (SELECT * FROM unnest($1::bigint[], $2::uuid[]))`;
}

function asked(rounds: readonly RoundKey[]): [number[], string[]] {
  return [rounds.map(({ ownerKey }) => ownerKey), rounds.map(({ roundId }) => roundId)];
}
