import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { SeedRow } from '../../persistence/entities/seeds';
import { findSecret, keepSecret, mayReadSecrets } from '../../persistence/operators/server-secrets';
import type { RandomSource } from '../../randomness/random-source';
import { commitmentOf, type SeedPlace, SeedVault, VAULT_KEY_BYTES } from '../../randomness/seed-vault';

/** Where server seeds come from and how they are kept. */
export interface SeedMaker {
  readonly source: RandomSource;
  readonly vault: SeedVault;
}

const KEPT_KEY = 'seed-key';

/**
 * The vault under the configured keys, or under one that all processes of the database share. That one goes on opening
 * seeds after keys were configured: what it encrypted before is not lost by that.
 */
export async function loadVault(db: EntityManager, keys: readonly string[] | undefined): Promise<SeedVault> {
  if (keys === undefined)
    return new SeedVault([await keepSecret(db, KEPT_KEY, randomBytes(VAULT_KEY_BYTES))]);
  const kept = await findSecret(db, KEPT_KEY);
  return new SeedVault([...keys.map((key) => Buffer.from(key, 'hex')), ...(kept === null ? [] : [kept])]);
}

/** The same for who only reads: makes and keeps nothing. Null where there is no key at hand, or none that may be read. */
export async function findVault(
  db: EntityManager,
  keys: readonly string[] | undefined,
): Promise<SeedVault | null> {
  const kept = (await mayReadSecrets(db)) ? await findSecret(db, KEPT_KEY) : null;
  const all = [...(keys ?? []).map((key) => Buffer.from(key, 'hex')), ...(kept === null ? [] : [kept])];
  return all.length === 0 ? null : new SeedVault(all);
}

/** A seed that was revealed: as it was kept then, or, where that was not done yet, opened with its key. */
export function revealedSeedOf(
  vault: SeedVault,
  { revealedSeed, sealedSeed }: Pick<SeedRow, 'revealedSeed' | 'sealedSeed'>,
  place: SeedPlace,
): Buffer {
  return revealedSeed ?? vault.open(sealedSeed, place);
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
    sealedUnder: vault.keyNames[0],
    commitment: commitmentOf(seed),
    clientSeed,
    nextNonce: 0,
    madeAt: now,
    revealedAt: null,
    revealedSeed: null,
  };
}

/** A word for a player who has not chosen one. */
export function anyClientSeed(): string {
  return randomBytes(8).toString('hex');
}
