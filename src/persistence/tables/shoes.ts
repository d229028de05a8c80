import type { EntityManager } from 'typeorm';
import type { TablePlace } from './load-table';

/** A shoe of a table with its seed; `revealedAt` is null as long as the seed decides something. */
export interface ListedShoe {
  readonly number: number;
  readonly salt: string;
  readonly exposed: string | null;
  readonly burned: number;
  /** Cards before the cut card. */
  readonly cut: number;
  /** Cards that have left it, the burned ones included. */
  readonly dealt: number;
  readonly openedAt: Date;
  readonly endedAt: Date | null;
  readonly sealedSeed: Buffer;
  readonly commitment: Buffer;
  readonly revealedAt: Date | null;
  readonly revealedSeed: Buffer | null;
}

/** The shoes of a table, the newest first, below that number. */
export async function listShoes(
  db: EntityManager,
  { tableKey, tableId }: TablePlace,
  before: number | null,
  limit: number,
): Promise<ListedShoe[]> {
  return db.query<ListedShoe[]>(
    `SELECT shoe_no AS number, salt, exposed, burned, cut, dealt, opened_at AS "openedAt", ended_at AS "endedAt",
       sealed_seed AS "sealedSeed", commitment, revealed_at AS "revealedAt", revealed_seed AS "revealedSeed"
     FROM table_shoes t JOIN seeds s ON s.player_key = t.table_key AND s.session_id = t.table_id AND s.seed_no = t.shoe_no
     WHERE t.table_key = $1 AND t.table_id = $2 AND ($3::integer IS NULL OR t.shoe_no < $3)
     ORDER BY t.shoe_no DESC LIMIT $4`,
    [tableKey, tableId, before, limit],
  );
}
