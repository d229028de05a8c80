import { RecordingJournal } from '../../domain/journal';
import type { Round } from '../../domain/round';
import { replay } from '../../domain/step';
import {
  type CancellationToCommit,
  commitStep,
  type TransferToCommit,
} from '../../persistence/rounds/commit-step';
import type { RoundStanding } from '../../persistence/rounds/load-standing';
import type { StepRecord } from '../../persistence/rounds/round-record';
import { erasedName, walletSessionId } from '../ids';
import { isRefusal, type Refusal } from '../refusal';
import type { Request } from '../request';
import type { RoundContext } from './context';
import { facedUp } from './face-up';
import { gameSteps } from './game-steps';
import { asCancelled, betsOf, corrections, demandOf, transfersOf } from './moves';
import { bodyOf, type RoundBody, SOLO } from './round-body';
import {
  actorOf,
  decideUntilWritten,
  earlierAnswer,
  loadRoundFor,
  refuse,
  type RoundResult,
} from './standing';

/** Why a round is cancelled, in the words of whoever does it. */
export interface CancelCommand {
  readonly reason: string;
  readonly note?: string;
}

/** Gives every stake back and takes every payout back, open round or settled, and leaves the audit row (C-18). */
export function cancelRound(
  context: RoundContext,
  request: Request,
  roundId: string,
  command: CancelCommand,
): Promise<RoundResult> {
  return decideUntilWritten(request, (attempt) => decide(context, attempt, roundId, command));
}

async function decide(
  context: RoundContext,
  request: Request,
  roundId: string,
  command: CancelCommand,
): Promise<RoundResult> {
  const { dataSource } = context;
  const loaded = await loadRoundFor(dataSource, request, roundId);
  if (isRefusal(loaded)) return loaded;
  const { standing, ruleSet } = loaded;
  const { round: record, balance } = standing;
  const earlier = await earlierAnswer(dataSource, request, standing);
  if (earlier !== null) return earlier;
  const journal = new RecordingJournal();
  const round = replay(ruleSet, record.limits, gameSteps(record), journal);
  const before = bodyOf(record, round, record.steps[record.version - 1], { balance, advice: false });
  const transfers = corrections(transfersOf(journal.events));
  const refusal = objection(standing, transfers);
  if (refusal !== null) {
    const place = { roundId, version: record.version, balance, advice: false };
    return refuse(dataSource, request, record.playerKey, refusal, { body: before, place });
  }
  const cancellation = cancellationOf(request, command, { record, round, before, transfers });
  const body = await write(context, request, standing, round, transfers, cancellation);
  return { status: 200, body, replayed: false };
}

function objection(
  { round, balance }: RoundStanding,
  transfers: readonly TransferToCommit[],
): Refusal | null {
  if (round.status === 'cancelled')
    return { refused: 'round_already_cancelled', detail: 'It was cancelled before.' };
  // Money would go to, or be taken from, a wallet that is nobody's.
  if (round.playerId === erasedName(round.playerKey))
    return {
      refused: 'player_erased',
      detail: 'Its player was erased: his rounds stay as they were settled.',
    };
  const { needed } = demandOf(transfers);
  if (needed <= balance) return null;
  const detail = `The wallet holds ${balance}; taking the payouts back, less the stakes, needs ${needed}.`;
  return { refused: 'reversal_exceeds_balance', detail, balance, price: needed };
}

/** What is cancelled, as its player has it: the round before, and the transfers that undo it. */
export interface Cancelled {
  readonly record: Pick<RoundStanding['round'], 'currency' | 'playerId' | 'status'>;
  readonly round: Round;
  readonly before: RoundBody;
  readonly transfers: readonly TransferToCommit[];
}

/** The audit row of a cancellation (C-18). */
export function cancellationOf(
  { caller }: Request,
  { reason, note }: CancelCommand,
  { record, round, before, transfers }: Cancelled,
): CancellationToCommit {
  const sum = (kind: TransferToCommit['kind']): number =>
    transfers.reduce((total, transfer) => (transfer.kind === kind ? total + transfer.amount : total), 0);
  const { currency, playerId, status } = record;
  return {
    reason,
    note: note ?? null,
    actorKeyId: caller.keyId,
    actorName: caller.actorName,
    statusBefore: status,
    amounts: [{ playerId, currency, refunded: sum('refund'), reversed: sum('reversal'), transfers }],
    // The supervisor's record shows what lay face down as well.
    roundBefore: { ...before, ...facedUp(round) },
  };
}

async function write(
  context: RoundContext,
  request: Request,
  { round: record }: RoundStanding,
  round: Round,
  transfers: readonly TransferToCommit[],
  cancellation: CancellationToCommit,
): Promise<RoundBody> {
  const version = record.version + 1;
  const at = request.now.toISOString();
  const step = { type: 'cancel' } as const;
  const actor = actorOf(request);
  const { staked } = round.bettors[SOLO];
  const balance = await commitStep(context.dataSource, {
    playerKey: record.playerKey,
    operatorId: record.operatorId,
    actor,
    requestId: request.requestId,
    at,
    idempotency: request.idempotency && {
      key: request.idempotency.key,
      requestHash: request.idempotency.requestHash.toString('hex'),
      status: 200,
      answer: { kind: 'round', place: { roundId: record.roundId, version, advice: false } },
    },
    round: {
      id: record.roundId,
      sessionId: record.sessionId,
      version,
      status: 'cancelled',
      staked,
      returned: staked,
      inPlay: 0,
      bets: betsOf(round).map(asCancelled),
      deadline: at,
      endedAt: at,
    },
    step,
    keptShoe: null,
    seed: null,
    wallet: {
      currency: record.currency,
      sessionId: walletSessionId(record),
      ...demandOf(transfers),
      transfers,
    },
    cancellation,
  });
  const { gameId, mode, currency } = record;
  context.onStep({ gameId, mode, currency, status: 'cancelled', transfers });
  const last: StepRecord = { version, step, balanceAfter: balance, actor, requestId: request.requestId, at };
  return bodyOf({ ...record, version, steps: [...record.steps, last] }, round, last, { advice: false });
}
