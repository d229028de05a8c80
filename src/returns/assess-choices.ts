import type { Action } from '../domain/action';
import { invariant, present } from '../domain/assert';
import { automaticAction } from '../domain/automatic-rule';
import { parseCard } from '../domain/card';
import { deal } from '../domain/deal';
import { play } from '../domain/play';
import { handInTurn, type Round } from '../domain/round';
import { RecordedCards } from '../domain/shoe';
import type { Step } from '../domain/step';
import type { TableLimits } from '../domain/table-limits';
import { givenAway, type GivenAway } from './given-away';
import type { PositionValues } from './position-values';

/** Who chose: the player, or the automatic rule in his place (C-19). */
export type Chooser = 'player' | 'automatic';

/** What all choices of a round gave away together, in minor units, by who made them. */
export type GivenAwayBy = Readonly<Record<Chooser, GivenAway>>;

/**
 * Plays a recorded round of one bettor again and weighs every choice against the best one: of hands, of offers, and of
 * boxes that were not switched. Throws when the record contradicts the rules.
 */
export function assessChoices(
  values: PositionValues,
  limits: TableLimits,
  steps: readonly Step[],
): GivenAwayBy {
  const [first, ...rest] = steps;
  invariant(steps.length > 0 && first.type === 'deal', 'the first step of a round is its deal');
  const dealt = recorded(first);
  const round = deal(values.ruleSet, limits, first.bets, dealt);
  invariant(dealt.left === 0, 'a replay draws every recorded card');
  const sums = { player: { main: 0, sevens: 0 }, automatic: { main: 0, sevens: 0 } };
  for (const step of rest) {
    invariant(step.type !== 'deal', 'a round is dealt once');
    const cards = recorded(step);
    for (const { bettor, action } of singleActions(round, step)) {
      const given = givenAway(values, round, bettor, action);
      const sum = sums[step.type === 'automatic' ? 'automatic' : 'player'];
      sum.main += given.main;
      sum.sevens += given.sevens;
      const refusal = play({ round, cards, journal: null }, bettor, action);
      invariant(refusal === null, `a recorded action is legal: ${JSON.stringify(action)}`);
    }
    invariant(cards.left === 0, 'a replay draws every recorded card');
  }
  return sums;
}

interface SingleAction {
  readonly bettor: number;
  readonly action: Exclude<Action, { type: 'stand-all' }>;
}

/** The actions of a step one by one, each named when the one before it has been carried out. */
function* singleActions(
  round: Round,
  step: Exclude<Step, { type: 'deal' }>,
): Generator<SingleAction, void, void> {
  if (step.type === 'automatic') {
    while (round.status !== 'settled') yield automaticAction(round) as SingleAction;
    return;
  }
  invariant(step.type === 'action', 'a round of one bettor holds nothing but his own choices');
  const { bettor, action } = step;
  if (action.type !== 'stand-all') {
    yield { bettor, action };
    return;
  }
  // Every unfinished hand stands (C-20), each of them a choice of its own.
  for (let turn = handInTurn(round); turn !== null; turn = handInTurn(round)) {
    yield { bettor, action: { type: 'stand', hand: turn.hand.id } };
  }
}

function recorded({ cards }: Step): RecordedCards {
  return new RecordedCards(cards.map((text) => present(parseCard(text), 'a card for every recorded text')));
}
