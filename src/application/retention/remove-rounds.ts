import type { DataSource, EntityManager } from 'typeorm';
import {
  deleteRounds,
  listOldRounds,
  listTablesOf,
  type OldRounds,
  type RoundKey,
} from '../../persistence/retention/old-rounds';
import {
  listRoundRemovals,
  recordRoundRemoval,
  sealedYearsAgo,
} from '../../persistence/retention/round-removals';
import { inTransaction } from '../../persistence/transaction';
import { lastIdAt, NIL_ID } from '../ids';

/**
 * Rounds are kept at least so long after they were sealed; the database knows the same number. It is what rules against
 * money laundering usually ask for; whoever has to keep them longer removes later.
 */
export const LEAST_YEARS = 5;

/** Rounds in one transaction; a table's may have hundreds of bettors. */
const PAGE = { alone: 200, atATable: 20 } as const;

/** Which rounds are meant: an operator's that were sealed so many years ago. */
export interface RemovalOrder {
  readonly operatorId: string;
  /** Not below `LEAST_YEARS`. */
  readonly years: number;
  readonly now: Date;
}

export interface RemovalPlan {
  readonly upToPosition: number;
  /** When the last of what goes was sealed. */
  readonly sealedAt: Date;
  readonly rounds: RoundCounts;
}

/** A round of a shared table counts once, whoever bet in it. */
export interface RoundCounts {
  readonly alone: number;
  readonly atTables: number;
}

/** What would be removed; null when nothing of the operator is that old. */
export async function planRemoval(
  { manager }: DataSource,
  { operatorId, years, now }: RemovalOrder,
): Promise<RemovalPlan | null> {
  const sealed = await sealedYearsAgo(manager, operatorId, years, now);
  if (sealed === null) return null;
  const plan = { upToPosition: sealed.upToPosition, sealedAt: sealed.at };
  const rounds = { alone: 0, atTables: 0 };
  for await (const { where, listed } of pagesOf(manager, operatorId, plan)) {
    rounds[where.table === null ? 'alone' : 'atTables'] += listed.length;
  }
  return { ...plan, rounds };
}

/**
 * Puts on record that the operator's rounds up to the plan's position are removed, and then removes them in portions.
 * When it is broken off, the next run goes on where it stopped: what is covered by the record may be gone or not.
 */
export async function removeRounds(
  dataSource: DataSource,
  { operatorId, now }: RemovalOrder,
  plan: RemovalPlan,
  actor: string,
): Promise<RoundCounts> {
  const { manager } = dataSource;
  const { upToPosition } = plan;
  const earlier = await listRoundRemovals(manager, LEAST_YEARS, now);
  const isOnRecord = earlier.some(
    (removal) =>
      removal.operatorId === operatorId && removal.upToPosition >= upToPosition && removal.flaw === null,
  );
  if (!isOnRecord) await recordRoundRemoval(manager, { operatorId, upToPosition, actor });
  const removed = { alone: 0, atTables: 0 };
  for await (const { where, listed } of pagesOf(manager, operatorId, plan)) {
    const count = await inTransaction(dataSource, (tx) => deleteRounds(tx, where, listed));
    removed[where.table === null ? 'alone' : 'atTables'] += count;
  }
  return removed;
}

interface Page {
  readonly where: OldRounds;
  readonly listed: readonly RoundKey[];
}

/** Those that were played alone, and then table by table. */
async function* pagesOf(
  db: EntityManager,
  operatorId: string,
  { upToPosition, sealedAt }: Pick<RemovalPlan, 'upToPosition' | 'sealedAt'>,
): AsyncGenerator<Page> {
  const all = { operatorId, upToPosition, after: NIL_ID, last: lastIdAt(sealedAt) };
  yield* pagesIn(db, { ...all, table: null }, PAGE.alone);
  for (const table of await listTablesOf(db, operatorId)) {
    yield* pagesIn(db, { ...all, table }, PAGE.atATable);
  }
}

async function* pagesIn(db: EntityManager, all: OldRounds, size: number): AsyncGenerator<Page> {
  for (let { after } = all; ;) {
    const where = { ...all, after };
    const listed = await listOldRounds(db, where, size);
    if (listed.length > 0) yield { where, listed };
    if (listed.length < size) return;
    after = listed[listed.length - 1].roundId;
  }
}
