import type { Action } from '../domain/action';
import { invariant, present } from '../domain/assert';
import { automaticAction } from '../domain/automatic-rule';
import { parseCard } from '../domain/card';
import { deal } from '../domain/deal';
import { play } from '../domain/play';
import { handInTurn, type Round } from '../domain/round';
import { RecordedCards } from '../domain/shoe';
import { carryOut, type Step } from '../domain/step';
import type { DecidedBy } from '../domain/table/at-table';
import type { TableLimits } from '../domain/table-limits';
import { type BettorGivesAway, givenAway, type GivenAway, givenAwayByInsurances } from './given-away';
import type { PositionValues } from './position-values';

/** Who chose: a player, or the automatic rule in his place (C-19). */
export type Chooser = 'player' | 'automatic';

/** What all choices of a round gave away together of one bettor's money, in minor units, by who made them. */
export type GivenAwayBy = Readonly<Record<Chooser, GivenAway>>;

/** A step of a round; of one that was played at a shared table, with who decided. */
export type StepToAssess = Step & { readonly by?: DecidedBy };

/**
 * Plays a recorded round again and weighs every choice against the best one: of hands, of offers, and of boxes that were
 * not switched. Money behind a hand is weighed with the hand, whoever chose for it, and by whether it followed.
 *
 * @returns what was given away, by the number of the bettor.
 * @throws when the record contradicts the rules.
 */
export function assessChoices(
  values: PositionValues,
  limits: TableLimits,
  steps: readonly StepToAssess[],
): readonly GivenAwayBy[] {
  const [first, ...rest] = steps;
  invariant(steps.length > 0 && first.type === 'deal', 'the first step of a round is its deal');
  const dealt = recorded(first);
  const round = deal(values.ruleSet, limits, first.bets, dealt);
  invariant(dealt.left === 0, 'a replay draws every recorded card');
  const sums = round.bettors.map(() => ({
    player: { main: 0, sevens: 0 },
    automatic: { main: 0, sevens: 0 },
  }));
  for (const step of rest) {
    const chooser = step.type === 'automatic' || step.by === 'automatic' ? 'automatic' : 'player';
    for (const { bettor, main, sevens } of weighed(values, round, step)) {
      sums[bettor][chooser].main += main;
      sums[bettor][chooser].sevens += sevens;
    }
  }
  return sums;
}

/** Carries a step out, and tells what each of its choices gave away. */
function* weighed(
  values: PositionValues,
  round: Round,
  step: StepToAssess,
): Generator<BettorGivesAway, void, void> {
  invariant(step.type !== 'deal', 'a round is dealt once');
  const cards = recorded(step);
  if (step.type === 'insurances') {
    // Who did not answer has declined, and is not told apart from those who did.
    yield* givenAwayByInsurances(round, step.accepted);
    carryOut({ round, cards, journal: null }, step);
  } else {
    for (const { bettor, action } of singleActions(round, step)) {
      yield* givenAway(values, round, bettor, action);
      const refusal = play({ round, cards, journal: null }, bettor, action);
      invariant(refusal === null, `a recorded action is legal: ${JSON.stringify(action)}`);
    }
  }
  invariant(cards.left === 0, 'a replay draws every recorded card');
}

interface SingleAction {
  readonly bettor: number;
  readonly action: Exclude<Action, { type: 'stand-all' }>;
}

/** The actions of a step one by one, each named when the one before it has been carried out. */
function* singleActions(
  round: Round,
  step: Extract<Step, { type: 'action' | 'automatic' }>,
): Generator<SingleAction, void, void> {
  if (step.type === 'automatic') {
    while (round.status !== 'settled') yield automaticAction(round) as SingleAction;
    return;
  }
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
