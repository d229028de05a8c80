import { randomBytes } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import type { SealRow } from '../../persistence/records/entities';
import { decidedPosition } from '../../persistence/records/horizon';
import { countUnsealed, readRecords, type RecordRow } from '../../persistence/records/read-records';
import {
  type ChainEnd,
  insertSeals,
  isOnlySealer,
  isSequenceBehind,
  listChainEnds,
  sealedPosition,
} from '../../persistence/records/seals';
import { rowLine, sealOfRow } from './row-hash';
import { NO_SEAL, sealHash } from './seal-hash';

/** Rows of one kind under the seals of one pass: what they need of memory, and of the event loop, stays small. */
const ROWS_PER_PASS = 500;
const ROWS_WITHOUT_A_BREATH = 100;
const PATIENCE_MS = 5000;

export interface SealingLimits {
  /** Rows of one kind that one pass takes at most. */
  readonly rowsPerPass?: number;
  /** How long transactions that are still writing are waited for. */
  readonly patienceMs?: number;
  /** No pass begins after it; what was sealed before stays. */
  readonly signal?: AbortSignal;
}

export interface Sealing {
  readonly rows: number;
  readonly seals: number;
}

/**
 * Seals everything that is written for good, in as many passes as it takes; other processes do nothing meanwhile.
 *
 * @throws Error when new rows get positions that are sealed already: they would look like forgeries for ever.
 */
export async function sealRecords(
  dataSource: DataSource,
  now: Date,
  { rowsPerPass = ROWS_PER_PASS, patienceMs = PATIENCE_MS, signal }: SealingLimits = {},
): Promise<Sealing> {
  if (await isSequenceBehind(dataSource.manager)) {
    throw new Error(
      'the sequence record_positions lies behind what is sealed: set it to the highest position',
    );
  }
  let [rows, seals] = [0, 0];
  const decided = await decidedPosition(dataSource.manager, patienceMs, signal);
  if (decided === null) return { rows, seals };
  for (let after = 0; after < decided && signal?.aborted !== true;) {
    const from = after;
    const pass = await dataSource.transaction((tx) =>
      sealPass(tx, { from, decided, now, limit: rowsPerPass }),
    );
    rows += pass.rows;
    seals += pass.seals;
    after = pass.upTo;
  }
  return { rows, seals };
}

/** How far the seals are behind. */
export async function sealingLag(
  dataSource: DataSource,
  now: Date,
): Promise<{ readonly rows: number; readonly seconds: number }> {
  const { manager } = dataSource;
  const { rows, since } = await countUnsealed(manager, await sealedPosition(manager));
  return { rows, seconds: since === null ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1000) };
}

interface Pass {
  /** Where this process has got to: not behind what is sealed, unless others have sealed more. */
  readonly from: number;
  readonly decided: number;
  readonly now: Date;
  readonly limit: number;
}

async function sealPass(
  tx: EntityManager,
  { from, decided, now, limit }: Pass,
): Promise<Sealing & { readonly upTo: number }> {
  if (!(await isOnlySealer(tx))) return { rows: 0, seals: 0, upTo: decided };
  // Read after the lock was taken: whoever had it before has committed by now.
  const after = Math.max(from, await sealedPosition(tx));
  if (after >= decided) return { rows: 0, seals: 0, upTo: decided };
  const { rows, upTo } = await readRecords(tx, after, decided, limit);
  const byOperator = rowsByOperator(rows);
  const ends = await listChainEnds(tx, [...byOperator.keys()]);
  const seals: SealRow[] = [];
  for (const [operatorId, ofOperator] of byOperator) {
    seals.push(
      await sealOf(operatorId, ofOperator, { end: ends.get(operatorId), toPosition: upTo, at: now }),
    );
  }
  if (seals.length > 0) await insertSeals(tx, seals);
  return { rows: seals.reduce((sum, { rowCount }) => sum + rowCount, 0), seals: seals.length, upTo };
}

/** A step without its round belongs to nobody: the check of the records names it. */
function rowsByOperator(rows: readonly RecordRow[]): Map<string, RecordRow[]> {
  const byOperator = new Map<string, RecordRow[]>();
  for (const row of rows) {
    if (row.operatorId === null) continue;
    const others = byOperator.get(row.operatorId);
    if (others === undefined) byOperator.set(row.operatorId, [row]);
    else others.push(row);
  }
  return byOperator;
}

interface Place {
  readonly end: ChainEnd | undefined;
  readonly toPosition: number;
  readonly at: Date;
}

async function sealOf(
  operatorId: string,
  rows: readonly RecordRow[],
  { end, toPosition, at }: Place,
): Promise<SealRow> {
  const lines: string[] = [];
  for (const row of rows) {
    lines.push(rowLine(sealOfRow(row)));
    // Hashing must not keep a player waiting for his card.
    if (lines.length % ROWS_WITHOUT_A_BREATH === 0) await breathe();
  }
  const seal = {
    operatorId,
    sealNo: (end?.sealNo ?? 0) + 1,
    previousHash: end?.hash ?? NO_SEAL,
    salt: randomBytes(16),
    fromPosition: end?.toPosition ?? 0,
    toPosition,
    rowCount: rows.length,
    rowsTotal: (end?.rowsTotal ?? 0) + rows.length,
    covers: lines.join(''),
    // The clocks of processes differ a little, and one may be wrong; time in a chain does not go back.
    at: end !== undefined && end.at > at ? end.at : at,
  };
  return { ...seal, hash: sealHash(seal) };
}
