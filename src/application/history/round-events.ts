import type { DataSource } from 'typeorm';
import type { RuleSet } from '../../domain/rule-set';
import { replay } from '../../domain/step';
import { listRoundTransfers, type RoundTransfer } from '../../persistence/rounds/history-transfers';
import type { RoundRecord, StepRecord } from '../../persistence/rounds/round-record';
import { inSnapshot, type Reading } from '../../persistence/transaction';
import { isRefusal, type Refusal } from '../refusal';
import type { Request } from '../request';
import { gameSteps } from '../rounds/game-steps';
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
  return inSnapshot(dataSource, async (reading) => {
    const loaded = await loadRoundFor(reading, request, roundId);
    if (isRefusal(loaded)) {
      return loaded.refused === 'not_found' ? sharedEvents(reading, request, roundId) : loaded;
    }
    const { standing, ruleSet } = loaded;
    const items = await eventsOfPrivate(reading, request, { round: standing.round, ruleSet });
    return { items, nextCursor: null };
  });
}

/** The same for a private round that is loaded. */
export async function eventsOfPrivate(
  reading: Reading,
  request: Request,
  { round, ruleSet }: { readonly round: RoundRecord; readonly ruleSet: RuleSet },
): Promise<RoundHappening[]> {
  const { playerKey, roundId, version, status } = round;
  const transfers = await listRoundTransfers(reading.manager, playerKey, roundId, version);
  const cancelled = status === 'cancelled' ? await cancellationOf(reading, request, round) : null;
  return numbered(happeningsOf(round, ruleSet, transfers, cancelled));
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
