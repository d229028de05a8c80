import { setTimeout as pause } from 'node:timers/promises';
import { type DataSource, type EntityManager, QueryFailedError } from 'typeorm';

const ATTEMPTS = 5;
const LONGEST_PAUSE_MS = 20;

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const LOCK_TIMEOUT = '55P03';

/** Thrown where something that a decision was based on has moved since: the decision has to be made again. */
export class Moved extends Error {
  override readonly name = 'Moved';
}

/** Thrown when a decision was made again and again, and moved under its maker every time. */
export class TooManyConflicts extends Error {
  override readonly name = 'TooManyConflicts';
}

/** What is to be told when a transaction is committed, by the manager of its attempt. */
const toTell = new WeakMap<EntityManager, (() => void)[]>();

/**
 * Runs the work in one transaction. When the database, or the work itself by `Moved`, says that something moved
 * meanwhile, all of it is done again on what is true now: a statement alone would act on what was true before.
 *
 * @throws TooManyConflicts when no attempt came through.
 */
export async function inTransaction<T>(
  dataSource: DataSource,
  work: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return await attemptOnce(dataSource, work);
    } catch (error) {
      if (!hasMoved(error)) throw error;
      await pause(Math.random() * LONGEST_PAUSE_MS * attempt);
    }
  }
  throw new TooManyConflicts(`nothing came of ${ATTEMPTS} attempts`);
}

async function attemptOnce<T>(dataSource: DataSource, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  const telling: (() => void)[] = [];
  const result = await dataSource.transaction((tx) => {
    toTell.set(tx, telling);
    return work(tx);
  });
  for (const tell of telling) tell();
  return result;
}

/**
 * Does something once the transaction is committed; never for an attempt that is undone.
 *
 * @param tx one that `inTransaction` has begun.
 */
export function afterCommit(tx: EntityManager, tell: () => void): void {
  const others = toTell.get(tx);
  if (others === undefined) throw new Error('Broken invariant: the transaction was begun by inTransaction');
  others.push(tell);
}

/** Where reads go: to any connection, or to the one that shows a single state of the database. */
export type Reading = Pick<DataSource, 'manager'>;

/**
 * Runs reads on one state of the database, so that what they find fits together: a round that is removed meanwhile is there
 * as a whole, or not at all.
 */
export async function inSnapshot<T>(
  dataSource: DataSource,
  work: (reading: Reading) => Promise<T>,
): Promise<T> {
  return dataSource.transaction('REPEATABLE READ', (manager) => work({ manager }));
}

/** Whether a lock was waited for in vain. */
export function isLockTimeout(error: unknown): boolean {
  return sqlStateOf(error) === LOCK_TIMEOUT;
}

/** Whether an error says that something moved, so that the decision has to be made again. */
export function hasMoved(error: unknown): boolean {
  const state = sqlStateOf(error);
  return error instanceof Moved || state === SERIALIZATION_FAILURE || state === DEADLOCK;
}

/** Whether it was waited in vain for the first request under an Idempotency-Key: PostgreSQL says in which statement. */
export function isKeyTimeout(error: unknown): boolean {
  if (!isLockTimeout(error)) return false;
  const { where } = (error as QueryFailedError).driverError as { where?: unknown };
  return typeof where === 'string' && where.includes('INSERT INTO idempotency_records');
}

function sqlStateOf(error: unknown): string | null {
  if (!(error instanceof QueryFailedError)) return null;
  const { code } = error.driverError as { code?: unknown };
  return typeof code === 'string' ? code : null;
}

/** Makes those who ask for the same name take turns until the end of their transactions. */
export async function takeTurns(tx: EntityManager, ...name: readonly string[]): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name.join('\n')]);
}
