import type { EntityManager } from 'typeorm';
import { OperatorRow } from '../entities/operators';

export async function findOperator(db: EntityManager, operatorId: string): Promise<OperatorRow | null> {
  return db.findOneBy(OperatorRow, { operatorId });
}

/** The names of all operators by their ids. */
export async function operatorNames(db: EntityManager): Promise<Map<string, string>> {
  const rows = await db.find(OperatorRow, { select: { operatorId: true, name: true } });
  return new Map(rows.map(({ operatorId, name }) => [operatorId, name]));
}
