import type { DataSource, EntityManager } from 'typeorm';
import {
  deleteRounds,
  listRemovableRounds,
  listRoundRemovals,
  recordRoundRemoval,
  type RoundKey,
  sealedYearsAgo,
} from '../../persistence/retention/round-removals';
import { lastIdAt, NIL_ID } from '../ids';

/**
 * Rounds are kept at least so long after they were sealed; the database knows the same number. It is what rules against
 * money laundering usually ask for; whoever has to keep them longer removes later.
 */
export const LEAST_YEARS = 5;

const ROUNDS_AT_ONCE = 200;

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
  readonly rounds: number;
}

/** What would be removed; null when nothing of the operator is that old. */
export async function planRemoval(
  { manager }: DataSource,
  { operatorId, years, now }: RemovalOrder,
): Promise<RemovalPlan | null> {
  const sealed = await sealedYearsAgo(manager, operatorId, years, now);
  if (sealed === null) return null;
  const plan = { upToPosition: sealed.upToPosition, sealedAt: sealed.at };
  let rounds = 0;
  for await (const page of pagesOf(manager, operatorId, plan)) rounds += page.length;
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
): Promise<number> {
  const { manager } = dataSource;
  const { upToPosition } = plan;
  const earlier = await listRoundRemovals(manager, LEAST_YEARS, now);
  const isOnRecord = earlier.some(
    (removal) =>
      removal.operatorId === operatorId && removal.upToPosition >= upToPosition && removal.flaw === null,
  );
  if (!isOnRecord) await recordRoundRemoval(manager, { operatorId, upToPosition, actor });
  let removed = 0;
  for await (const page of pagesOf(manager, operatorId, plan)) {
    await dataSource.transaction((tx) => deleteRounds(tx, page));
    removed += page.length;
  }
  return removed;
}

async function* pagesOf(
  db: EntityManager,
  operatorId: string,
  { upToPosition, sealedAt }: Pick<RemovalPlan, 'upToPosition' | 'sealedAt'>,
): AsyncGenerator<RoundKey[]> {
  const last = lastIdAt(sealedAt);
  for (let after = NIL_ID; ;) {
    const ids = { after, last };
    const page = await listRemovableRounds(db, operatorId, upToPosition, ids, ROUNDS_AT_ONCE);
    if (page.length > 0) yield page;
    if (page.length < ROUNDS_AT_ONCE) return;
    after = page[page.length - 1].roundId;
  }
}
