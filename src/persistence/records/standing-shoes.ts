import type { EntityManager } from 'typeorm';
import type { TableLimits } from '../../domain/table-limits';
import type { RecordedStep, ShoeRecord } from '../rounds/round-record';

/** What a table's shoe is known by, in its own row and in the state of the table that deals from it. */
export interface ShoeStanding {
  readonly cut: number;
  readonly exposed: string | null;
  readonly burned: number;
  /** Cards that have left it, the burned ones included. */
  readonly dealt: number;
}

/** A round that was dealt from a shoe of a table, or from chosen cards while that shoe lay there. */
export interface RoundOfShoe {
  readonly roundId: string;
  readonly status: string;
  readonly clientSeed: string;
  readonly limits: TableLimits;
  readonly shoe: ShoeRecord;
  readonly steps: readonly RecordedStep[];
}

/** A shoe that a table has or must have had, with all that its rows must follow from. Hashes and seeds are hexadecimal. */
export interface StandingShoe {
  readonly tableKey: number;
  readonly tableId: string;
  readonly operatorId: string;
  readonly gameId: string;
  readonly ruleSetVersion: number;
  readonly mode: string;
  readonly number: number;
  /** The shoe that lies there, by the state of the table. */
  readonly last: number;
  readonly state: ShoeStanding;
  /** The hash over all rounds of the table. */
  readonly transcript: string;
  readonly isClosed: boolean;
  /** The last position on record of what came before it: a round of a shoe before, or the opening of its table. */
  readonly openedBehind: number;
  /** Null where there is no such row. */
  readonly shoe:
    | (ShoeStanding & {
        readonly salt: string;
        /** Whether it began and ended when its table and its neighbours say so. */
        readonly beganThen: boolean;
        readonly endedThen: boolean;
      })
    | null;
  readonly seed: SeedOfShoe | null;
  /** Whether the seed is there, secret, that is committed to for the shoe after it; asked of the last shoe alone. */
  readonly hasNextSeed: boolean;
  /** In the order in which they were dealt. */
  readonly rounds: readonly RoundOfShoe[];
}

export interface SeedOfShoe {
  readonly commitment: string;
  readonly salt: string;
  readonly isRevealed: boolean;
  readonly revealedSeed: string | null;
  readonly sealedSeed: string;
}

/** Where a page of shoes begins: behind this one. */
export type PlaceOfShoe = Pick<StandingShoe, 'tableKey' | 'tableId' | 'number'>;

const OF_TABLE = 'x.table_key = t.table_key AND x.table_id = t.table_id';
const SEED = 's.player_key = t.table_key AND s.session_id = t.table_id AND s.seed_no';

/**
 * The highest number that anything names, so that a row that is missing is missed: the state of the table, its shoes, its
 * rounds, and its seeds, of which there is one more.
 */
const HIGHEST = `greatest(last,
  (SELECT max(x.shoe_no) FROM table_shoes x WHERE ${OF_TABLE}),
  (SELECT max(x.seed_no) FROM table_rounds x WHERE ${OF_TABLE}),
  (SELECT max(s.seed_no) - 1 FROM seeds s WHERE s.player_key = t.table_key AND s.session_id = t.table_id))`;

/** Of each table no more than fit on the page, for the numbers may be anything. */
const PAGE = `
  SELECT t.*, number, last
  FROM tables t CROSS JOIN LATERAL (SELECT
    CASE WHEN t.state->'shoe'->>'number' ~ '^[0-9]{1,9}$' THEN (t.state->'shoe'->>'number')::integer ELSE 0 END AS last,
    CASE WHEN (t.table_key, t.table_id) = ($1, $2::uuid) THEN $3::bigint + 1 ELSE 1 END AS first) AS bounds
  CROSS JOIN LATERAL generate_series(first, least(${HIGHEST}, first + $5)) AS number
  WHERE ($1::bigint IS NULL OR (t.table_key, t.table_id) >= ($1, $2::uuid)) AND ($4::uuid IS NULL OR t.operator_id = $4)
  ORDER BY t.table_key, t.table_id, number LIMIT $5`;

/**
 * Only times that one transaction wrote are compared. When rounds were dealt is told by clocks of other processes, which may
 * be wrong: their order follows from their positions and from where they lie in the shoe.
 */
const SHOE = `(
  SELECT json_build_object('salt', x.salt, 'cut', x.cut, 'exposed', x.exposed, 'burned', x.burned, 'dealt', x.dealt,
    'beganThen', number > 1 OR x.opened_at = t.opened_at,
    'endedThen', x.ended_at IS NOT DISTINCT FROM CASE WHEN number < last THEN (
        SELECT n.opened_at FROM table_shoes n
        WHERE n.table_key = t.table_key AND n.table_id = t.table_id AND n.shoe_no = number + 1)
      ELSE t.closed_at END)
  FROM table_shoes x WHERE ${OF_TABLE} AND x.shoe_no = number)`;

