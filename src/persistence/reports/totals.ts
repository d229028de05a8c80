import type { EntityManager } from 'typeorm';
import type { Mode } from '../entities/sessions';
import { type OwnRuleSetWithReturn, ownRuleSetWithReturnSql } from '../rule-sets';
import type { ReportedBet } from './assessed-line';

/** Which sums of an operator are meant, and by what they are told apart. Days are `2026-01-31`, in UTC. */
export interface TotalsSelection {
  readonly operatorId: string;
  readonly gameId: string | null;
  readonly currency: string | null;
  readonly mode: Mode | null;
  /** The first day, and the day after the last one. */
  readonly fromDay: string | null;
  readonly toDay: string | null;
  readonly byDay: boolean;
  readonly byStakeBand: boolean;
}

/** The place of a line in the report: what it is told apart by, in the order of the report. */
export interface TotalsPlace {
  readonly gameId: string;
  readonly ruleSetVersion: number;
  readonly currency: string;
  readonly mode: string;
  /** Empty, and -1, where lines are not told apart by it. */
  readonly day: string;
  readonly stakeBand: number;
  readonly bet: string;
}

/** Sums of one line. Those of money as exact texts, the others as numbers of statistics. */
export interface Totals extends TotalsPlace {
  readonly mode: Mode;
  readonly bet: ReportedBet;
  readonly rounds: number;
  readonly initialStake: string;
  readonly staked: string;
  readonly returned: string;
  readonly squaredStakes: number;
  readonly expectedVariance: number;
  readonly squaredLuck: number;
  readonly givenAway: number;
  readonly givenAwayAutomatically: number;
  /** The operator's own rule set, or null for one that everybody has. */
  readonly ownRuleSet: OwnRuleSetWithReturn | null;
}

/** Texts are compared byte by byte, and the main bet stands before the side bets. */
const ORDER = `game_id COLLATE "C", rule_set_version, currency COLLATE "C", mode COLLATE "C", day COLLATE "C", stake_band,
  (bet <> 'main'), bet COLLATE "C"`;

/**
 * The lines after a place, in the order of the report. What bands have in common (`TOGETHER`) is in sums over all bands,
 * and has no rounds of its own to make a line by band.
 */
export async function listTotals(
  db: EntityManager,
  { operatorId, gameId, currency, mode, fromDay, toDay, byDay, byStakeBand }: TotalsSelection,
  after: TotalsPlace | null,
  limit: number,
): Promise<Totals[]> {
  return db.query<Totals[]>(
    `SELECT game_id AS "gameId", rule_set_version AS "ruleSetVersion", currency, mode, day, stake_band AS "stakeBand", bet,
       rounds, initial_stake AS "initialStake", staked, returned, squared_stakes AS "squaredStakes",
       expected_variance AS "expectedVariance", squared_luck AS "squaredLuck", given_away AS "givenAway",
       given_away_automatically AS "givenAwayAutomatically",
       ${ownRuleSetWithReturnSql('lines', '$1')} AS "ownRuleSet"
     FROM (
       SELECT game_id, rule_set_version, currency, mode, CASE WHEN $7 THEN day::text ELSE '' END AS day,
         CASE WHEN $8 THEN stake_band ELSE -1 END AS stake_band, bet, sum(rounds)::bigint AS rounds,
         sum(initial_stake)::text AS initial_stake, sum(staked)::text AS staked, sum(returned)::text AS returned,
         sum(squared_stakes)::double precision AS squared_stakes,
         sum(expected_variance)::double precision AS expected_variance,
         sum(squared_luck)::double precision AS squared_luck, sum(given_away)::double precision AS given_away,
         sum(given_away_automatically)::double precision AS given_away_automatically
       FROM return_totals
       WHERE operator_id = $1 AND ($2::text IS NULL OR game_id = $2) AND ($3::text IS NULL OR currency = $3)
         AND ($4::text IS NULL OR mode = $4) AND ($5::date IS NULL OR day >= $5) AND ($6::date IS NULL OR day < $6)
       GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(rounds) > 0
     ) AS lines
     WHERE $9::text IS NULL OR (${ORDER}) > ($9, $10::integer, $11, $12, $13, $14::integer, $15::text <> 'main', $15)
     ORDER BY ${ORDER} LIMIT $16`,
    [
      operatorId,
      gameId,
      currency,
      mode,
      fromDay,
      toDay,
      byDay,
      byStakeBand,
      after?.gameId ?? null,
      after?.ruleSetVersion ?? null,
      after?.currency ?? null,
      after?.mode ?? null,
      after?.day ?? null,
      after?.stakeBand ?? null,
      after?.bet ?? null,
      limit,
    ],
  );
}
