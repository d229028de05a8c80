import type { EntityManager } from 'typeorm';
import type { DecidedBy } from '../../domain/table/at-table';
import type { TableLimits } from '../../domain/table-limits';
import type { StoredRoundStatus } from '../entities/rounds';
import type { Mode } from '../entities/sessions';
import type { RecordedStep } from '../rounds/round-record';
import { type OwnRuleSetWithReturn, ownRuleSetWithReturnSql } from '../rule-sets';
import type { AssessedLine } from './assessed-line';

// Any number will do, as long as nothing else locks it in this database.
const ASSESSING_LOCK = 7_110_427;

/** Whether this transaction is the one that assesses now. Only one is, in all processes, until it ends. */
export async function isOnlyAssessor(tx: EntityManager): Promise<boolean> {
  const [{ mine }] = await tx.query<[{ mine: boolean }]>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
    ASSESSING_LOCK,
  ]);
  return mine;
}

/** A movement of money in a round, as the ledger has it. */
export interface LedgerEntry {
  readonly kind: 'stake' | 'payout' | 'refund' | 'reversal';
  /** `main`, `double`, `split`, `insurance` or a side bet. */
  readonly reason: string;
  /** The bet within the round: `1.1` a hand, `1:pairs` a side bet. */
  readonly bet: string;
  readonly amount: number;
}

/** A bettor of a round, with what his wallet paid and got. */
export interface BettorLedger {
  /** His number in the round. */
  readonly bettor: number;
  readonly mode: Mode;
  readonly ledger: readonly LedgerEntry[];
}

/** A round that waits, as it is now: one that was played alone, or that of a shared table with all its bettors. */
export interface QueuedRound {
  readonly queueNo: number;
  /** The key that its id ends in: the player's, or the table's. */
  readonly playerKey: number;
  readonly roundId: string;
  /** Null where it does not exist any more. */
  readonly round: QueuedRoundState | null;
}

export interface QueuedRoundState {
  readonly operatorId: string;
  readonly gameId: string;
  readonly ruleSetVersion: number;
  readonly currency: string;
  readonly limits: TableLimits;
  readonly status: StoredRoundStatus;
  /** The day of its deal, in UTC. */
  readonly day: string;
  readonly steps: readonly (RecordedStep & { readonly by?: DecidedBy })[];
  readonly bettors: readonly BettorLedger[];
  readonly ownRuleSet: OwnRuleSetWithReturn | null;
  /** What it has added to the sums; null when nothing, or nothing any more. */
  readonly counted: CountedRound | null;
}

export interface CountedRound {
  readonly day: string;
  readonly lines: readonly AssessedLine[];
}

/** The rounds that wait for longest: so many bettors' parts of them, and one round at least. */
export async function readQueue(tx: EntityManager, bettors: number): Promise<QueuedRound[]> {
  return tx.query<QueuedRound[]>(
    `WITH waiting AS MATERIALIZED (
       SELECT q.queue_no, q.player_key, q.round_id,
         sum(coalesce(shared.bettors, 1)) OVER (ORDER BY q.queue_no) - coalesce(shared.bettors, 1) AS before
       FROM (SELECT * FROM rounds_to_assess WHERE failure IS NULL ORDER BY queue_no LIMIT $1) q
         LEFT JOIN table_rounds shared ON shared.table_key = q.player_key AND shared.round_id = q.round_id)
     SELECT q.queue_no AS "queueNo", q.player_key AS "playerKey", q.round_id AS "roundId",
       CASE WHEN alone.round_id IS NOT NULL THEN ${roundJson('alone', PLAYED_ALONE)}
         WHEN shared.round_id IS NOT NULL THEN ${roundJson('shared', AT_A_TABLE)} END AS round
     FROM waiting q
       LEFT JOIN rounds alone ON alone.player_key = q.player_key AND alone.round_id = q.round_id
       LEFT JOIN table_rounds shared ON shared.table_key = q.player_key AND shared.round_id = q.round_id
     WHERE q.before < $1 ORDER BY q.queue_no`,
    [bettors],
  );
}

/** SQL for the steps and the bettors of a round. */
interface Played {
  readonly steps: string;
  readonly bettors: string;
}

const PLAYED_ALONE: Played = {
  steps: `(SELECT json_agg(step ORDER BY version) FROM round_steps s
    WHERE s.player_key = alone.player_key AND s.round_id = alone.round_id)`,
  bettors: `json_build_array(json_build_object('bettor', 0, 'mode', alone.mode, 'ledger', ${ledgerJson('alone')}))`,
};

const AT_A_TABLE: Played = {
  steps: `(SELECT json_agg(step ORDER BY version) FROM table_steps s
    WHERE s.table_key = shared.table_key AND s.round_id = shared.round_id)`,
  bettors: `(SELECT json_agg(json_build_object('bettor', b.bettor, 'mode', b.mode, 'ledger', ${ledgerJson('b')})
      ORDER BY b.bettor)
    FROM rounds b WHERE b.table_key = shared.table_key AND b.round_id = shared.round_id)`,
};

/** SQL for what the ledger has of a row of `rounds`. */
function ledgerJson(alias: string): string {
  return `coalesce((
    SELECT json_agg(json_build_object('kind', kind, 'reason', reason, 'bet', bet, 'amount', amount))
    FROM transfers t WHERE t.player_key = ${alias}.player_key AND t.round_id = ${alias}.round_id), '[]')`;
}

/** SQL for a row of `rounds` or of `table_rounds` as a `QueuedRoundState`. */
function roundJson(alias: string, { steps, bettors }: Played): string {
  return `json_build_object(
    'operatorId', ${alias}.operator_id, 'gameId', ${alias}.game_id, 'ruleSetVersion', ${alias}.rule_set_version,
    'currency', ${alias}.currency, 'limits', ${alias}.limits, 'status', ${alias}.status,
    'day', (${alias}.dealt_at AT TIME ZONE 'UTC')::date, 'steps', ${steps}, 'bettors', ${bettors},
    'ownRuleSet', ${ownRuleSetWithReturnSql(alias)},
    'counted', (
      SELECT json_build_object('day', day, 'lines', lines) FROM round_assessments a
      WHERE a.player_key = q.player_key AND a.round_id = q.round_id AND a.taken_out_at IS NULL))`;
}

export async function leaveQueue(tx: EntityManager, queueNos: readonly number[]): Promise<void> {
  await tx.query('DELETE FROM rounds_to_assess WHERE queue_no = ANY ($1::bigint[])', [queueNos]);
}

/** Sets a round aside with the reason why it cannot be assessed. */
export async function setAside(tx: EntityManager, queueNo: number, failure: string): Promise<void> {
  await tx.query('UPDATE rounds_to_assess SET failure = $2 WHERE queue_no = $1', [queueNo, failure]);
}

/** How many rounds wait (not counted beyond 100,000), since when the first of them, and how many were set aside. */
export interface QueueState {
  readonly waiting: number;
  readonly since: Date | null;
  readonly setAside: number;
}

export async function readQueueState(db: EntityManager): Promise<QueueState> {
  const [state] = await db.query<[QueueState]>(
    `SELECT (SELECT count(*) FROM (
         SELECT FROM rounds_to_assess WHERE failure IS NULL LIMIT 100000) AS counted) AS waiting,
       (SELECT ended_at FROM rounds_to_assess WHERE failure IS NULL ORDER BY queue_no LIMIT 1) AS since,
       (SELECT count(*) FROM rounds_to_assess WHERE failure IS NOT NULL) AS "setAside"`,
  );
  return state;
}
