import type { Round } from '../../src/domain/round';
import { replay, type Step } from '../../src/domain/step';
import type { TableLimits } from '../../src/domain/table-limits';
import { check } from './check';

/** The record makes the round again, and each bettor has what the engine gives for his stakes alone. */
export function checkRound(round: Round, steps: readonly Step[], limits: TableLimits): void {
  const { ruleSet, bettors } = round;
  const again = replay(ruleSet, limits, steps);
  check(JSON.stringify(again) === JSON.stringify(round), 'the steps make the round');
  bettors.forEach((_, bettor) => {
    const alone = replay(
      ruleSet,
      limits,
      steps.map((step) => onlyOf(step, bettor)),
    );
    check(
      resultOf(alone, bettor) === resultOf(round, bettor),
      `bettor ${bettor} has what he would have alone`,
    );
  });
}

/** A step without the stakes of anybody else: other seats carry the least there is, so that their cards come. */
function onlyOf(step: Step, bettor: number): Step {
  switch (step.type) {
    case 'deal': {
      const { bettors, seats, behind, sideBets } = step.bets;
      const own = (bet: { bettor: number }): boolean => bet.bettor === bettor;
      const least = seats.map((seat) => (own(seat) ? seat : { ...seat, stake: 100 as typeof seat.stake }));
      const bets = { bettors, seats: least, behind: behind.filter(own), sideBets: sideBets.filter(own) };
      return { ...step, bets };
    }
    case 'insurances':
      return { ...step, accepted: step.accepted.filter((answer) => answer.bettor === bettor) };
    case 'action': {
      const { action } = step;
      if (action.type !== 'double' && action.type !== 'split') return step;
      const followers = action.followers?.filter((follower) => follower === bettor) ?? [];
      return { ...step, action: { ...action, followers } };
    }
    case 'automatic':
      return step;
  }
}

/** Everything that one bettor had in a round, and what came of it. */
function resultOf(round: Round, bettor: number): string {
  const hands = round.boxes.flatMap(({ hands: all }) =>
    all.flatMap(({ id, bets }) => bets.filter((bet) => bet.bettor === bettor).map((bet) => [id, bet])),
  );
  const sides = round.sideBets.filter((bet) => bet.bettor === bettor);
  return JSON.stringify([round.bettors[bettor], hands, sides]);
}
