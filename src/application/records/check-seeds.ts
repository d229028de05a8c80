import type { EntityManager } from 'typeorm';
import { type ClosedSeed, listWrongSeeds, readClosedSeeds } from '../../persistence/records/standing-seeds';
import { commitmentOf, type SeedVault } from '../../randomness/seed-vault';
import type { Finding } from './findings';

/** Seeds that are opened at once. */
const SEEDS = 2000;

export interface CheckedSeeds {
  readonly findings: readonly Finding[];
  /** Seeds that no key at hand opens: nothing is known of them but their commitments. */
  readonly unopened: number;
}

/**
 * Compares seeds, of which seals cover the commitments alone, with the course of things: each is revealed when the one
 * after it is made, and stays so. Secret ones are opened, where their key is at hand, and held to their commitments.
 *
 * @param operatorId one operator's seeds; null for all.
 * @param vault null where there is no key at all.
 */
export async function* checkSeeds(
  db: EntityManager,
  operatorId: string | null,
  vault: SeedVault | null,
  mostFindings: number,
): AsyncGenerator<CheckedSeeds> {
  const wrong = await listWrongSeeds(db, operatorId, mostFindings);
  yield { findings: wrong.map((seed) => ({ sealNo: null, table: 'seeds', ...seed })), unopened: 0 };
  let after: ClosedSeed | null = null;
  for (;;) {
    const page: ClosedSeed[] = await readClosedSeeds(db, after, SEEDS);
    const findings: Finding[] = [];
    let unopened = 0;
    for (const seed of page) {
      if (operatorId !== null && seed.operatorId !== operatorId) continue;
      const state = stateOf(seed, vault);
      if (state === 'unopened') unopened += 1;
      else if (state !== 'sound') findings.push(findingOf(seed, FAULTS[state]));
    }
    yield { findings, unopened };
    if (page.length < SEEDS) return;
    after = page[page.length - 1];
  }
}

const FAULTS = {
  broken: 'was changed: the key that it names does not open it',
  other: 'was changed: what is encrypted is not the seed that was committed to',
} as const;

function findingOf({ operatorId, playerKey, sessionId, seedNo }: ClosedSeed, what: string): Finding {
  return { operatorId, sealNo: null, table: 'seeds', key: `${playerKey}/${sessionId}/${seedNo}`, what };
}

/** A seed of which no key is noted may need one that is not at hand. */
function stateOf(seed: ClosedSeed, vault: SeedVault | null): keyof typeof FAULTS | 'sound' | 'unopened' {
  const { sealedSeed, sealedUnder, commitment } = seed;
  if (vault === null || (sealedUnder !== null && !vault.keyNames.includes(sealedUnder))) return 'unopened';
  try {
    return commitmentOf(vault.open(sealedSeed, seed)).equals(commitment) ? 'sound' : 'other';
  } catch {
    return sealedUnder === null ? 'unopened' : 'broken';
  }
}
