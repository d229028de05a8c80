import { replay } from '../../domain/step';
import type { RoundOfShoe, StandingShoe } from '../../persistence/records/standing-shoes';
import type { RecordedStep } from '../../persistence/rounds/round-record';
import { cardsIn, stepsOfTheGame } from '../rounds/game-steps';
import { ruleSetOf } from '../rounds/rule-set-of';
import { transcriptAfter } from '../tables/loaded-table';

/** Where rounds end that lie end to end in their shoe, from that card on; null where one of them is missing. */
export function endOf(rounds: readonly RoundOfShoe[], first: number): number | null {
  let next = first;
  for (const { shoe, steps } of rounds) {
    if (shoe.script !== null) continue;
    if (shoe.start !== next) return null;
    next += cardsIn(steps);
  }
  return next;
}

/** The transcript after the rounds of a shoe that are over. */
export function transcriptOf(table: StandingShoe, before: string, rounds: readonly RoundOfShoe[]): string {
  return rounds
    .filter(({ status }) => status === 'settled' || status === 'cancelled')
    .reduce(
      (transcript, round) => transcriptAfter(transcript, round.roundId, stepsAtItsEnd(table, round)),
      before,
    );
}

/** The steps of a round as they were when it was over first: one that had been settled was cancelled after that. */
function stepsAtItsEnd(
  { gameId, ruleSetVersion }: StandingShoe,
  { limits, steps }: RoundOfShoe,
): readonly RecordedStep[] {
  const ofTheGame = stepsOfTheGame(steps);
  if (ofTheGame.length === steps.length) return steps;
  try {
    const { status } = replay(ruleSetOf(gameId, ruleSetVersion, null), limits, ofTheGame);
    return status === 'settled' ? ofTheGame : steps;
  } catch {
    return steps;
  }
}
