import type { DataSource } from 'typeorm';
import type { RuleSet } from '../../domain/rule-set';
import { replay } from '../../domain/step';
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
import { cancellationOf, eventsOf, numbered, type Occasion, type RoundHappening } from './occasions';
import { sharedEvents } from './shared-events';

/** Everything that happened in a round, in order. What the round hides as it stands is hidden here as well. */
export async function roundEvents(
  dataSource: DataSource,
  request: Request,
  roundId: string,
): Promise<{ items: readonly RoundHappening[]; nextCursor: null } | Refusal> {
  const loaded = await loadRoundFor(dataSource, request, roundId);
  if (isRefusal(loaded)) {
    return loaded.refused === 'not_found' ? sharedEvents(dataSource, request, roundId) : loaded;
  }
  const { round } = loaded.standing;
  // Up to the version that was read: more may have happened meanwhile.
  const transfers = await listRoundTransfers(dataSource.manager, round.playerKey, roundId, round.version);
  const isCancelled = round.status === 'cancelled';
  const cancelled = isCancelled ? await cancellationOf(dataSource, request, round) : null;
  const happenings = happeningsOf(round, loaded.ruleSet, transfers, cancelled);
  return { items: numbered(happenings), nextCursor: null };
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

function occasionOf({ version, at, actor, requestId }: StepRecord): Occasion {
  return { version, at: new Date(at).toISOString(), actor, requestId };
}
