import type { DataSource, EntityManager } from 'typeorm';
import { present } from '../../domain/assert';
import { type RuleSet, ruleSetRef } from '../../domain/rule-set';
import {
  addToTotals,
  type AssessedRound,
  insertAssessments,
  markTakenOut,
  takeFromTotals,
} from '../../persistence/reports/assessments';
import {
  isOnlyAssessor,
  leaveQueue,
  type QueuedRound,
  type QueuedRoundState,
  readQueue,
  setAside,
} from '../../persistence/reports/queue';
import type { TheoreticalReturn } from '../../returns/theoretical-return';
import { presetReturn } from '../games/catalogue-returns';
import { stepsOfTheGame } from '../rounds/game-steps';
import { ruleSetOf } from '../rounds/rule-set-of';
import type { RoundToAssess } from './assess-round';
import { type AssessingThread, ThreadEnded } from './assessing-thread';
import type { Assessed } from './theories';

/** What one pass came to. */
export interface AssessmentPass {
  readonly assessed: number;
  /** Rounds that were cancelled after they had been counted. */
  readonly takenOut: number;
  readonly failed: readonly { readonly roundId: string; readonly failure: string }[];
  /** Whether there may be more of them. */
  readonly more: boolean;
}

/** So many bettors' parts of rounds at a time. */
export const BATCH = 500;
/** A pass that has worked for so long leaves the rest to the next one: its transaction must not stay open. */
const LONGEST_MS = 5000;
export const NOTHING: AssessmentPass = { assessed: 0, takenOut: 0, failed: [], more: false };

/** Thrown when the thread ended over these rounds: the pass has counted nothing. */
export class ThreadEndedOver extends Error {
  override readonly name = 'ThreadEndedOver';

  constructor(
    readonly suspects: readonly { readonly queueNo: number; readonly roundId: string }[],
    cause: ThreadEnded,
  ) {
    super(cause.message, { cause });
  }
}

/**
 * Assesses the rounds that wait for longest, and takes cancelled ones out of the sums again. All of a pass is written in
 * one transaction, which one process at a time holds: no round is counted twice, whoever dies when.
 *
 * @throws ThreadEndedOver when one of the rounds ends the thread.
 */
export async function assessSettled(
  dataSource: DataSource,
  thread: Pick<AssessingThread, 'assess'>,
  now: Date,
  batch = BATCH,
): Promise<AssessmentPass> {
  return dataSource.transaction(async (tx) => {
    if (!(await isOnlyAssessor(tx))) return NOTHING;
    const queue = await readQueue(tx, batch);
    if (queue.length === 0) return NOTHING;
    const { gone, groups, idle, unknown } = sorted(queue);
    const outcome = await assessed(thread, groups);
    await write(tx, outcome.rounds, gone, now);
    const failed = [...unknown, ...outcome.failed];
    for (const { queueNo, failure } of failed) await setAside(tx, queueNo, failure);
    await leaveQueue(tx, [...idle, ...outcome.done]);
    return {
      assessed: outcome.rounds.length,
      takenOut: gone.length,
      failed,
      more: partsOf(queue) >= batch || outcome.isCutShort,
    };
  });
}

function partsOf(queue: readonly QueuedRound[]): number {
  return queue.reduce((parts, { round }) => parts + (round?.bettors.length ?? 1), 0);
}

interface Waiting {
  readonly queued: QueuedRound;
  readonly state: QueuedRoundState;
}

interface Group {
  readonly ruleSet: RuleSet;
  readonly returns: TheoreticalReturn;
  readonly waiting: Waiting[];
}

interface Failed {
  readonly queueNo: number;
  readonly roundId: string;
  readonly failure: string;
}

interface Sorted {
  /** Rounds to be taken out of the sums. */
  readonly gone: AssessedRound[];
  /** Rounds to be assessed, by rule set. */
  readonly groups: Group[];
  /** Places in the queue that need nothing more: among them those of rounds that were cancelled before they counted. */
  readonly idle: number[];
  /** Rounds of a rule set that there is not. */
  readonly unknown: Failed[];
}

