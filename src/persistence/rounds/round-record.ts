import type { Step } from '../../domain/step';
import type { Phase } from '../../domain/table/table';
import type { TableLimits } from '../../domain/table-limits';
import type { StoredRoundStatus } from '../entities/rounds';
import type { Mode } from '../entities/sessions';

/** A round as it is kept, with all its steps. Times are RFC 3339. */
export interface RoundRecord {
  readonly playerKey: number;
  readonly roundId: string;
  readonly sessionId: string;
  readonly operatorId: string;
  readonly playerId: string;
  readonly gameId: string;
  readonly ruleSetVersion: number;
  readonly mode: Mode;
  readonly currency: string;
  readonly limits: TableLimits;
  readonly decisionSeconds: number;
  /** Which of the session's server seeds, with which word of the player's and which count, made its shoe. */
  readonly seedNo: number;
  readonly clientSeed: string;
  readonly nonce: number;
  readonly shoe: ShoeRecord;
  readonly status: StoredRoundStatus;
  readonly version: number;
  readonly steps: readonly StepRecord[];
  /** Where it is one bettor's part in the round of a shared table; the steps are then the table's, everybody's in them. */
  readonly table: RoundTable | null;
}

/** A bettor's place in the round of a shared table. */
export interface RoundTable {
  readonly tableId: string;
  readonly tableKey: number;
  /** His number in the round. */
  readonly bettor: number;
  /** What his wallet held after the last money that the round moved for him; the steps' balances are this one. */
  readonly balanceAfter: number;
  readonly clock: RoundClock | null;
}

/** Where the table stands in the round, as long as it is the one that the table plays. */
export interface RoundClock {
  readonly phase: Phase;
  /** When the phase is over by itself, RFC 3339; null while nothing is waited for. */
  readonly dueAt: string | null;
}

/** Where a round's cards come from, besides its seed. */
export interface ShoeRecord {
  /** Null for an infinite deck. */
  readonly decks: number | null;
  /** Cards dealt from the shoe before this round. */
  readonly start: number;
  /** The number of a shoe that the session keeps (C-25), or null for one of the round's own. */
  readonly keptNo: number | null;
  /** The chosen cards of a test round, drawn first. */
  readonly script: readonly string[] | null;
  /** Names the construction that makes cards of the seed. */
  readonly algorithm: string;
}

/** What one step was: a decision of the game, or the end of the round by cancellation. */
export type RecordedStep = Step | { readonly type: 'cancel' };

export interface StepRecord {
  readonly version: number;
  readonly step: RecordedStep;
  readonly balanceAfter: number;
  readonly actor: string;
  readonly requestId: string;
  readonly at: string;
}

/** SQL for a round of that alias, as JSON in the form of `RoundRecord`. */
export function roundJson(alias: string): string {
  return `json_build_object(
    'playerKey', ${alias}.player_key, 'roundId', ${alias}.round_id, 'sessionId', ${alias}.session_id,
    'operatorId', ${alias}.operator_id, 'playerId', ${alias}.player_id, 'gameId', ${alias}.game_id,
    'ruleSetVersion', ${alias}.rule_set_version, 'mode', ${alias}.mode, 'currency', ${alias}.currency,
    'limits', ${alias}.limits, 'decisionSeconds', ${alias}.decision_seconds, 'seedNo', ${alias}.seed_no,
    'clientSeed', ${alias}.client_seed, 'nonce', ${alias}.nonce,
    'shoe', ${alias}.shoe, 'status', ${alias}.status,
    'version', CASE WHEN ${alias}.table_key IS NULL THEN ${alias}.version ELSE (
      SELECT version FROM table_rounds shared
      WHERE shared.table_key = ${alias}.table_key AND shared.round_id = ${alias}.round_id) END,
    'steps', CASE WHEN ${alias}.table_key IS NULL THEN (
      SELECT json_agg(json_build_object('version', version, 'step', step, 'balanceAfter', balance_after,
        'actor', actor, 'requestId', request_id, 'at', at) ORDER BY version)
      FROM round_steps
      WHERE round_steps.player_key = ${alias}.player_key AND round_steps.round_id = ${alias}.round_id)
      ELSE ${tableStepsJson(alias, `${alias}.balance_after`)} END,
    'table', CASE WHEN ${alias}.table_key IS NOT NULL THEN json_build_object(
      'tableId', ${alias}.table_id, 'tableKey', ${alias}.table_key, 'bettor', ${alias}.bettor,
      'balanceAfter', ${alias}.balance_after, 'clock', ${clockJson(alias)}) END)`;
}

/** SQL for the steps of a table's round, in the form of `StepRecord`; `balance` is SQL for the balance they show. */
export function tableStepsJson(alias: string, balance: string): string {
  return `(
    SELECT json_agg(json_build_object('version', version, 'step', step, 'balanceAfter', ${balance},
      'actor', actor, 'requestId', request_id, 'at', at) ORDER BY version)
    FROM table_steps
    WHERE table_steps.table_key = ${alias}.table_key AND table_steps.round_id = ${alias}.round_id)`;
}

/** SQL for the `RoundClock` of a table's round. */
export function clockJson(alias: string): string {
  return `(
    SELECT json_build_object('phase', phase, 'dueAt', due_at) FROM tables
    WHERE tables.table_key = ${alias}.table_key AND tables.table_id = ${alias}.table_id
      AND tables.round_id = ${alias}.round_id)`;
}
