import { createHash } from 'node:crypto';
import { cardText } from '../../domain/card';
import type { Round } from '../../domain/round';
import type { RuleSet } from '../../domain/rule-set';
import { replay, type Step } from '../../domain/step';
import type { TableLimits } from '../../domain/table-limits';
import type { StoredBet } from '../../persistence/rounds/commit-step';
import type { RoundRecord, ShoeRecord } from '../../persistence/rounds/round-record';
import type { ShoeFacts } from '../../persistence/rounds/shared-round';
import { canonicalJson } from '../canonical-json';
import { betsOf } from '../rounds/moves';
import { gameSteps, SOLO } from '../rounds/round-body';
import type { SharedRound } from '../rounds/shared-round';
import { bareSteps, projectedSteps } from './projected-steps';

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
  readonly shoe: ShoeOfProof;
  /** The deal and every choice, each with the cards that came. */
  readonly steps: readonly Step[];
  /** The dealer's cards at the end, in the order dealt. */
  readonly dealerCards: readonly string[];
  readonly bets: readonly StoredBet[];
  readonly staked: number;
  readonly returned: number;
  /**
   * Only where it is the proof of a table's round for the operator, with the bets of all his players: what each of them
   * has in it. The figures above are then the sums. The proof for one player makes him bettor 0.
   */
  readonly bettors?: readonly ProvedBettor[];
  readonly hash: string;
}

/** The shoe of a round; of a table's own shoe, where nothing was chosen, also what was burned of it (DX-03). */
export type ShoeOfProof = Omit<ShoeRecord, 'algorithm' | 'keptNo'> & Partial<ShoeFacts>;

/** What one bettor has in a table's round, by his number in the steps. */
export interface ProvedBettor {
  readonly bettor: number;
  readonly playerId: string;
  readonly bets: readonly StoredBet[];
  readonly staked: number;
  readonly returned: number;
}

/** The proof of a round that has ended, from its record, the hash of its server seed and, once revealed, the seed. */
export function makeProof(
  record: RoundRecord,
  ruleSet: RuleSet,
  commitment: Buffer,
  serverSeed: Buffer | null,
): Proof {
  const steps = gameSteps(record);
  const { decks, start, script } = record.shoe;
  return proofOf(record, ruleSet, { decks, start, script }, steps, { commitment, serverSeed });
}

/** The same of a table's round. One bettor's shows nothing of the money of others; nor does that for who only watched. */
export function makeSharedProof(
  { round: record, ruleSet, whose }: SharedRound,
  commitment: Buffer,
  serverSeed: Buffer | null,
): Proof {
  const { decks, start, script } = record.shoe;
  const shoe = { decks, start, script, ...record.shoeFacts };
  const seed = { commitment, serverSeed };
  const steps = bareSteps(gameSteps(record));
  if (whose.kind !== 'everybody') {
    const bettor = whose.kind === 'bettor' ? whose.part.bettor : null;
    const projected = projectedSteps(steps, bettor, record.limits.stake.min);
    return proofOf(record, ruleSet, shoe, projected, seed);
  }
  const round = replay(ruleSet, record.limits, steps);
  const bettors = whose.parts.map(({ bettor, playerId }): ProvedBettor => {
    return { bettor, playerId, ...moneyOf(record, round, bettor) };
  });
  return proofOf(record, ruleSet, shoe, steps, seed, bettors);
}

type Ended = Pick<
  RoundRecord,
  'roundId' | 'gameId' | 'currency' | 'status' | 'limits' | 'clientSeed' | 'nonce' | 'shoe'
>;

function proofOf(
  record: Ended,
  ruleSet: RuleSet,
  shoe: ShoeOfProof,
  steps: readonly Step[],
  { commitment, serverSeed }: { commitment: Buffer; serverSeed: Buffer | null },
  bettors?: readonly ProvedBettor[],
): Proof {
  const round = replay(ruleSet, record.limits, steps);
  const claims: Omit<Proof, 'hash' | 'serverSeed'> = {
    format: 'holecard-proof/1',
    roundId: record.roundId,
    gameId: record.gameId,
    currency: record.currency,
    status: record.status === 'cancelled' ? 'cancelled' : 'settled',
    ruleSet,
    limits: record.limits,
    algorithm: record.shoe.algorithm,
    commitment: commitment.toString('hex'),
    clientSeed: record.clientSeed,
    nonce: record.nonce,
    shoe,
    steps,
    dealerCards: round.dealer.cards.map(cardText),
    ...(bettors === undefined ? moneyOf(record, round, SOLO) : { ...sumOf(bettors), bettors }),
  };
  const hash = createHash('sha256').update(canonicalJson(claims)).digest('hex');
  return { ...claims, serverSeed: serverSeed?.toString('hex') ?? null, hash };
}

type Money = Pick<Proof, 'bets' | 'staked' | 'returned'>;

function moneyOf({ status }: Pick<Ended, 'status'>, round: Round, bettor: number): Money {
  const { staked, returned } = round.bettors[bettor];
  return { bets: betsOf(round, bettor), staked, returned: status === 'cancelled' ? staked : returned };
}

function sumOf(bettors: readonly ProvedBettor[]): Money {
  return {
    bets: bettors.flatMap(({ bets }) => bets),
    staked: bettors.reduce((sum, { staked }) => sum + staked, 0),
    returned: bettors.reduce((sum, { returned }) => sum + returned, 0),
  };
}
