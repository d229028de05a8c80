import { type EntityManager, LessThan } from 'typeorm';
import { TransferRow } from './entities/ledger';

export interface StatementPage {
  readonly playerKey: number;
  readonly currency: string;
  /** The nil UUID for a player's own wallet. */
  readonly sessionId: string;
  /** Entries before this one; null starts at the newest. */
  readonly before: number | null;
  readonly limit: number;
}

/** The movements of one wallet, newest first. */
export async function listEntries(db: EntityManager, page: StatementPage): Promise<TransferRow[]> {
  const { playerKey, currency, sessionId, before, limit } = page;
  return db.find(TransferRow, {
    where: { playerKey, currency, sessionId, ...(before === null ? {} : { entryNo: LessThan(before) }) },
    order: { entryNo: 'DESC' },
    take: limit,
  });
}
