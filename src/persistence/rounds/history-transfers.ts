import type { EntityManager } from 'typeorm';
import type { TransferKind } from '../entities/ledger';

/** Money that a round moved, as its player's ledger has it. */
export interface RoundTransfer {
  /** The version of the round that moved it. */
  readonly version: number;
  readonly kind: TransferKind;
  readonly reason: string;
  readonly bet: string;
  readonly amount: number;
  readonly balanceAfter: number;
}

/** Everything that a round moved for that player up to a version, in the order of his ledger. */
export async function listRoundTransfers(
  db: EntityManager,
  playerKey: number,
  roundId: string,
  version: number,
): Promise<RoundTransfer[]> {
  return db.query<RoundTransfer[]>(
    `SELECT round_version AS version, kind, reason, bet, amount, balance_after AS "balanceAfter"
     FROM transfers WHERE player_key = $1 AND round_id = $2 AND round_version <= $3
     ORDER BY round_version, entry_no`,
    [playerKey, roundId, version],
  );
}

/** What a round of a table moved for some of its bettors up to a version, each in the order of his ledger. */
export async function listBettorTransfers(
  db: EntityManager,
  bettors: readonly { readonly playerKey: number }[],
  roundId: string,
  version: number,
): Promise<(RoundTransfer & { readonly playerKey: number })[]> {
  return db.query<(RoundTransfer & { readonly playerKey: number })[]>(
    `SELECT player_key AS "playerKey", round_version AS version, kind, reason, bet, amount,
       balance_after AS "balanceAfter"
     FROM transfers WHERE player_key = ANY ($1::bigint[]) AND round_id = $2 AND round_version <= $3
     ORDER BY player_key, round_version, entry_no`,
    [bettors.map(({ playerKey }) => playerKey), roundId, version],
  );
}
