import { RecordingJournal } from '../../domain/journal';
import { CardRecorder, carryOut, replay } from '../../domain/step';
import { listOverdueRounds, type OverdueRound } from '../../persistence/rounds/overdue';
import { loadRoundStanding } from '../../persistence/rounds/load-standing';
import type { RoundRecord } from '../../persistence/rounds/round-record';
import { hasMoved } from '../../persistence/transaction';
import type { RoundContext } from './context';
import { cardsLeft, writeStep } from './play-step';
import { gameSteps } from './game-steps';
import { deadlineAfter } from './round-body';
import { ruleSetOf } from './rule-set-of';
import { wantsAdvice } from './standing';

/** What one sweep came to. `failed` rounds wait for the next sweeps; their errors are for the log. */
export interface Sweep {
  readonly finished: number;
  readonly failed: readonly { readonly roundId: string; readonly error: unknown }[];
  /** How long the oldest round found has been overdue, in seconds; 0 when none was. */
  readonly lagSeconds: number;
  /** Whether there may be more of them. */
  readonly more: boolean;
}

const BATCH = 100;

/**
 * Finishes rounds whose decision time is over by the automatic rule (C-19). Several processes may do so at once: each
 * round is written on the version that was read, so one of them comes first and the others find it done.
 * `except` names rounds to leave alone, such as those that failed lately; after the signal no other one is begun.
 */
export async function finishAbandoned(
  context: RoundContext,
  now: Date,
  except: ReadonlySet<string> = new Set(),
  signal?: AbortSignal,
): Promise<Sweep> {
  const overdue = await listOverdueRounds(context.dataSource, now, BATCH + except.size);
  const failed: Sweep['failed'][number][] = [];
  let finished = 0;
  for (const round of overdue) {
    if (signal?.aborted === true) break;
    if (except.has(round.roundId)) continue;
    try {
      if (await finish(context, round, now)) finished += 1;
    } catch (error) {
      failed.push({ roundId: round.roundId, error });
    }
  }
  const lagSeconds = overdue.length === 0 ? 0 : (now.getTime() - overdue[0].deadline.getTime()) / 1000;
  return { finished, failed, lagSeconds, more: finished > 0 && overdue.length === BATCH + except.size };
}

/** False when somebody else finished it, or the player was there after all. */
async function finish(context: RoundContext, overdue: OverdueRound, now: Date): Promise<boolean> {
  const { playerKey, roundId, operatorId } = overdue;
  const asking = { operatorId, keyId: null, idempotencyKey: null, sessionId: null, signature: null };
  const standing = await loadRoundStanding(context.dataSource, playerKey, roundId, asking);
  if (standing === null) throw new Error('Broken invariant: an overdue round exists');
  const { round: record } = standing;
  if (record.status === 'settled' || record.status === 'cancelled' || !isOverdue(record, now)) return false;
  const ruleSet = ruleSetOf(record.gameId, record.ruleSetVersion, standing.ownRuleSet);
  const round = replay(ruleSet, record.limits, gameSteps(record));
  const cards = new CardRecorder(cardsLeft(context, standing));
  const journal = new RecordingJournal();
  carryOut({ round, cards, journal }, { type: 'automatic' });
  try {
    await writeStep(context, {
      record,
      round,
      step: { type: 'automatic', cards: cards.texts },
      events: journal.events,
      actor: 'system:automatic-rule',
      requestId: `sweep:${roundId}`,
      at: now,
      idempotency: null,
      status: 200,
      advice: wantsAdvice(standing),
      seed: null,
    });
    return true;
  } catch (error) {
    if (hasMoved(error)) return false;
    throw error;
  }
}

/** The player may have acted between the list and the reading. */
function isOverdue({ steps, decisionSeconds }: RoundRecord, now: Date): boolean {
  return new Date(deadlineAfter(steps[steps.length - 1].at, decisionSeconds)) <= now;
}
