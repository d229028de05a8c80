import type { DataSource, EntityManager } from 'typeorm';

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/**
 * How many rows of a table a question looks at, whether they are of use to it or not. It is run, and gets no rows for an
 * answer.
 */
export async function rowsLookedAt(
  { manager }: DataSource,
  table: string,
  ask: (db: EntityManager) => Promise<unknown>,
): Promise<number> {
  let looked = 0;
  const query = async (sql: string, values: unknown[]): Promise<unknown[]> => {
    const [{ 'QUERY PLAN': explained }] = await manager.query<[{ 'QUERY PLAN': [{ Plan: Plan }] }]>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
      values,
    );
    looked += rowsRead(table, explained[0].Plan);
    return [];
  };
  await ask({ query } as unknown as EntityManager);
  return looked;
}

function rowsRead(table: string, plan: Plan): number {
  const rows = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  const here = plan['Relation Name'] === table ? rows : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(table, part), here);
}