const SEED_JSON = `(
  SELECT json_build_object('commitment', encode(s.commitment, 'hex'), 'salt', s.client_seed,
    'isRevealed', s.revealed_at IS NOT NULL, 'revealedSeed', encode(s.revealed_seed, 'hex'),
    'sealedSeed', encode(s.sealed_seed, 'hex'))
  FROM seeds s WHERE ${SEED} = number)`;

/** The positions of first steps are in the order of the deals, whatever the clocks said. */
const ROUNDS = `(
  SELECT coalesce(json_agg(json_build_object('roundId', r.round_id, 'status', r.status, 'clientSeed', r.client_seed,
      'limits', r.limits, 'shoe', r.shoe, 'steps', steps) ORDER BY first_position, r.dealt_at), '[]')
  FROM rounds_of r CROSS JOIN LATERAL (
    SELECT coalesce(json_agg(step ORDER BY version), '[]') AS steps, min(position) AS first_position
    FROM table_steps s WHERE s.table_key = r.table_key AND s.round_id = r.round_id) AS told)`;

const OPENED_BEHIND = `coalesce((
  SELECT max(s.position) FROM table_rounds x JOIN table_steps s USING (table_key, round_id)
  WHERE ${OF_TABLE} AND s.version = 1 AND x.seed_no = (
    SELECT max(x.seed_no) FROM table_rounds x WHERE ${OF_TABLE} AND x.seed_no < number)), (
  SELECT x.position FROM table_changes x WHERE ${OF_TABLE} AND x.change_no = 1), 0)`;

const SHOES = `
  WITH t AS MATERIALIZED (${PAGE})
  SELECT t.table_key AS "tableKey", t.table_id AS "tableId", t.operator_id AS "operatorId", t.game_id AS "gameId",
    t.rule_set_version AS "ruleSetVersion", t.mode, number, last, t.state->'shoe' AS state,
    encode(t.transcript, 'hex') AS transcript, t.closed_at IS NOT NULL AS "isClosed", found.*
  FROM t CROSS JOIN LATERAL (
    WITH rounds_of AS (SELECT x.* FROM table_rounds x WHERE ${OF_TABLE} AND x.seed_no = number)
    SELECT ${OPENED_BEHIND} AS "openedBehind", ${SHOE} AS shoe, ${SEED_JSON} AS seed, ${ROUNDS} AS rounds,
      number <> last OR EXISTS (
        SELECT FROM seeds s WHERE ${SEED} = number + 1 AND s.revealed_at IS NULL) AS "hasNextSeed") AS found
  ORDER BY t.table_key, t.table_id, number`;

/** Shoes of one operator's tables, or of all where he is null, from the first on or behind a place. */
export async function readStandingShoes(
  db: EntityManager,
  operatorId: string | null,
  after: PlaceOfShoe | null,
  limit: number,
): Promise<StandingShoe[]> {
  const place = [after?.tableKey ?? null, after?.tableId ?? null, after?.number ?? null];
  return db.query<StandingShoe[]>(SHOES, [...place, operatorId, limit]);
}

/** Something that belongs to a table which is not there. */
export interface OfNoTable {
  readonly operatorId: string | null;
  readonly table: string;
  readonly key: string;
  readonly what: string;
}

/** Tables that were opened, by what is on record, and are gone; and shoes of tables that never were. */
export async function listOfNoTable(
  db: EntityManager,
  operatorId: string | null,
  limit: number,
): Promise<OfNoTable[]> {
  return db.query<OfNoTable[]>(
    `SELECT * FROM (
       SELECT x.operator_id AS "operatorId", 'tables' AS "table", x.table_id::text AS key, 'was removed' AS what
       FROM table_changes x WHERE x.change_no = 1 AND NOT EXISTS (SELECT FROM tables t WHERE ${OF_TABLE})
       UNION ALL
       SELECT NULL, 'table_shoes', concat_ws('/', x.table_key, x.table_id, x.shoe_no),
         'was inserted: there is no such table'
       FROM table_shoes x WHERE NOT EXISTS (SELECT FROM tables t WHERE ${OF_TABLE})
         AND NOT EXISTS (SELECT FROM table_changes t WHERE ${OF_TABLE})) AS strays
     WHERE $1::uuid IS NULL OR "operatorId" = $1 ORDER BY 2, 3 LIMIT $2`,
    [operatorId, limit],
  );
}
