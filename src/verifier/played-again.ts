import { RecordingJournal, type RoundEvent } from '../domain/journal';
import type { Round } from '../domain/round';
import { replay } from '../domain/step';
import type { PlacedProof } from './read-proof';

/** A round that was played again from the steps of its proof. */
export interface PlayedAgain {
  readonly round: Round;
  /** What happened in each step, in order. */
  readonly events: readonly (readonly RoundEvent[])[];
  readonly isCancelled: boolean;
  /** The version that the round has come to: one for each step, and one for its cancellation. */
  readonly version: number;
}

/**
 * Plays a round again and notes what came of which step. A journal knows nothing of steps, so each step's part of it is
 * what was heard up to there, less what had been heard before.
 *
 * @throws where the rules do not allow a step.
 */
export function playedAgain({ ruleSet, limits, steps, status }: PlacedProof): PlayedAgain {
  const journal = new RecordingJournal();
  const round = replay(ruleSet, limits, steps, journal);
  const ends = steps.map((_, index) => {
    const heard = new RecordingJournal();
    replay(ruleSet, limits, steps.slice(0, index + 1), heard);
    return heard.events.length;
  });
  const events = ends.map((end, index) => journal.events.slice(index === 0 ? 0 : ends[index - 1], end));
  const isCancelled = status === 'cancelled';
  return { round, events, isCancelled, version: steps.length + (isCancelled ? 1 : 0) };
}
