import { type EntityManager, QueryFailedError } from 'typeorm';
import type { Table } from '../../domain/table/table';
import type { TableLimits } from '../../domain/table-limits';
import type { StoredRoundStatus } from '../entities/rounds';
import type { CancellationToCommit, StoredBet, TransferToCommit } from '../rounds/commit-step';
import type { RecordedStep, ShoeRecord } from '../rounds/round-record';
import { Moved } from '../transaction';
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

export interface EventToCommit {
  readonly type: string;
  readonly roundId: string;
  /** What everybody is told. */
  readonly body: object;
  /** What one player alone is told, by his key. */
  readonly private: Readonly<Record<string, object>> | null;
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

/**
 * Writes the decision in one call, all of it or nothing.
 *
 * @throws Moved when something it was based on, and could not lock, is no longer so. `lease` when the lease is lost.
 */
export async function commitTable(tx: EntityManager, decision: TableDecision): Promise<void> {
  try {
    await tx.query('SELECT commit_table($1)', [JSON.stringify(decision)]);
  } catch (error) {
    if (!(error instanceof QueryFailedError)) throw error;
    const { code } = error.driverError as { code?: string };
    if (code !== CONDITION_FAILED) throw error;
    if (error.message === 'lease') throw new LeaseLost();
    throw new Moved(error.message);
  }
}

/** Thrown when a process drives a table that another one has taken over. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