function sorted(queue: readonly QueuedRound[]): Sorted {
  const groups = new Map<string, Group>();
  const sorts = { gone: [], idle: [], unknown: [] } as Omit<Sorted, 'groups'>;
  const seen = new Set<string>();
  for (const queued of queue) {
    const { round: state, roundId, queueNo } = queued;
    const isFirst = !seen.has(roundId);
    seen.add(roundId);
    if (isFirst && state?.status === 'settled' && state.counted === null) {
      const failure = addTo(groups, { queued, state });
      if (failure !== null) sorts.unknown.push({ queueNo, roundId, failure });
      continue;
    }
    if (isFirst && state?.status === 'cancelled' && state.counted !== null) {
      sorts.gone.push({ ...placeOf({ queued, state }), ...state.counted });
    }
    sorts.idle.push(queueNo);
  }
  return { ...sorts, groups: [...groups.values()] };
}

/** Says why not when the round cannot be assessed with any group. */
function addTo(groups: Map<string, Group>, waiting: Waiting): string | null {
  const { operatorId, gameId, ruleSetVersion, ownRuleSet } = waiting.state;
  const key = `${ownRuleSet === null ? '' : operatorId} ${gameId}@${ruleSetVersion}`;
  try {
    const group = groups.get(key) ?? { ...gameOf(waiting.state), waiting: [] };
    group.waiting.push(waiting);
    groups.set(key, group);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function gameOf({ gameId, ruleSetVersion, ownRuleSet }: QueuedRoundState): Omit<Group, 'waiting'> {
  const ruleSet = ruleSetOf(gameId, ruleSetVersion, ownRuleSet);
  const returns = ownRuleSet?.theoreticalReturn ?? presetReturn(ruleSet);
  return { ruleSet, returns: present(returns, `a theoretical return of ${ruleSetRef(ruleSet)}`) };
}

interface Outcome {
  readonly rounds: AssessedRound[];
  readonly failed: Failed[];
  /** Places in the queue of rounds that are assessed now. */
  readonly done: number[];
  readonly isCutShort: boolean;
}

async function assessed(thread: Pick<AssessingThread, 'assess'>, groups: readonly Group[]): Promise<Outcome> {
  const giveUpAt = performance.now() + LONGEST_MS;
  const outcome = { rounds: [], failed: [], done: [] } as Pick<Outcome, 'rounds' | 'failed' | 'done'>;
  for (const { ruleSet, returns, waiting } of groups) {
    if (performance.now() > giveUpAt) return { ...outcome, isCutShort: true };
    const rounds = waiting.map(({ state }) => roundToAssess(state));
    const answers = await thread.assess({ ruleSet, returns, rounds }).catch((error: unknown) => {
      if (!(error instanceof ThreadEnded)) throw error;
      throw new ThreadEndedOver(
        waiting.map(({ queued }) => queued),
        error,
      );
    });
    waiting.forEach((one, place) => keep(outcome, one, answers[place]));
  }
  return { ...outcome, isCutShort: false };
}

function keep(outcome: Omit<Outcome, 'isCutShort'>, waiting: Waiting, answer: Assessed): void {
  const { queueNo, roundId } = waiting.queued;
  if ('failure' in answer) {
    outcome.failed.push({ queueNo, roundId, failure: answer.failure });
    return;
  }
  outcome.done.push(queueNo);
  outcome.rounds.push({ ...placeOf(waiting), day: waiting.state.day, lines: answer.lines });
}

function roundToAssess({ limits, currency, steps, bettors }: QueuedRoundState): RoundToAssess {
  return { limits, currency, steps: stepsOfTheGame(steps), bettors };
}

function placeOf({ queued, state }: Waiting): Omit<AssessedRound, 'day' | 'lines'> {
  const { operatorId, gameId, ruleSetVersion, currency } = state;
  return {
    playerKey: queued.playerKey,
    roundId: queued.roundId,
    operatorId,
    gameId,
    ruleSetVersion,
    currency,
  };
}

async function write(
  tx: EntityManager,
  rounds: readonly AssessedRound[],
  gone: readonly AssessedRound[],
  now: Date,
): Promise<void> {
  if (rounds.length > 0) {
    await insertAssessments(tx, rounds, now);
    await addToTotals(tx, rounds);
  }
  if (gone.length > 0) {
    await markTakenOut(tx, gone, now);
    await takeFromTotals(tx, gone);
  }
}
