import type { EntityManager } from 'typeorm';
import { SeedRow } from '../entities/seeds';
import { ShoeRow } from '../entities/sessions';
import type { KeptShoe } from '../rounds/load-standing';

export async function insertSeed(tx: EntityManager, seed: SeedRow): Promise<void> {
  await tx.insert(SeedRow, seed);
}

/** The seeds of a session, the newest first: that one deals, the others have been revealed. */
export async function listSeeds(
  db: EntityManager,
  playerKey: number,
  sessionId: string,
  limit: number,
): Promise<SeedRow[]> {
  return db.find(SeedRow, { where: { playerKey, sessionId }, order: { seedNo: 'DESC' }, take: limit });
}

export async function findSeed(
  db: EntityManager,
  playerKey: number,
  sessionId: string,
  seedNo: number,
): Promise<SeedRow | null> {
  return db.findOneBy(SeedRow, { playerKey, sessionId, seedNo });
}

/** The seed that deals, held against deals and changes until the end of the transaction. */
export async function holdCurrentSeed(
  tx: EntityManager,
  playerKey: number,
  sessionId: string,
): Promise<SeedRow | null> {
  return tx.findOne(SeedRow, {
    where: { playerKey, sessionId },
    order: { seedNo: 'DESC' },
    lock: { mode: 'pessimistic_write' },
  });
}

export async function changeClientSeed(tx: EntityManager, seed: SeedRow, clientSeed: string): Promise<void> {
  const { playerKey, sessionId, seedNo } = seed;
  await tx.update(SeedRow, { playerKey, sessionId, seedNo }, { clientSeed });
}

/** Makes a seed public: from now on it is kept as it is, and needs no key any more. */
export async function markRevealed(
  tx: EntityManager,
  seed: SeedRow,
  revealedSeed: Buffer,
  at: Date,
): Promise<void> {
  const { playerKey, sessionId, seedNo } = seed;
  await tx.update(SeedRow, { playerKey, sessionId, seedNo }, { revealedAt: at, revealedSeed });
}

/** The shoe that the session keeps from round to round, or kept last; null where there was none. */
export async function findKeptShoe(
  db: EntityManager,
  playerKey: number,
  sessionId: string,
): Promise<KeptShoe | null> {
  const shoe = await db.findOne(ShoeRow, { where: { playerKey, sessionId }, order: { shoeNo: 'DESC' } });
  if (shoe === null) return null;
  const { shoeNo: no, seedNo, clientSeed, nonce, dealt } = shoe;
  return { no, seedNo, clientSeed, nonce, dealt };
}

/** The open round of exactly this session, by its id; null when there is none. */
export async function openRoundId(
  tx: EntityManager,
  playerKey: number,
  sessionId: string,
): Promise<string | null> {
  const rows = await tx.query<{ roundId: string }[]>(
    `SELECT round_id AS "roundId" FROM rounds
     WHERE player_key = $1 AND session_id = $2 AND status IN ('insurance', 'playing')`,
    [playerKey, sessionId],
  );
  return rows.at(0)?.roundId ?? null;
}
