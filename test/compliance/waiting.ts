import type { Casino } from '../support/casino';

/** What a promise is raced with that should not be done yet. */
export function soon(ms: number): Promise<'not yet'> {
  return new Promise((done) => setTimeout(() => done('not yet'), ms));
}

/** Holds the rows that the query locks, in a transaction of its own, until the work is done. */
export async function holdingRows<T>(
  casino: Casino,
  lock: string,
  values: readonly unknown[],
  work: () => Promise<T>,
): Promise<T> {
  const runner = casino.app.dataSource.createQueryRunner();
  await runner.startTransaction();
  await runner.query(lock, [...values]);
  try {
    return await work();
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}
