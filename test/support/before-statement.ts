import type { QueryRunner } from 'typeorm';
import type { Casino } from './casino';

/**
 * Does something before the first statement that is meant is sent while something else is done; `which` is told what is
 * sent and how many were before it. Those that are prepared by name do not count. Tells whether any was meant.
 */
export async function beforeStatement(
  { app: { dataSource } }: Casino,
  which: (sql: string, before: number) => boolean,
  doing: () => Promise<unknown>,
  ask: () => Promise<unknown>,
): Promise<boolean> {
  const runner = dataSource.createQueryRunner();
  const prototype = Object.getPrototypeOf(runner) as { query: QueryRunner['query'] };
  await runner.release();
  const { query } = prototype;
  const state = { sent: 0, isDone: false };
  prototype.query = async function (this: QueryRunner, ...statement: Parameters<QueryRunner['query']>) {
    if (!state.isDone && which(statement[0], state.sent++)) {
      state.isDone = true;
      await doing();
    }
    return query.apply(this, statement) as unknown;
  } as QueryRunner['query'];
  try {
    await ask();
  } finally {
    prototype.query = query;
  }
  return state.isDone;
}
