import type { Pool, QueryResultRow } from 'pg';
import { type DataSource, QueryFailedError } from 'typeorm';

/** A statement that is sent so often that PostgreSQL should parse it once for each connection. */
export interface HotStatement {
  readonly name: string;
  readonly text: string;
}

/**
 * Runs a named statement on TypeORM's own pool. TypeORM cannot name statements, and the name halves what PostgreSQL
 * spends on them. Errors are those that TypeORM would throw.
 */
export async function hotQuery<Row extends QueryResultRow>(
  dataSource: DataSource,
  { name, text }: HotStatement,
  values: unknown[],
): Promise<Row[]> {
  const pool = (dataSource.driver as unknown as { master: Pool }).master;
  try {
    const { rows } = await pool.query<Row>({ name, text, values });
    return rows;
  } catch (error) {
    throw error instanceof Error ? new QueryFailedError(text, values, error) : error;
  }
}
