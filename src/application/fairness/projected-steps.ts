import type { Action } from '../../domain/action';
import type { Bets } from '../../domain/bets';
import type { Minor } from '../../domain/money';
import type { Step } from '../../domain/step';

/** The steps of a table's round as the game alone needs them: how a choice came about stands in the record. */
export function bareSteps(steps: readonly Step[]): Step[] {
  return steps.map((step): Step => {
    const { cards } = step;
    switch (step.type) {
      case 'deal':
        return { type: step.type, bets: step.bets, cards };
      case 'action':
        return { type: step.type, bettor: step.bettor, action: step.action, cards };
      case 'insurances':
        return { type: step.type, accepted: step.accepted, cards };
      case 'automatic':
        return { type: step.type, cards };
    }
  });
}

/**
 * The steps of a table's round as one bettor may show them, himself as bettor 0: everybody's cards and choices and his
 * own money. Of the others their seats are left, each with the least stake of the table, by a number of its own; what
 * they bet behind and beside, insured and followed is left out. No card depends on any of that, and no money of his: the
 * projection replays to the same cards and to the same money of his. `bettor` is null for who has no bet in the round.
 */
export function projectedSteps(steps: readonly Step[], bettor: number | null, least: Minor): Step[] {
  const numbers = new Map<number, number>();
  if (bettor !== null) numbers.set(bettor, 0);
  return steps.map((step): Step => {
    switch (step.type) {
      case 'deal':
        return { ...step, bets: projectedBets(step.bets, bettor, least, numbers) };
      case 'action':
        return {
          ...step,
          bettor: numberOf(numbers, step.bettor),
          action: projectedAction(step.action, bettor),
        };
      case 'insurances': {
        const own = step.accepted.filter((answer) => answer.bettor === bettor);
        return { ...step, accepted: own.map(({ hand }) => ({ bettor: 0, hand })) };
      }
      case 'automatic':
        return step;
    }
  });
}

function projectedBets(
  { seats, behind, sideBets }: Bets,
  bettor: number | null,
  least: Minor,
  numbers: Map<number, number>,
): Bets {
  const shown = seats.map(({ box, bettor: holder, stake }) => {
    return { box, bettor: numberOf(numbers, holder), stake: holder === bettor ? stake : least };
  });
  const own = <Bet extends { readonly bettor: number }>(bets: readonly Bet[]): Bet[] =>
    bets.filter((bet) => bet.bettor === bettor).map((bet) => ({ ...bet, bettor: 0 }));
  // One who has no bet is bettor 0 all the same, with nothing.
  const bettors = Math.max(0, ...numbers.values()) + 1;
  return { bettors, seats: shown, behind: own(behind), sideBets: own(sideBets) };
}

/** Numbers are given from 1 on, in the order in which the others appear; 0 is kept for whose steps they are. */
function numberOf(numbers: Map<number, number>, bettor: number): number {
  const known = numbers.get(bettor);
  if (known !== undefined) return known;
  const number = Math.max(0, ...numbers.values()) + 1;
  numbers.set(bettor, number);
  return number;
}

/** Whoever follows a double or a split shows that he has money on the hand. */
function projectedAction(action: Action, bettor: number | null): Action {
  if (action.type !== 'double' && action.type !== 'split') return action;
  const followers = (action.followers ?? []).filter((follower) => follower === bettor).map(() => 0);
  return { type: action.type, hand: action.hand, followers };
}
