import type { EntityManager } from 'typeorm';
import { OperatorRow } from '../entities/operators';

/** False when the name is taken. */
export async function insertOperator(db: EntityManager, operator: OperatorRow): Promise<boolean> {
  const rows = await db.query<unknown[]>(
    `INSERT INTO operators (operator_id, name, requires_signature, max_return_ppm, player_edge_games, created_at,
       min_round_interval_ms, reminder_seconds)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (name) DO NOTHING RETURNING operator_id`,
    [
      operator.operatorId,
      operator.name,
      operator.requiresSignature,
      operator.maxReturnPpm,
      operator.playerEdgeGames,
      operator.createdAt,
      operator.minRoundIntervalMs,
      operator.reminderSeconds,
    ],
  );
  return rows.length > 0;
}

export async function updateOperator(
  db: EntityManager,
  operatorId: string,
  settings: Partial<Omit<OperatorRow, 'operatorId' | 'name' | 'createdAt'>>,
): Promise<void> {
  await db.update(OperatorRow, { operatorId }, settings);
}

export async function findOperatorByName(db: EntityManager, name: string): Promise<OperatorRow | null> {
  return db.findOneBy(OperatorRow, { name });
}

export async function listOperators(db: EntityManager): Promise<OperatorRow[]> {
  return db.find(OperatorRow, { order: { name: 'ASC' } });
}

/** The least time from deal to deal that the operator demands, in milliseconds; 0 demands none. */
export async function readMinRoundInterval(db: EntityManager, operatorId: string): Promise<number> {
  const { minRoundIntervalMs } = await db.findOneByOrFail(OperatorRow, { operatorId });
  return minRoundIntervalMs;
}
