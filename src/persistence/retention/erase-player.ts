import type { EntityManager } from 'typeorm';
import type { ErasureReason } from './entities';

/** One decision to erase a player, as `erase_player` takes it. */
export interface ErasureToCommit {
  readonly playerKey: number;
  readonly operatorId: string;
  /** The name under which he is to be found, for the last time. */
  readonly playerId: string;
  readonly reason: ErasureReason;
  readonly reference: string | null;
  readonly actorKeyId: string | null;
  readonly actorName: string | null;
  readonly requestId: string;
  readonly at: string;
  /** Currencies in which a wallet may hold something: it is worth nothing. */
  readonly playCurrencies: readonly string[];
}

export type ErasureOutcome = 'erased' | 'moved' | 'round_open' | 'wallet_not_empty' | 'suspended';

/** Erases the player, or says why not; then the transaction has to be undone, for his sessions may be closed already. */
export async function erasePlayer(tx: EntityManager, erasure: ErasureToCommit): Promise<ErasureOutcome> {
  const [{ outcome }] = await tx.query<[{ outcome: ErasureOutcome }]>('SELECT erase_player($1) AS outcome', [
    JSON.stringify(erasure),
  ]);
  return outcome;
}
