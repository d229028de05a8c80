import type { EntityManager } from 'typeorm';
import { OperatorRow } from './entities/operators';

/** What an operator lets real money in on (SW-14). */
export interface PlayerEdgePolicy {
  readonly maxReturnPpm: number;
  readonly playerEdgeGames: readonly string[];
}

export async function readPlayerEdgePolicy(db: EntityManager, operatorId: string): Promise<PlayerEdgePolicy> {
  return db.findOneByOrFail(OperatorRow, { operatorId });
}
