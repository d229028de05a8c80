import type { DataSource, EntityManager } from 'typeorm';
import {
  countByKey,
  holdSealedSeeds,
  keysInUse,
  replaceSealed,
  type ResealedSeed,
  type SealedPlace,
  type SealedSeed,
  seedsOfUnknownKey,
} from '../../persistence/fairness/sealed-seeds';
import { inTransaction } from '../../persistence/transaction';
import type { SeedVault } from '../../randomness/seed-vault';

/** Of seeds that were sealed before the names of keys were noted so many are tried: they had one key, as a rule. */
const TRIED = 200;
/** A deal that waits for its seed waits no longer than it takes to encrypt these. */
const SEEDS_PER_PAGE = 200;

/** What a vault cannot open of the stored seeds. */
export interface MissingKeys {
  /** Names of keys that seeds are encrypted under and the vault has not. */
  readonly names: readonly string[];
  /** Whether it opens not even those of which no name was noted. */
  readonly unknown: boolean;
}

/** What is missing for all stored seeds to be read; null when nothing is. */
export async function missingKeys(db: EntityManager, vault: SeedVault): Promise<MissingKeys | null> {
  const names = (await keysInUse(db)).filter((name) => !vault.keyNames.includes(name));
  const tried = await seedsOfUnknownKey(db, TRIED);
  const unknown = tried.some((seed) => plainOf(vault, seed) === null);
  return names.length === 0 && !unknown ? null : { names, unknown };
}

/** A key, by the name it is known under, and how many seeds cannot be read without it; its name null: not noted. */
export interface KeyUse {
  readonly name: string | null;
  readonly seeds: number;
  readonly isConfigured: boolean;
}

/** Every key that is configured or needed; the first is the one that encrypts. */
export async function keyUses(db: EntityManager, vault: SeedVault): Promise<KeyUse[]> {
  const counted = await countByKey(db);
  const configured = vault.keyNames.map((name) => {
    return { name, seeds: counted.find((one) => one.name === name)?.seeds ?? 0, isConfigured: true };
  });
  const others = counted.filter(({ name }) => name === null || !vault.keyNames.includes(name));
  return [...configured, ...others.map((other) => ({ ...other, isConfigured: false }))];
}

/** What a run over all seeds has done. */
export interface Resealed {
  /** Secret seeds that were encrypted anew. */
  readonly sealed: number;
  /** Revealed seeds that are kept in plain from now on. */
  readonly kept: number;
  /** Seeds that no key opened, and that stay as they are. */
  readonly unopened: number;
}

interface Page extends Resealed {
  readonly last: SealedPlace | null;
}

/**
 * Encrypts every secret seed under the first key of the vault, and keeps every revealed one in plain: after that no other
 * key is needed. Goes on in small transactions beside the traffic, and may be started again at any time.
 */
export async function resealSeeds(dataSource: DataSource, vault: SeedVault): Promise<Resealed> {
  const done = { sealed: 0, kept: 0, unopened: 0 };
  const others = (await keysInUse(dataSource.manager)).filter((name) => name !== vault.keyNames[0]);
  for (const key of [...others, null]) {
    let after: SealedPlace | null = null;
    do {
      const place: SealedPlace | null = after;
      const page: Page = await inTransaction(dataSource, (tx) => resealPage(tx, vault, key, place));
      done.sealed += page.sealed;
      done.kept += page.kept;
      done.unopened += page.unopened;
      after = page.last;
    } while (after !== null);
  }
  return done;
}

async function resealPage(
  tx: EntityManager,
  vault: SeedVault,
  key: string | null,
  after: SealedPlace | null,
): Promise<Page> {
  const held = await holdSealedSeeds(tx, key, after, SEEDS_PER_PAGE);
  const resealed = held.flatMap((seed) => resealedSeed(vault, seed) ?? []);
  await replaceSealed(tx, resealed);
  const kept = resealed.filter(({ revealedSeed }) => revealedSeed !== null).length;
  const unopened = held.length - resealed.length;
  return { kept, sealed: resealed.length - kept, unopened, last: held.at(-1) ?? null };
}

function resealedSeed(vault: SeedVault, seed: SealedSeed): ResealedSeed | null {
  const plain = plainOf(vault, seed);
  if (plain === null) return null;
  const { playerKey, sessionId, seedNo, sealedSeed, sealedUnder } = seed;
  const place = { playerKey, sessionId, seedNo };
  if (seed.revealedAt !== null) return { ...place, sealedSeed, sealedUnder, revealedSeed: plain };
  return {
    ...place,
    sealedSeed: vault.seal(plain, seed),
    sealedUnder: vault.keyNames[0],
    revealedSeed: null,
  };
}

function plainOf(vault: SeedVault, seed: SealedSeed): Buffer | null {
  try {
    return vault.open(seed.sealedSeed, seed);
  } catch {
    return null;
  }
}
