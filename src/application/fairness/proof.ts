import { createHash } from 'node:crypto';
import { cardText } from '../../domain/card';
import type { RuleSet } from '../../domain/rule-set';
import { replay, type Step } from '../../domain/step';
import type { TableLimits } from '../../domain/table-limits';
import { findSeed } from '../../persistence/fairness/seeds';
import type { StoredBet } from '../../persistence/rounds/commit-step';
import type { RoundRecord, ShoeRecord } from '../../persistence/rounds/round-record';
import { isRefusal, type Refusal } from '../refusal';
import { type Answer, ok, type Request } from '../request';
import { canonicalJson } from '../canonical-json';
import type { RoundContext } from '../rounds/context';
import { betsOf } from '../rounds/moves';
import { gameSteps, SOLO } from '../rounds/round-body';
import { loadRoundFor } from '../rounds/standing';

/**
 * All that decided a round, for whoever verifies it offline. Cards are texts in the order drawn, amounts minor units,
 * hashes and seeds hexadecimal. `hash` is SHA-256 over the canonical JSON of everything else but `serverSeed`, which
 * comes later; it is held to `commitment`.
 */
export interface Proof {
  readonly format: 'holecard-proof/1';
  readonly roundId: string;
  readonly gameId: string;
  readonly currency: string;
  readonly status: 'settled' | 'cancelled';
  readonly ruleSet: RuleSet;
  readonly limits: TableLimits;
  readonly algorithm: string;
  readonly commitment: string;
  /** Null until it is revealed, because it decides later rounds as well. */
  readonly serverSeed: string | null;
  readonly clientSeed: string;
  readonly nonce: number;
  readonly shoe: Omit<ShoeRecord, 'algorithm' | 'keptNo'>;
  /** The deal and every choice, each with the cards that came. */
  readonly steps: readonly Step[];
  /** The dealer's cards at the end, in the order dealt. */
  readonly dealerCards: readonly string[];
  readonly bets: readonly StoredBet[];
  readonly staked: number;
  readonly returned: number;
  readonly hash: string;
}

/** The proof of a round that has ended; the seed is in it once it was revealed. */
export async function readProof(
  context: RoundContext,
  request: Request,
  roundId: string,
): Promise<Answer<Proof> | Refusal> {
  const loaded = await loadRoundFor(context.dataSource, request, roundId);
  if (isRefusal(loaded)) return loaded;
  const { standing, ruleSet } = loaded;
  const { round: record } = standing;
  if (record.status !== 'settled' && record.status !== 'cancelled') {
    return {
      refused: 'round_open',
      detail: `Round ${roundId} is not finished: its proof would give cards away.`,
    };
  }
  const seed = await findSeed(context.dataSource.manager, record.playerKey, record.sessionId, record.seedNo);
  if (seed === null) throw new Error('Broken invariant: every round has a seed');
  const revealed = seed.revealedAt === null ? null : context.vault.open(seed.sealedSeed, seed);
  return ok(makeProof(record, ruleSet, seed.commitment, revealed));
}

/** The proof of a round that has ended, from its record, the hash of its server seed and, once revealed, the seed. */
export function makeProof(
  record: RoundRecord,
  ruleSet: RuleSet,
  commitment: Buffer,
  serverSeed: Buffer | null,
): Proof {
  const steps = gameSteps(record);
  const round = replay(ruleSet, record.limits, steps);
  const { decks, start, script, algorithm } = record.shoe;
  const cancelled = record.status === 'cancelled';
  const { staked, returned } = round.bettors[SOLO];
  const claims: Omit<Proof, 'hash' | 'serverSeed'> = {
    format: 'holecard-proof/1',
    roundId: record.roundId,
    gameId: record.gameId,
    currency: record.currency,
    status: cancelled ? 'cancelled' : 'settled',
    ruleSet,
    limits: record.limits,
    algorithm,
    commitment: commitment.toString('hex'),
    clientSeed: record.clientSeed,
    nonce: record.nonce,
    shoe: { decks, start, script },
    steps,
    dealerCards: round.dealer.cards.map(cardText),
    bets: betsOf(round),
    staked,
    returned: cancelled ? staked : returned,
  };
  const hash = createHash('sha256').update(canonicalJson(claims)).digest('hex');
  return { ...claims, serverSeed: serverSeed?.toString('hex') ?? null, hash };
}
