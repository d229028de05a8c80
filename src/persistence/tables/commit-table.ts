import { type EntityManager, QueryFailedError } from 'typeorm';
import type { Table } from '../../domain/table/table';
import type { TableLimits } from '../../domain/table-limits';
import type { StoredRoundStatus } from '../entities/rounds';
import { hotQueryIn, type HotStatement } from '../hot-query';
import type { KeyOwner, StoredAnswer } from '../idempotency';
import type { CancellationToCommit, StoredBet, TransferToCommit } from '../rounds/commit-step';
import type { RecordedStep, ShoeRecord } from '../rounds/round-record';
import { Moved } from '../transaction';
import type { PrivatePart } from './events';
import type { SheetRecord, TablePlace } from './load-table';

/** Who drives a table, and under which fence; a later holder has a greater one. */
export interface Lease {
  readonly holder: string;
  readonly fence: number;
}

/** All that one command or transition at a table came to. Amounts are minor units, hashes hexadecimal, times RFC 3339. */
export interface TableDecision extends TablePlace {
  readonly operatorId: string;
  readonly currency: string;
  readonly requestId: string;
  readonly at: string;
  /** Checked where time moves the table; null for a command. */
  readonly lease: Lease | null;
  /** The number of the last event before. */
  readonly eventNo: number;
  readonly table: {
    readonly state: Table;
    readonly phase: Table['phase'];
    readonly dueAt: string | null;
    readonly roundId: string;
    /** Null where it stays. */
    readonly transcript: string | null;
  };
  readonly events: readonly EventToCommit[];
  readonly sheets: readonly SheetRecord[];
  /** Keys of the players whose sheets are taken away. */
  readonly droppedSheets: readonly number[];
  /** The table's shoe where it changed or was dealt from; null where not. */
  readonly shoe: (Table['shoe'] & { readonly salt: string }) | null;
  readonly change: ChangeToCommit | null;
  readonly round: TableRoundToCommit | null;
  readonly transfers: readonly BettorTransfer[];
}

/** What is written always says of which mode's money it speaks. */
export type PartToCommit = PrivatePart & Required<Pick<PrivatePart, 'mode'>>;

export interface EventToCommit {
  readonly type: string;
  readonly roundId: string;
  /** What everybody is told. */
  readonly body: object;
  /** What one player alone is told, by his key. */
  readonly private: Readonly<Record<string, PartToCommit>> | null;
}

/** What a supervisor did, and why. */
export interface ChangeToCommit {
  readonly kind: 'opened' | 'changed' | 'paused' | 'resumed' | 'closed' | 'scripted' | 'advanced';
  readonly reason: string | null;
  readonly note: string | null;
  readonly details: object;
  readonly actor: string;
  readonly actorName: string | null;
}

export interface TableRoundToCommit {
  readonly id: string;
  readonly status: StoredRoundStatus;
  /** Whether the status is another one than before: it stands on every bettor's row. */
  readonly statusChanged: boolean;
  readonly version: number;
  readonly endedAt: string | null;
  /** Only with the deal. */
  readonly dealt: {
    readonly limits: TableLimits;
    readonly decisionSeconds: number;
    readonly seedNo: number;
    readonly clientSeed: string;
    readonly nonce: number;
    readonly shoe: ShoeRecord;
    readonly bettors: number;
  } | null;
  /** The parts of all bettors with the deal, later of those whose money moved. */
  readonly bettors: readonly BettorToCommit[];
  readonly steps: readonly TableStepToCommit[];
  readonly cancellations: readonly (CancellationToCommit & { readonly playerKey: number })[];
}

export interface TableStepToCommit {
  readonly version: number;
  readonly step: RecordedStep;
  readonly actor: string;
}

export interface BettorToCommit {
  readonly playerKey: number;
  readonly playerId: string;
  readonly sessionId: string;
  readonly mode: string;
  readonly bettor: number;
  readonly staked: number;
  readonly returned: number;
  readonly inPlay: number;
  readonly bets: readonly StoredBet[];
  readonly balanceAfter: number;
}

/** A movement of one bettor's wallet; `version` is that of the step that caused it. */
export interface BettorTransfer extends TransferToCommit {
  readonly playerKey: number;
  readonly walletSessionId: string;
  readonly version: number;
}

const CONDITION_FAILED = 'HC409';

/** What is answered, to be kept under an Idempotency-Key that this transaction has claimed. */
export interface AnswerToKeep {
  readonly owner: KeyOwner;
  readonly status: number;
  readonly answer: StoredAnswer;
}

const COMMIT: HotStatement = { name: 'commit-table', text: 'SELECT commit_table($1)' };

/** The answer goes as text of its own: as a part of the decision it would lose the order of its keys. */
const COMMIT_ANSWER: HotStatement = {
  name: 'commit-table-and-answer',
  text: `WITH kept AS (
      UPDATE idempotency_records SET status = $2, answer = $3 WHERE player_key = $4 AND operator_id = $5 AND key = $6)
    SELECT commit_table($1)`,
};

/**
 * Writes the decision, and the answer that it comes to, in one call, all of it or nothing.
 *
 * @throws Moved when something it was based on, and could not lock, is no longer so. `lease` when the lease is lost.
 */
export async function commitTable(
  tx: EntityManager,
  decision: TableDecision,
  kept: AnswerToKeep | null = null,
): Promise<void> {
  const text = JSON.stringify(decision);
  try {
    if (kept === null) await hotQueryIn(tx, COMMIT, [text]);
    else await hotQueryIn(tx, COMMIT_ANSWER, [text, ...valuesOf(kept)]);
  } catch (error) {
    if (!(error instanceof QueryFailedError)) throw error;
    const { code } = error.driverError as { code?: string };
    if (code !== CONDITION_FAILED) throw error;
    if (error.message === 'lease') throw new LeaseLost();
    throw new Moved(error.message);
  }
}

function valuesOf({ owner: { playerKey, operatorId, key }, status, answer }: AnswerToKeep): unknown[] {
  return [status, JSON.stringify(answer), playerKey, operatorId, key];
}

/** Thrown when a process drives a table that another one has taken over. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
