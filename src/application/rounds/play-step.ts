import type { RoundEvent } from '../../domain/journal';
import type { Round } from '../../domain/round';
import type { CardSource } from '../../domain/shoe';
import { commitStep, type RoundToCommit, type StepToCommit } from '../../persistence/rounds/commit-step';
import type { CurrentSeed, RoundStanding } from '../../persistence/rounds/load-standing';
import type { RecordedStep, RoundRecord, StepRecord } from '../../persistence/rounds/round-record';
import { walletSessionId } from '../ids';
import type { Request } from '../request';
import type { RoundContext } from './context';
import { cardsFrom } from './cards';
import { cardsIn } from './game-steps';
import { betsOf, demandOf, inPlayOf, transfersOf } from './moves';
import { bodyOf, deadlineAfter, type RoundBody, SOLO } from './round-body';

/** A step of the game that has been decided and carried out, and now has to be written. */
export interface PlayedStep {
  /** The round's record before this step; its steps are empty before the deal. */
  readonly record: RoundRecord;
  /** The round after it. */
  readonly round: Round;
  readonly step: RecordedStep;
  readonly events: readonly RoundEvent[];
  readonly actor: string;
  readonly requestId: string;
  readonly at: Date;
  readonly idempotency: Request['idempotency'];
  readonly status: 200 | 201;
  readonly advice: boolean;
  /** With a deal: the seed as it was read. */
  readonly seed: CurrentSeed | null;
  /** With a deal: the least time since the player's last one in this game; none unless given. */
  readonly minIntervalMs?: number;
}

/**
 * Writes a step and returns the round as its player may see it.
 *
 * @throws Moved when what it was decided on is no longer so; it has to be decided anew.
 */
export async function writeStep(context: RoundContext, played: PlayedStep): Promise<RoundBody> {
  const transfers = transfersOf(played.events);
  const { change, needed } = demandOf(transfers);
  const { record } = played;
  const version = record.steps.length + 1;
  const at = played.at.toISOString();
  const place = { roundId: record.roundId, version, advice: played.advice };
  const decision: StepToCommit = {
    playerKey: record.playerKey,
    operatorId: record.operatorId,
    actor: played.actor,
    requestId: played.requestId,
    at,
    idempotency: played.idempotency && {
      key: played.idempotency.key,
      requestHash: played.idempotency.requestHash.toString('hex'),
      status: played.status,
      answer: { kind: 'round', place },
    },
    round: roundToCommit(played, version, at),
    step: played.step,
    keptShoe: keptShoeAfter(record, played.step),
    seed: played.seed && seedAfter(record, played.seed),
    wallet: { currency: record.currency, sessionId: walletSessionId(record), change, needed, transfers },
    cancellation: null,
  };
  const balance = await commitStep(context.dataSource, decision);
  const { gameId, mode, currency } = record;
  context.onStep({ gameId, mode, currency, status: played.round.status, transfers });
  const last: StepRecord = {
    version,
    step: played.step,
    balanceAfter: balance,
    actor: played.actor,
    requestId: played.requestId,
    at,
  };
  const steps = [...record.steps, last];
  return bodyOf({ ...record, version, steps }, played.round, last, { advice: played.advice });
}

function roundToCommit(
  { record, round, minIntervalMs = 0 }: PlayedStep,
  version: number,
  at: string,
): RoundToCommit {
  const bets = betsOf(round);
  const { staked, returned } = round.bettors[SOLO];
  return {
    id: record.roundId,
    sessionId: record.sessionId,
    version,
    status: round.status,
    staked,
    returned,
    inPlay: inPlayOf(bets),
    bets,
    deadline: deadlineAfter(at, record.decisionSeconds),
    endedAt: round.status === 'settled' ? at : null,
    ...(version === 1 ? { dealt: { ...dealtFrom(record), minIntervalMs } } : {}),
  };
}

function dealtFrom(record: RoundRecord): Omit<NonNullable<RoundToCommit['dealt']>, 'minIntervalMs'> {
  const { playerId, gameId, ruleSetVersion, mode, currency, limits, decisionSeconds, shoe } = record;
  const { seedNo, clientSeed, nonce } = record;
  return {
    playerId,
    gameId,
    ruleSetVersion,
    mode,
    currency,
    limits,
    decisionSeconds,
    seedNo,
    clientSeed,
    nonce,
    shoe,
  };
}

/** How far the session's shoe is dealt, where it is kept (C-25). */
function keptShoeAfter(
  { seedNo, clientSeed, nonce, shoe, steps }: RoundRecord,
  step: RecordedStep,
): StepToCommit['keptShoe'] {
  if (shoe.keptNo === null) return null;
  const dealtBefore = shoe.start + cardsIn(steps.map((earlier) => earlier.step));
  const dealt = dealtBefore + cardsIn([step]);
  return { no: shoe.keptNo, seedNo, clientSeed, nonce, dealtBefore, dealt };
}

/** A fresh shoe takes the next nonce; a round that goes on with a kept one takes none. */
function seedAfter({ shoe }: RoundRecord, { no, clientSeed, nextNonce }: CurrentSeed): StepToCommit['seed'] {
  return { no, clientSeed, nonce: nextNonce, nextNonce: shoe.start === 0 ? nextNonce + 1 : nextNonce };
}

/** The cards that are still to come in a round, from where it stands. */
export function cardsLeft({ vault }: RoundContext, { round, sealedSeed }: RoundStanding): CardSource {
  const serverSeed = vault.open(Buffer.from(sealedSeed, 'hex'), round);
  return cardsFrom(round, serverSeed, cardsIn(round.steps.map(({ step }) => step)));
}
