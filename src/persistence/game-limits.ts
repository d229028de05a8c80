import type { EntityManager } from 'typeorm';
import { In } from 'typeorm';
import { GameLimitsRow } from './entities/games';

/** The operator's own limits in these games; where he has none, there is no row. */
export async function listOwnLimits(
  db: EntityManager,
  operatorId: string,
  gameIds: readonly string[],
): Promise<GameLimitsRow[]> {
  return db.findBy(GameLimitsRow, { operatorId, gameId: In([...gameIds]) });
}

/** Puts these limits in the place of earlier ones. */
export async function putOwnLimits(db: EntityManager, row: GameLimitsRow): Promise<void> {
  await db.upsert(GameLimitsRow, row, ['operatorId', 'gameId', 'currency']);
}
