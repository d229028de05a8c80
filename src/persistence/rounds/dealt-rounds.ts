import type { EntityManager } from 'typeorm';
import type { Mode } from '../entities/sessions';
import type { TablePlace } from '../tables/load-table';

/** A round as far as its cards are concerned; of a table's as of a private one. */
export interface DealtRound {
  readonly roundId: string;
  /** Whose shoe it was dealt from: a session's, or a table's. */
  readonly ownerId: string;
  readonly gameId: string;
  readonly ruleSetVersion: number;
  /** Null for an infinite deck. */
  readonly decks: number | null;
  /** Cards that had left the shoe before the round. */
  readonly start: number;
  /** The number of a shoe that is kept from round to round; null for one of the round's own. */
  readonly keptNo: number | null;
  /** What was taken out of a table's shoe before its first round (DX-03). */
  readonly exposed: string | null;
  readonly burned: number;
  /** Boxes that were dealt to. */
  readonly boxes: number;
  /** All cards of the first step, in the order drawn. */
  readonly dealt: readonly string[];
  /** Those of all other steps, where the shoe is kept; null otherwise. */
  readonly later: readonly string[] | null;
}

/** A round of a page, and whether its cards were random; `cards` is null where they were not. */
export interface RoundOnPage {
  readonly roundId: string;
  readonly cards: DealtRound | null;
}

/** The time that is meant: the id before the first one that belongs to it, and the last one that does. */
export interface IdRange {
  readonly afterId: string;
  readonly lastId: string;
}

const REAL_OR_DEMO: readonly Mode[] = ['real', 'demo'];

/**
 * The operator's private rounds after an id, in the order of their ids, which is that of time. Every round takes a place
 * on the page, also those that are not meant, so that no page takes long.
 */
export async function listPrivateRounds(
  db: EntityManager,
  operatorId: string,
  { afterId, lastId }: IdRange,
  limit: number,
): Promise<RoundOnPage[]> {
  return db.query<RoundOnPage[]>(
    `SELECT r.round_id AS "roundId", CASE
       WHEN r.table_key IS NULL AND r.mode = ANY ($5) AND r.shoe->>'script' IS NULL
       THEN ${cardsJson('round_steps', 'player_key', 'r.session_id', 'NULL', '0')} END AS cards
     FROM (
       SELECT * FROM rounds WHERE operator_id = $1 AND round_id > $2 AND round_id <= $3
       ORDER BY operator_id, round_id LIMIT $4
     ) r ORDER BY r.round_id`,
    [operatorId, afterId, lastId, limit, REAL_OR_DEMO],
  );
}

/** The tables of the operator after one, by their ids. */
export async function listPlaces(
  db: EntityManager,
  operatorId: string,
  afterId: string,
  limit: number,
): Promise<TablePlace[]> {
  return db.query<TablePlace[]>(
    `SELECT table_key AS "tableKey", table_id AS "tableId" FROM tables
     WHERE operator_id = $1 AND table_id > $2 AND mode = 'real' ORDER BY operator_id, table_id LIMIT $3`,
    [operatorId, afterId, limit],
  );
}

/** The rounds of a table after an id. */
export async function listTableRounds(
  db: EntityManager,
  { tableKey, tableId }: TablePlace,
  { afterId, lastId }: IdRange,
  limit: number,
): Promise<RoundOnPage[]> {
  return db.query<RoundOnPage[]>(
    `SELECT r.round_id AS "roundId", CASE
       WHEN r.mode = ANY ($6) AND r.shoe->>'script' IS NULL
       THEN ${cardsJson('table_steps', 'table_key', 'r.table_id', 's.exposed', 's.burned')} END AS cards
     FROM (
       SELECT * FROM table_rounds WHERE table_key = $1 AND table_id = $2 AND round_id > $3 AND round_id <= $4
       ORDER BY round_id LIMIT $5
     ) r
     LEFT JOIN table_shoes s ON s.table_key = r.table_key AND s.table_id = r.table_id
       AND s.shoe_no = (r.shoe->>'keptNo')::integer
     ORDER BY r.round_id`,
    [tableKey, tableId, afterId, lastId, limit, REAL_OR_DEMO],
  );
}

/** SQL for a `DealtRound` of the round r. */
function cardsJson(steps: string, key: string, owner: string, exposed: string, burned: string): string {
  const ofRound = `FROM ${steps} p WHERE p.${key} = r.${key} AND p.round_id = r.round_id`;
  return `json_build_object('roundId', r.round_id, 'ownerId', ${owner}, 'gameId', r.game_id,
    'ruleSetVersion', r.rule_set_version, 'decks', r.shoe->'decks', 'start', r.shoe->'start', 'keptNo', r.shoe->'keptNo',
    'exposed', ${exposed}, 'burned', coalesce(${burned}, 0),
    'boxes', (SELECT jsonb_array_length(p.step->'bets'->'seats') ${ofRound} AND p.version = 1),
    'dealt', (SELECT p.step->'cards' ${ofRound} AND p.version = 1),
    'later', CASE WHEN r.shoe->>'keptNo' IS NOT NULL THEN coalesce((
      SELECT json_agg(card ORDER BY p.version, place)
      FROM ${steps} p, jsonb_array_elements(p.step->'cards') WITH ORDINALITY AS drawn (card, place)
      WHERE p.${key} = r.${key} AND p.round_id = r.round_id AND p.version > 1), '[]') END)`;
}
