import type { EntityManager } from 'typeorm';
import type { TableLimits } from '../../domain/table-limits';
import type { StoredBet } from '../rounds/commit-step';
import { type OwnRuleSet, ownRuleSetSql } from '../rule-sets';
import type { RecordedStep } from '../rounds/round-record';

/** A round as its row has it, with the steps from which all of it follows. */
export interface StandingRound {
  /** Of its player, or of its table. */
  readonly key: number;
  readonly roundId: string;
  readonly operatorId: string;
  readonly gameId: string;
  readonly ruleSetVersion: number;
  readonly ownRuleSet: OwnRuleSet | null;
  readonly limits: TableLimits;
  readonly status: string;
  readonly version: number;
  /** Null where there is none. */
  readonly steps: readonly RecordedStep[] | null;
  /** What each bettor has in it, by his number; of a private round its player has all. */
  readonly parts: readonly StandingPart[];
}

/** Minor units. */
export interface StandingPart {
  readonly bettor: number;
  readonly status: string;
  readonly staked: number;
  readonly returned: number;
  readonly inPlay: number;
  readonly bets: readonly StoredBet[];
}

/** Where a page of rounds begins: behind this one. */
export type StandingPlace = Pick<StandingRound, 'key' | 'roundId'>;

const COMMON = `
  r.round_id AS "roundId", r.operator_id AS "operatorId", r.game_id AS "gameId",
  r.rule_set_version AS "ruleSetVersion", ${ownRuleSetSql('r')} AS "ownRuleSet", r.limits, r.status, r.version`;

function partJson(alias: string, bettor: string): string {
  return `json_build_object('bettor', ${bettor}, 'status', ${alias}.status, 'staked', ${alias}.staked,
    'returned', ${alias}.returned, 'inPlay', ${alias}.in_play, 'bets', ${alias}.bets)`;
}

const PRIVATE = `
  SELECT r.player_key AS key, ${COMMON}, json_build_array(${partJson('r', '0')}) AS parts,
    (SELECT json_agg(step ORDER BY version) FROM round_steps s
     WHERE s.player_key = r.player_key AND s.round_id = r.round_id) AS steps
  FROM rounds r WHERE ($1::bigint IS NULL OR (r.player_key, r.round_id) > ($1, $2::uuid)) AND r.table_key IS NULL
  ORDER BY r.player_key, r.round_id LIMIT $3`;

const SHARED = `
  SELECT r.table_key AS key, ${COMMON}, coalesce((
      SELECT json_agg(${partJson('b', 'b.bettor')} ORDER BY b.bettor) FROM rounds b
      WHERE b.table_key = r.table_key AND b.round_id = r.round_id), '[]') AS parts,
    (SELECT json_agg(step ORDER BY version) FROM table_steps s
     WHERE s.table_key = r.table_key AND s.round_id = r.round_id) AS steps
  FROM table_rounds r WHERE $1::bigint IS NULL OR (r.table_key, r.round_id) > ($1, $2::uuid)
  ORDER BY r.table_key, r.round_id LIMIT $3`;

/** Rounds of one table, from the first on or behind a place, each in one snapshot with its steps. */
export async function readStandingRounds(
  db: EntityManager,
  table: 'rounds' | 'table_rounds',
  after: StandingPlace | null,
  limit: number,
): Promise<StandingRound[]> {
  return db.query<StandingRound[]>(table === 'rounds' ? PRIVATE : SHARED, [
    after?.key ?? null,
    after?.roundId ?? null,
    limit,
  ]);
}

/** A bettor's part in the round of a table. */
export interface StrayPart {
  readonly operatorId: string;
  readonly playerKey: number;
  readonly roundId: string;
}

/** Parts in rounds that their tables do not have; so many at most. */
export async function listStrayParts(db: EntityManager, limit: number): Promise<StrayPart[]> {
  return db.query<StrayPart[]>(
    `SELECT operator_id AS "operatorId", player_key AS "playerKey", round_id AS "roundId" FROM rounds p
     WHERE table_key IS NOT NULL AND NOT EXISTS (
       SELECT FROM table_rounds r WHERE r.table_key = p.table_key AND r.round_id = p.round_id)
     ORDER BY player_key, round_id LIMIT $1`,
    [limit],
  );
}
