import type { Step } from '../../domain/step';
import type { RecordedStep, RoundRecord } from '../../persistence/rounds/round-record';

type OfTheGame<Recorded extends RecordedStep> = Exclude<Recorded, { readonly type: 'cancel' }>;

/** Those of the recorded steps that the game is replayed from: a cancellation is no step of the game. */
export function stepsOfTheGame<Recorded extends RecordedStep>(
  steps: readonly Recorded[],
): OfTheGame<Recorded>[] {
  return steps.filter((step): step is OfTheGame<Recorded> => step.type !== 'cancel');
}

/** The game's steps of a round's record, up to a version. */
export function gameSteps({ steps }: Pick<RoundRecord, 'steps'>, version = Infinity): Step[] {
  return stepsOfTheGame(steps.filter((step) => step.version <= version).map(({ step }) => step));
}

/** How many cards these steps drew. */
export function cardsIn(steps: readonly RecordedStep[]): number {
  return stepsOfTheGame(steps).reduce((sum, { cards }) => sum + cards.length, 0);
}
