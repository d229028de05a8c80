import type { Step } from '../../domain/step';
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
    'shoe', ${alias}.shoe, 'status', ${alias}.status, 'version', ${alias}.version,
    'steps', (
      SELECT json_agg(json_build_object('version', version, 'step', step, 'balanceAfter', balance_after,
        'actor', actor, 'requestId', request_id, 'at', at) ORDER BY version)
      FROM round_steps
      WHERE round_steps.player_key = ${alias}.player_key AND round_steps.round_id = ${alias}.round_id))`;
}
