import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { SeedRow } from '../../persistence/entities/seeds';
import { keepSecret } from '../../persistence/operators/server-secrets';
import type { RandomSource } from '../../randomness/random-source';
import { commitmentOf, type SeedPlace, SeedVault, VAULT_KEY_BYTES } from '../../randomness/seed-vault';

/** Where server seeds come from and how they are kept. */
export interface SeedMaker {
  readonly source: RandomSource;
  readonly vault: SeedVault;
}

/** The vault under the configured keys, or under one that all processes of the database share. */
export async function loadVault(db: EntityManager, keys: readonly string[] | undefined): Promise<SeedVault> {
  if (keys !== undefined) return new SeedVault(keys.map((key) => Buffer.from(key, 'hex')));
  return new SeedVault([await keepSecret(db, 'seed-key', randomBytes(VAULT_KEY_BYTES))]);
}

/** A new server seed for a session, committed to by its hash before anything is dealt from it. */
export function makeSeed(
  { source, vault }: SeedMaker,
  place: SeedPlace & { readonly playerKey: number },
  clientSeed: string,
  now: Date,
): SeedRow {
  const seed = source.newSeed();
  return {
    playerKey: place.playerKey,
    sessionId: place.sessionId,
    seedNo: place.seedNo,
    sealedSeed: vault.seal(seed, place),
    commitment: commitmentOf(seed),
    clientSeed,
    nextNonce: 0,
    madeAt: now,
    revealedAt: null,
  };
}

/** A word for a player who has not chosen one. */
export function anyClientSeed(): string {
  return randomBytes(8).toString('hex');
}
