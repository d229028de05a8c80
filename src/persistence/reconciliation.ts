import type { DataSource, EntityManager } from 'typeorm';
import {
  BALANCES,
  ENTRIES,
  PARTS,
  ROUNDS,
  TABLE_ROUNDS,
  TRANSACTIONS,
  WALLETS,
} from './reconciliation-queries';

/** Something in the books that does not agree with something else. */
export interface Difference {
  /** The wallet, round or transaction, in words that lead to its rows. */
  readonly where: string;
  readonly what: string;
}

/** What the accounts of one currency hold, as text: sums over all players may exceed a safe integer. */
export interface AccountBalances {
  readonly currency: string;
  /** As the wallets say; the other three follow from the transfers. */
  readonly player: string;
  readonly house: string;
  readonly cashier: string;
  readonly mint: string;
  readonly wallets: number;
  readonly transfers: number;
}

export interface Batch {
  readonly differences: readonly Difference[];
  readonly balances: readonly AccountBalances[];
}

const QUERIES = [WALLETS, ENTRIES, ROUNDS, TRANSACTIONS, PARTS, TABLE_ROUNDS] as const;

/**
 * Reads the books of all players, some players at a time. Each batch is one snapshot: everything about a player leads
 * with his key, so that what is read of him belongs together while the server plays on.
 */
export async function* readBooks(dataSource: DataSource, playersPerBatch: number): AsyncGenerator<Batch> {
  // The first and the last range are open, so that rows of players that do not exist lie in one of them too.
  let after: number | null = null;
  do {
    const upTo: number | null = await nextBoundary(dataSource.manager, after, playersPerBatch);
    yield await readRange(dataSource, after, upTo);
    after = upTo;
  } while (after !== null);
}

async function nextBoundary(
  db: EntityManager,
  after: number | null,
  players: number,
): Promise<number | null> {
  const rows = await db.query<{ player_key: number }[]>(
    `SELECT player_key FROM players WHERE player_key > coalesce($1::bigint, 0) ORDER BY player_key OFFSET $2 LIMIT 1`,
    [after, players - 1],
  );
  return rows.at(0)?.player_key ?? null;
}

async function readRange(dataSource: DataSource, after: number | null, upTo: number | null): Promise<Batch> {
  return dataSource.transaction('REPEATABLE READ', async (tx) => {
    // One wallet may have any number of entries: the time that a request is given is not enough for it.
    await tx.query('SET TRANSACTION READ ONLY');
    await tx.query('SET LOCAL statement_timeout = 0');
    const differences: Difference[] = [];
    for (const query of QUERIES) differences.push(...(await tx.query<Difference[]>(query, [after, upTo])));
    return { differences, balances: await tx.query<AccountBalances[]>(BALANCES, [after, upTo]) };
  });
}
