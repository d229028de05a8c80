import { findSeed } from '../../persistence/fairness/seeds';
import type { RoundRecord } from '../../persistence/rounds/round-record';
import type { Reading } from '../../persistence/transaction';
import type { SeedVault } from '../../randomness/seed-vault';
import { isRefusal, notFound, type Refusal } from '../refusal';
import { type Answer, ok, type Request } from '../request';
import { loadSharedRound, ofPlayer } from '../rounds/shared-round';
import { loadRoundFor } from '../rounds/standing';
import { makeProof, makeSharedProof, type Proof } from './make-proof';
import { revealedSeedOf } from './seed-maker';

/** Where a round is read, and what opens its seed. */
export interface ProofContext {
  readonly dataSource: Reading;
  readonly vault: SeedVault;
}

/**
 * The proof of a round that has ended; the seed is in it once it was revealed. `playerId` names one of the players of a
 * table's round to an operator's key; null for everybody the caller may see.
 */
export async function readProof(
  context: ProofContext,
  request: Request,
  roundId: string,
  playerId: string | null,
): Promise<Answer<Proof> | Refusal> {
  const loaded = await loadRoundFor(context.dataSource, request, roundId);
  if (isRefusal(loaded)) {
    return loaded.refused === 'not_found' ? readSharedProof(context, request, roundId, playerId) : loaded;
  }
  const { standing, ruleSet } = loaded;
  const { round: record } = standing;
  if (playerId !== null && playerId !== record.playerId) return notFound('player in this round');
  if (!hasEnded(record)) return openRound(roundId);
  const { commitment, serverSeed } = await seedOf(context, record.playerKey, record.sessionId, record.seedNo);
  return ok(makeProof(record, ruleSet, commitment, serverSeed));
}

/** The proof of a table's round: for one bettor with his money only, for the operator with everybody's. */
async function readSharedProof(
  context: ProofContext,
  request: Request,
  roundId: string,
  playerId: string | null,
): Promise<Answer<Proof> | Refusal> {
  const loaded = await loadSharedRound(context.dataSource, request, roundId);
  if (isRefusal(loaded)) return loaded;
  const shared = playerId === null ? loaded : ofPlayer(loaded, playerId);
  if (isRefusal(shared)) return shared;
  const { round } = shared;
  if (!hasEnded(round)) return openRound(roundId);
  const { commitment, serverSeed } = await seedOf(context, round.tableKey, round.tableId, round.seedNo);
  return ok(makeSharedProof(shared, commitment, serverSeed));
}

function hasEnded({ status }: Pick<RoundRecord, 'status'>): boolean {
  return status === 'settled' || status === 'cancelled';
}

function openRound(roundId: string): Refusal {
  return {
    refused: 'round_open',
    detail: `Round ${roundId} is not finished: its proof would give cards away.`,
  };
}

/** What is public of the seed of a session or a table, and the seed itself once it was revealed. */
async function seedOf(
  { dataSource, vault }: ProofContext,
  key: number,
  owner: string,
  seedNo: number,
): Promise<{ commitment: Buffer; serverSeed: Buffer | null }> {
  const seed = await findSeed(dataSource.manager, key, owner, seedNo);
  if (seed === null) throw new Error('Broken invariant: every round has a seed');
  const serverSeed = seed.revealedAt === null ? null : revealedSeedOf(vault, seed, seed);
  return { commitment: seed.commitment, serverSeed };
}
