import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { type DataSource, type EntityManager, QueryFailedError } from 'typeorm';

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
  statement: HotStatement,
  values: unknown[],
): Promise<Row[]> {
  return send(poolOf(dataSource), statement, values);
}

/** The same within the transaction of a manager; one that has none takes any connection. */
export async function hotQueryIn<Row extends QueryResultRow>(
  { dataSource, queryRunner }: EntityManager,
  statement: HotStatement,
  values: unknown[],
): Promise<Row[]> {
  const connection = (await queryRunner?.connect()) as PoolClient | undefined;
  return send(connection ?? poolOf(dataSource), statement, values);
}

function poolOf({ driver }: DataSource): Pool {
  return (driver as unknown as { master: Pool }).master;
}

async function send<Row extends QueryResultRow>(
  connection: Pick<Pool, 'query'>,
  { name, text }: HotStatement,
  values: unknown[],
): Promise<Row[]> {
  try {
    const { rows } = await connection.query<Row>({ name, text, values });
    return rows;
  } catch (error) {
    throw error instanceof Error ? new QueryFailedError(text, values, error) : error;
  }
}
