import type { EntityManager } from 'typeorm';
import type { AssessedLine } from './assessed-line';

/** What a round adds to the sums, or takes from them, with everything that the sums are kept by. */
export interface AssessedRound {
  /** The player's, or the table's of a shared round. */
  readonly playerKey: number;
  readonly roundId: string;
  readonly operatorId: string;
  readonly gameId: string;
  readonly ruleSetVersion: number;
  readonly currency: string;
  readonly day: string;
  readonly lines: readonly AssessedLine[];
}

export async function insertAssessments(
  tx: EntityManager,
  rounds: readonly AssessedRound[],
  at: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO round_assessments (player_key, round_id, operator_id, day, lines, assessed_at)
     SELECT "playerKey", "roundId", "operatorId", day, lines, $2
     FROM jsonb_to_recordset($1) AS x ("playerKey" bigint, "roundId" uuid, "operatorId" uuid, day date, lines jsonb)`,
    [JSON.stringify(rounds), at],
  );
}

export async function markTakenOut(
  tx: EntityManager,
  rounds: readonly Pick<AssessedRound, 'playerKey' | 'roundId'>[],
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE round_assessments a SET taken_out_at = $2
     FROM jsonb_to_recordset($1) AS x ("playerKey" bigint, "roundId" uuid)
     WHERE a.player_key = x."playerKey" AND a.round_id = x."roundId"`,
    [JSON.stringify(rounds), at],
  );
}

/** Adds rounds to the sums. Rows are written in the order of their keys. */
export async function addToTotals(tx: EntityManager, rounds: readonly AssessedRound[]): Promise<void> {
  await tx.query(
    `INSERT INTO return_totals AS kept (${[...KEY, ...SUMMED].join(', ')})
     ${SUMS}
     ORDER BY ${KEY.join(', ')}
     ON CONFLICT ON CONSTRAINT return_totals_pk DO UPDATE
       SET ${SUMMED.map((name) => `${name} = kept.${name} + EXCLUDED.${name}`).join(', ')}`,
    [JSON.stringify(rounds)],
  );
}

/** Takes rounds out of the sums that they were added to. */
export async function takeFromTotals(tx: EntityManager, rounds: readonly AssessedRound[]): Promise<void> {
  await tx.query(
    `UPDATE return_totals AS kept SET ${SUMMED.map((name) => `${name} = kept.${name} - gone.${name}`).join(', ')}
     FROM (${SUMS}) AS gone
     WHERE ${KEY.map((name) => `kept.${name} = gone.${name}`).join(' AND ')}`,
    [JSON.stringify(rounds)],
  );
}

const KEY = [
  'operator_id',
  'game_id',
  'rule_set_version',
  'currency',
  'mode',
  'day',
  'stake_band',
  'bet',
] as const;

const SUMMED = [
  'rounds',
  'initial_stake',
  'staked',
  'returned',
  'squared_stakes',
  'expected_variance',
  'squared_luck',
  'given_away',
  'given_away_automatically',
] as const;

/** `"initialStake"`: the member of a line that a column sums up. */
function camel(column: string): string {
  return `"${column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}"`;
}

/** The sums of the rounds that the first parameter lists, under the names of the columns. */
const SUMS = `
  SELECT ${KEY.map((name) => `${camel(name)} AS ${name}`).join(', ')},
    ${SUMMED.map((name) => `sum(${camel(name)}) AS ${name}`).join(', ')}
  FROM jsonb_to_recordset($1) AS x ("operatorId" uuid, "gameId" text, "ruleSetVersion" integer, currency text, day date,
    lines jsonb),
    LATERAL jsonb_to_recordset(lines) AS line (mode text, "stakeBand" smallint, bet text,
      ${SUMMED.map((name) => `${camel(name)} numeric`).join(', ')})
  GROUP BY ${KEY.map((_, place) => place + 1).join(', ')}`;
