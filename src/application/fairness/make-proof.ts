import { createHash } from 'node:crypto';
import { cardText } from '../../domain/card';
import type { Round } from '../../domain/round';
import type { RuleSet } from '../../domain/rule-set';
import { replay, type Step } from '../../domain/step';
import type { TableLimits } from '../../domain/table-limits';
import type { Mode } from '../../persistence/entities/sessions';
import type { StoredBet } from '../../persistence/rounds/commit-step';
import type { RoundRecord, ShoeRecord } from '../../persistence/rounds/round-record';
import type { ShoeFacts } from '../../persistence/rounds/shared-round';
import { canonicalJson } from '../canonical-json';
import { betsOf } from '../rounds/moves';
import { pursesOf, sumOf } from '../rounds/purses';
import { gameSteps } from '../rounds/game-steps';
import { SOLO } from '../rounds/round-body';
import type { SharedRound } from '../rounds/shared-round';
import { bareSteps, projectedSteps } from './projected-steps';

/** Names the form that proofs are made in. */
export const PROOF_FORMAT = 'holecard-proof/3';

/**
 * All that decided a round, for whoever verifies it offline. Cards are texts in the order drawn, amounts minor units,
 * hashes and seeds hexadecimal. `hash` is SHA-256 over the canonical JSON of everything else but `serverSeed`, which
 * comes later; it is held to `commitment`.
 */
export interface Proof {
  readonly format: typeof PROOF_FORMAT;
  readonly roundId: string;
  /** Whose round it was; null where it is that of a table, for its operator or for who only watched. */
  readonly sessionId: string | null;
  /** The table it was played at; null for a private round. Cards are chosen where this mode, or else the next, is `test`. */
  readonly table: TableOfProof | null;
  /** What was played with: money, or play money. Of a table's round for everybody, the mode of the table. */
  readonly mode: Mode;
  readonly gameId: string;
  readonly currency: string;
  readonly status: 'settled' | 'cancelled';
  readonly ruleSet: RuleSet;
  readonly limits: TableLimits;
  readonly algorithm: string;
  /** Which of the session's server seeds it was, or of its table's: those count the shoes. */
  readonly seedNo: number;
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
   * has in it. The figures above are then the sums over those who bet in the mode of the table, and `playMoney` has the
   * same for those who bet behind in demo sessions, null where nobody did: real and play money are never one sum (DX-08).
   * The proof for one player makes him bettor 0.
   */
  readonly playMoney?: PlayMoneyOfProof | null;
  readonly bettors?: readonly ProvedBettor[];
  readonly hash: string;
}

export interface TableOfProof {
  readonly id: string;
  readonly mode: Mode;
}

/** The shoe of a round; of a table's own shoe, where nothing was chosen, also what was burned of it (DX-03). */
export type ShoeOfProof = Omit<ShoeRecord, 'algorithm' | 'keptNo'> & Partial<ShoeFacts>;

/** What play money came to at a table. */
export interface PlayMoneyOfProof extends Money {
  readonly mode: 'demo';
}

/** What one bettor has in a table's round, by his number in the steps. */
export interface ProvedBettor {
  readonly bettor: number;
  readonly playerId: string;
  /** Play money may be bet behind at tables of real money (DX-08). */
  readonly mode: Mode;
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
  const { decks, start, script } = record.shoe;
  const { sessionId, mode } = record;
  const claims = claimsOf(record, ruleSet, commitment, {
    sessionId,
    table: null,
    mode,
    shoe: { decks, start, script },
    steps: gameSteps(record),
  });
  return sealed(claims, serverSeed);
}

/** The same of a table's round. One bettor's shows nothing of the money of others; nor does that for who only watched. */
export function makeSharedProof(
  { round: record, ruleSet, whose }: SharedRound,
  commitment: Buffer,
  serverSeed: Buffer | null,
): Proof {
  const { decks, start, script } = record.shoe;
  const { tableId: id, mode } = record;
  const shoe = { decks, start, script, ...record.shoeFacts };
  const table = { id, mode };
  const steps = bareSteps(gameSteps(record));
  if (whose.kind !== 'everybody') {
    const part = whose.kind === 'bettor' ? whose.part : null;
    const projected = projectedSteps(steps, part?.bettor ?? null, record.limits.stake.min);
    const own = { sessionId: part?.sessionId ?? null, mode: part?.mode ?? mode };
    return sealed(
      claimsOf(record, ruleSet, commitment, { ...own, table, shoe, steps: projected }),
      serverSeed,
    );
  }
  const round = replay(ruleSet, record.limits, steps);
  const bettors = whose.parts.map((part): ProvedBettor => {
    const { bettor, playerId } = part;
    return { bettor, playerId, mode: part.mode, ...moneyOf(record, round, bettor) };
  });
  const claims = claimsOf(record, ruleSet, commitment, { sessionId: null, table, mode, shoe, steps });
  const { own, demo } = pursesOf(mode, bettors);
  const playMoney = demo.length === 0 ? null : { mode: 'demo' as const, ...together(demo) };
  return sealed({ ...claims, ...together(own), playMoney, bettors }, serverSeed);
}

type Claims = Omit<Proof, 'hash' | 'serverSeed'>;

type Ended = Pick<
  RoundRecord,
  'roundId' | 'gameId' | 'currency' | 'status' | 'limits' | 'seedNo' | 'clientSeed' | 'nonce' | 'shoe'
>;

/** What is claimed of a round; the money is that of bettor 0. */
function claimsOf(
  record: Ended,
  ruleSet: RuleSet,
  commitment: Buffer,
  { shoe, steps, ...place }: Pick<Claims, 'sessionId' | 'table' | 'mode' | 'shoe' | 'steps'>,
): Claims {
  const round = replay(ruleSet, record.limits, steps);
  return {
    format: PROOF_FORMAT,
    roundId: record.roundId,
    ...place,
    gameId: record.gameId,
    currency: record.currency,
    status: record.status === 'cancelled' ? 'cancelled' : 'settled',
    ruleSet,
    limits: record.limits,
    algorithm: record.shoe.algorithm,
    seedNo: record.seedNo,
    commitment: commitment.toString('hex'),
    clientSeed: record.clientSeed,
    nonce: record.nonce,
    shoe,
    steps,
    dealerCards: round.dealer.cards.map(cardText),
    ...moneyOf(record, round, SOLO),
  };
}

/** The seed is not under the hash: it comes later. */
function sealed(claims: Claims, serverSeed: Buffer | null): Proof {
  const hash = createHash('sha256').update(canonicalJson(claims)).digest('hex');
  return { ...claims, serverSeed: serverSeed?.toString('hex') ?? null, hash };
}

type Money = Pick<Proof, 'bets' | 'staked' | 'returned'>;

function moneyOf({ status }: Pick<Ended, 'status'>, round: Round, bettor: number): Money {
  const { staked, returned } = round.bettors[bettor];
  return { bets: betsOf(round, bettor), staked, returned: status === 'cancelled' ? staked : returned };
}

function together(purse: readonly Money[]): Money {
  return {
    bets: purse.flatMap(({ bets }) => bets),
    staked: sumOf(purse.map(({ staked }) => staked)),
    returned: sumOf(purse.map(({ returned }) => returned)),
  };
}
