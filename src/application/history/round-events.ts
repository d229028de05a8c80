import type { DataSource } from 'typeorm';
import { RecordingJournal, type RoundEvent } from '../../domain/journal';
import type { RuleSet } from '../../domain/rule-set';
import { replay } from '../../domain/step';
import { findRecordedCancellation, type RecordedCancellation } from '../../persistence/rounds/cancellations';
import { listRoundTransfers, type RoundTransfer } from '../../persistence/rounds/history-transfers';
import type { RoundRecord, StepRecord } from '../../persistence/rounds/round-record';
import { isRefusal, type Refusal } from '../refusal';
import type { Request } from '../request';
import { gameSteps } from '../rounds/round-body';
import { loadRoundFor } from '../rounds/standing';
import {
  consequencesOf,
  decisionOf,
  type Happening,
  hiddenIn,
  NOTHING_HIDDEN,
  transferred,
} from './happenings';

/** When something happened, by whom, and which request had asked for it. */
interface Occasion {
  /** The version of the round that it belongs to. */
  readonly version: number;
  readonly at: string;
  /** `key:…`, `session:…` or `system:…`. */
  readonly actor: string;
  readonly requestId: string;
}

/** Something that happened in a round; `no` counts from 1. */
export type RoundHappening = { readonly no: number } & Occasion & Happening;

/** Everything that happened in a round, in order. What the round hides as it stands is hidden here as well. */
export async function roundEvents(
  dataSource: DataSource,
  request: Request,
  roundId: string,
): Promise<{ items: readonly RoundHappening[]; nextCursor: null } | Refusal> {
  const loaded = await loadRoundFor(dataSource, request, roundId);
  if (isRefusal(loaded)) return loaded;
  const { round } = loaded.standing;
  // Up to the version that was read: more may have happened meanwhile.
  const transfers = await listRoundTransfers(dataSource.manager, round.playerKey, roundId, round.version);
  const isCancelled = round.status === 'cancelled';
  const cancelled = isCancelled ? await cancellationOf(dataSource, request, round) : null;
  const happenings = happeningsOf(round, loaded.ruleSet, transfers, cancelled);
  return { items: happenings.map((happening, index) => ({ no: index + 1, ...happening })), nextCursor: null };
}

function happeningsOf(
  record: RoundRecord,
  ruleSet: RuleSet,
  transfers: readonly RoundTransfer[],
  cancelled: Happening | null,
): (Occasion & Happening)[] {
  // A cancelled round decides nothing any more, so nothing in it is hidden any more.
  const hidden =
    cancelled === null ? hiddenIn(replay(ruleSet, record.limits, gameSteps(record))) : NOTHING_HIDDEN;
  return record.steps.flatMap((step) => {
    const moved = transfers.filter(({ version }) => version === step.version);
    const happenings =
      step.step.type === 'cancel'
        ? [...(cancelled === null ? [] : [cancelled]), ...moved.map(transferred)]
        : [decisionOf(step.step), ...consequencesOf(eventsOf(record, ruleSet, step.version), moved, hidden)];
    return happenings.map((happening) => ({ ...occasionOf(step), ...happening }));
  });
}

/** A journal knows nothing of steps: what one of them added is what it heard up to there, less what it had heard before. */
function eventsOf(record: RoundRecord, ruleSet: RuleSet, version: number): RoundEvent[] {
  const heard = version === 1 ? 0 : heardUpTo(record, ruleSet, version - 1).length;
  return heardUpTo(record, ruleSet, version).slice(heard);
}

function heardUpTo(record: RoundRecord, ruleSet: RuleSet, version: number): RoundEvent[] {
  const journal = new RecordingJournal();
  replay(ruleSet, record.limits, gameSteps(record, version), journal);
  return journal.events;
}

function occasionOf({ version, at, actor, requestId }: StepRecord): Occasion {
  return { version, at: new Date(at).toISOString(), actor, requestId };
}

/** Who of the operator's people did it, and what they noted, is not for the player. */
async function cancellationOf(
  { manager }: DataSource,
  { caller }: Request,
  { operatorId, playerKey, roundId }: RoundRecord,
): Promise<Happening> {
  const found = await findRecordedCancellation(manager, operatorId, playerKey, roundId);
  if (found === null) throw new Error('Broken invariant: a cancelled round is on record');
  const { statusBefore, reason, note, actorName }: RecordedCancellation = found;
  const isOperator = caller.sessionId === null;
  return {
    type: 'cancelled',
    statusBefore,
    reason,
    note: isOperator ? note : null,
    actorName: isOperator ? actorName : null,
  };
}
