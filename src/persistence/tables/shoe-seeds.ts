import type { EntityManager } from 'typeorm';
import { SeedRow } from '../entities/seeds';
import type { TablePlace } from './load-table';

/** A shoe that starts: its salt is fixed now, and the seed of the shoe after it is committed to. */
export interface ShoeToOpen {
  readonly number: number;
  readonly salt: string;
  readonly next: SeedRow;
  /** The seed of the shoe before it; null for the first. */
  readonly revealed: Buffer | null;
}

/** Opens a shoe: the seed of the one before it decides nothing any more, and is public from now on. */
export async function openShoeSeed(
  tx: EntityManager,
  place: TablePlace,
  shoe: ShoeToOpen,
  at: Date,
): Promise<void> {
  const { tableKey: playerKey, tableId: sessionId } = place;
  if (shoe.revealed !== null) await revealShoeSeed(tx, place, shoe.number - 1, shoe.revealed, at);
  // The nonce 0 is the shoe itself; chosen cards of test rounds take the later ones.
  await tx.update(
    SeedRow,
    { playerKey, sessionId, seedNo: shoe.number },
    { clientSeed: shoe.salt, nextNonce: 1 },
  );
  await tx.insert(SeedRow, shoe.next);
}

/** Makes the seed of a shoe that has ended public. */
export async function revealShoeSeed(
  tx: EntityManager,
  { tableKey, tableId }: TablePlace,
  number: number,
  seed: Buffer,
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE seeds SET revealed_at = $4, revealed_seed = $5
     WHERE player_key = $1 AND session_id = $2 AND seed_no = $3 AND revealed_at IS NULL`,
    [tableKey, tableId, number, at, seed],
  );
}
