import { RecordingJournal, type RoundEvent } from '../../domain/journal';
import type { RuleSet } from '../../domain/rule-set';
import { replay } from '../../domain/step';
import { findRecordedCancellation, type RecordedCancellation } from '../../persistence/rounds/cancellations';
import type { RoundRecord } from '../../persistence/rounds/round-record';
import type { Reading } from '../../persistence/transaction';
import type { Request } from '../request';
import { gameSteps } from '../rounds/game-steps';
import type { Happening } from './happenings';

/** When something happened, by whom, and which request had asked for it. */
export interface Occasion {
  /** The version of the round that it belongs to. */
  readonly version: number;
  readonly at: string;
  /** `key:…`, `session:…`, `system:…` or `table:…`; `player:…` with the alias of another player at a shared table. */
  readonly actor: string;
  /** Null for what other players asked for. */
  readonly requestId: string | null;
}

/** Whose doing, or whose money, it was at a shared table. */
export interface Whom {
  /** Under which others see him there. */
  readonly playerAlias?: string;
  /** Told to an operator's key only. */
  readonly playerId?: string;
}

/** Something that happened in a round; `no` counts from 1. */
export type RoundHappening = { readonly no: number } & Occasion & Whom & Happening;

export function numbered(happenings: readonly (Occasion & Whom & Happening)[]): RoundHappening[] {
  return happenings.map((happening, index) => ({ no: index + 1, ...happening }));
}

type Played = Pick<RoundRecord, 'limits' | 'steps'>;

/** A journal knows nothing of steps: what one of them added is what it heard up to there, less what it had heard before. */
export function eventsOf(record: Played, ruleSet: RuleSet, version: number): RoundEvent[] {
  const heard = version === 1 ? 0 : heardUpTo(record, ruleSet, version - 1).length;
  return heardUpTo(record, ruleSet, version).slice(heard);
}

function heardUpTo(record: Played, ruleSet: RuleSet, version: number): RoundEvent[] {
  const journal = new RecordingJournal();
  replay(ruleSet, record.limits, gameSteps(record, version), journal);
  return journal.events;
}

/** Who of the operator's people did it, and what they noted, is not for the player. */
export async function cancellationOf(
  { manager }: Reading,
  { caller }: Request,
  place: Pick<RoundRecord, 'operatorId' | 'playerKey' | 'roundId'>,
): Promise<Happening> {
  const found = await findRecordedCancellation(manager, place.operatorId, place.playerKey, place.roundId);
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
