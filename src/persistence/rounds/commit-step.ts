import { type DataSource, QueryFailedError } from 'typeorm';
import type { TableLimits } from '../../domain/table-limits';
import type { StoredRoundStatus } from '../entities/rounds';
import { hotQuery } from '../hot-query';
import type { StoredAnswer } from '../idempotency';
import { Moved } from '../transaction';
import type { RecordedStep, ShoeRecord } from './round-record';

/** One decision about one round, as data. Amounts are minor units, hashes hexadecimal, times RFC 3339. */
export interface StepToCommit {
  readonly playerKey: number;
  readonly operatorId: string;
  readonly actor: string;
  readonly requestId: string;
  readonly at: string;
  readonly idempotency: {
    readonly key: string;
    readonly requestHash: string;
    readonly status: number;
    readonly answer: StoredAnswer;
  } | null;
  readonly round: RoundToCommit;
  readonly step: RecordedStep;
  /** How far the session's shoe is dealt after this step. */
  readonly keptShoe: {
    readonly no: number;
    readonly seedNo: number;
    readonly clientSeed: string;
    readonly nonce: number;
    /** Cards dealt from it when the decision was made, 0 for a new one; and after this step. */
    readonly dealtBefore: number;
    readonly dealt: number;
  } | null;
  /**
   * With a deal: the seed it draws from, which must not have been revealed, and its next nonce as it was read and as it
   * is to be; the same where the round goes on with a shoe that is kept.
   */
  readonly seed: {
    readonly no: number;
    readonly clientSeed: string;
    readonly nonce: number;
    readonly nextNonce: number;
  } | null;
  readonly wallet: {
    readonly currency: string;
    readonly sessionId: string;
    /** What the transfers come to. */
    readonly change: number;
    /** What the wallet has to hold before them, so that it is never below zero in between. */
    readonly needed: number;
    readonly transfers: readonly TransferToCommit[];
  };
  readonly cancellation: CancellationToCommit | null;
}

export interface RoundToCommit {
  readonly id: string;
  readonly sessionId: string;
  /** The version this step makes; 1 for the deal, else it must follow the one that is stored. */
  readonly version: number;
  readonly status: StoredRoundStatus;
  readonly staked: number;
  readonly returned: number;
  readonly inPlay: number;
  readonly bets: readonly StoredBet[];
  readonly deadline: string;
  readonly endedAt: string | null;
  /** Only with the deal. */
  readonly dealt?: {
    readonly playerId: string;
    readonly gameId: string;
    readonly ruleSetVersion: number;
    readonly mode: string;
    readonly currency: string;
    readonly limits: TableLimits;
    readonly decisionSeconds: number;
    /** Refused as moved when the player's last round in the game was dealt less than this before; 0 asks for nothing. */
    readonly minIntervalMs: number;
    readonly seedNo: number;
    readonly clientSeed: string;
    readonly nonce: number;
    readonly shoe: ShoeRecord;
  };
}

/** A bet of a round as the history lists it; what it is called stands in `bet` (`1.1`, `1:pairs`, `insurance`). */
export interface StoredBet {
  readonly bet: string;
  readonly type: string;
  readonly box: number | null;
  readonly stake: number;
  readonly outcome: string | null;
  readonly returned: number | null;
}

export interface TransferToCommit {
  readonly kind: 'stake' | 'payout' | 'refund' | 'reversal';
  readonly reason: string;
  readonly bet: string;
  readonly amount: number;
}

export interface CancellationToCommit {
  readonly reason: string;
  readonly note: string | null;
  readonly actorKeyId: string | null;
  readonly actorName: string | null;
  readonly statusBefore: StoredRoundStatus;
  readonly amounts: readonly object[];
  readonly roundBefore: object;
}

const COMMIT = { name: 'commit-step', text: 'SELECT commit_step($1) AS balance' };
const CONDITION_FAILED = 'HC409';

/**
 * Writes the step in one round trip, all of it or nothing, and returns the wallet's balance.
 *
 * @throws Moved when something the decision was based on is no longer so.
 */
export async function commitStep(dataSource: DataSource, step: StepToCommit): Promise<number> {
  const { dealt, ...round } = step.round;
  const decision = JSON.stringify({ ...step, round: { ...round, ...dealt } });
  try {
    const [row] = await hotQuery<{ balance: number }>(dataSource, COMMIT, [decision]);
    return row.balance;
  } catch (error) {
    if (
      error instanceof QueryFailedError &&
      (error.driverError as { code?: string }).code === CONDITION_FAILED
    ) {
      throw new Moved(error.message);
    }
    throw error;
  }
}

const KEEP_REFUSAL = {
  name: 'keep-refusal',
  text: `
    INSERT INTO idempotency_records (player_key, operator_id, key, request_hash, status, answer, created_at)
    VALUES ($1, $2, $3, decode($4, 'hex'), 0, $5, $6) ON CONFLICT DO NOTHING RETURNING player_key`,
};

/**
 * Keeps a refusal under its key.
 *
 * @throws Moved when the key was taken meanwhile.
 */
export async function keepRefusal(
  dataSource: DataSource,
  owner: { readonly playerKey: number; readonly operatorId: string; readonly key: string },
  requestHash: string,
  answer: StoredAnswer,
  at: Date,
): Promise<void> {
  const values = [owner.playerKey, owner.operatorId, owner.key, requestHash, JSON.stringify(answer), at];
  const kept = await hotQuery(dataSource, KEEP_REFUSAL, values);
  if (kept.length === 0) throw new Moved('the key was taken');
}
