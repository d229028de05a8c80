import type { EntityManager } from 'typeorm';
import type { StoredReturn } from '../entities/games';
import { type RoundRecord, roundJson } from '../rounds/round-record';
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

/** What the ledger says of one kind of money in a round. */
export interface LedgerSum {
  readonly kind: 'stake' | 'payout' | 'refund' | 'reversal';
  /** `main`, `double`, `split`, `insurance` or a side bet. */
  readonly reason: string;
  /** The bet within the round: `1.1` a hand, `1:pairs` a side bet. */
  readonly bet: string;
  readonly amount: number;
}

/** A round that waits, as it is now. */
export interface QueuedRound {
  readonly queueNo: number;
  readonly playerKey: number;
  readonly roundId: string;
  /** Null where it does not exist any more. */
  readonly round: QueuedRoundState | null;
}

export interface QueuedRoundState {
  readonly record: Omit<RoundRecord, 'steps'> & { readonly steps: RoundRecord['steps'] | null };
  /** The day of its deal, in UTC. */
  readonly day: string;
  readonly ledger: readonly LedgerSum[];
  readonly ownRuleSet: {
    readonly name: string;
    readonly settings: unknown;
    readonly theoreticalReturn: StoredReturn;
  } | null;
  /** What it has added to the sums; null when nothing, or nothing any more. */
  readonly counted: CountedRound | null;
}

export interface CountedRound {
  readonly day: string;
  readonly stakeBand: number;
  readonly lines: readonly AssessedLine[];
}

/** The rounds that wait for longest. */
export async function readQueue(tx: EntityManager, limit: number): Promise<QueuedRound[]> {
  return tx.query<QueuedRound[]>(
    `SELECT q.queue_no AS "queueNo", q.player_key AS "playerKey", q.round_id AS "roundId",
       CASE WHEN r.round_id IS NOT NULL THEN json_build_object(
         'record', ${roundJson('r')},
         'day', (r.dealt_at AT TIME ZONE 'UTC')::date,
         'ledger', coalesce((
           SELECT json_agg(json_build_object('kind', kind, 'reason', reason, 'bet', bet, 'amount', amount))
           FROM transfers t WHERE t.player_key = r.player_key AND t.round_id = r.round_id), '[]'),
         'ownRuleSet', (
           SELECT json_build_object('name', name, 'settings', settings, 'theoreticalReturn', theoretical_return)
           FROM rule_sets s WHERE s.operator_id = r.operator_id AND s.rule_set_id = r.game_id
             AND s.version = r.rule_set_version),
         'counted', (
           SELECT json_build_object('day', day, 'stakeBand', stake_band, 'lines', lines)
           FROM round_assessments a
           WHERE a.player_key = r.player_key AND a.round_id = r.round_id AND a.taken_out_at IS NULL)
       ) END AS round
     FROM (
       SELECT * FROM rounds_to_assess WHERE failure IS NULL ORDER BY queue_no LIMIT $1
     ) q LEFT JOIN rounds r USING (player_key, round_id)
     ORDER BY q.queue_no`,
    [limit],
  );
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
