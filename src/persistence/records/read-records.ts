import type { EntityManager } from 'typeorm';
import { type NamedPlayer, RECORD_KINDS, type RecordKind } from './kinds';

/** One row under a seal, or to be sealed. */
export interface RecordRow {
  readonly kind: RecordKind;
  readonly position: number;
  /** Null for a step whose round does not exist. */
  readonly operatorId: string | null;
  /** The texts of the kind's columns, in their order. */
  readonly texts: readonly (string | null)[];
  readonly playerIds: readonly string[];
  /** Whether it is on record that the row's player was erased; looked up only where the row has names for him. */
  readonly isErased: boolean;
  /** Other players who are named with the row. */
  readonly players: readonly NamedPlayer[];
}

/** Rows in the order of their positions, all that there are up to and including `upTo`. */
export interface RecordPage {
  readonly rows: readonly RecordRow[];
  readonly upTo: number;
}

/** The records behind one position and not behind another, of all operators; about so many of each kind at most. */
export async function readRecords(
  db: EntityManager,
  after: number,
  last: number,
  limit: number,
): Promise<RecordPage> {
  const rows: RecordRow[] = [];
  let upTo = last;
  for (const kind of RECORD_KINDS) {
    const read = await db.query<Omit<RecordRow, 'kind'>[]>(STATEMENTS[kind.table], [after, last, limit]);
    // Where there may be more of this kind, the page ends with what was read of it.
    if (read.length >= limit) upTo = Math.min(upTo, read[read.length - 1].position);
    rows.push(...read.map((row) => ({ kind, ...row })));
  }
  const within = rows.filter(({ position }) => position <= upTo);
  return { rows: within.sort((one, other) => one.position - other.position), upTo };
}

const STATEMENTS: Readonly<Record<string, string>> = Object.fromEntries(
  RECORD_KINDS.map((kind) => [kind.table, statementOf(kind)]),
);

/** With ties: rows that were given one position by hand must not fall between two pages. */
function statementOf({ from, operatorId, columns, playerIds, players }: RecordKind): string {
  return `
    SELECT x.position, ${operatorId} AS "operatorId", json_build_array(${columns.map(({ sql }) => sql).join(', ')}) AS texts,
      coalesce(${playerIds ?? 'NULL'}, '[]'::json) AS "playerIds",
      coalesce(${players ?? 'NULL'}, '[]'::json) AS players,
      ${playerIds === null ? 'FALSE' : 'EXISTS (SELECT FROM erasures e WHERE e.player_key = x.player_key)'} AS "isErased"
    FROM ${from} WHERE x.position > $1 AND x.position <= $2
    ORDER BY x.position FETCH FIRST $3 ROWS WITH TIES`;
}

/** How many records lie behind a position, and when the first of them was written; no kind is counted beyond 100,000. */
export async function countUnsealed(
  db: EntityManager,
  after: number,
): Promise<{ readonly rows: number; readonly since: Date | null }> {
  const [{ rows, since }] = await db.query<[{ rows: number; since: Date | null }]>(COUNT, [after]);
  return { rows, since };
}

const COUNT = `SELECT sum(rows)::bigint AS rows, min(since) AS since FROM (${RECORD_KINDS.map(({ table }) => {
  const time = table === 'rule_sets' ? 'created_at' : 'at';
  return `SELECT (SELECT count(*) FROM (SELECT FROM ${table} WHERE position > $1 LIMIT 100000) AS counted) AS rows,
    (SELECT ${time} FROM ${table} WHERE position > $1 ORDER BY position LIMIT 1) AS since`;
}).join('\nUNION ALL ')}) AS kinds`;
