import { finishAutomatically } from '../../src/domain/automatic-rule';
import type { Card } from '../../src/domain/card';
import { deal } from '../../src/domain/deal';
import { play } from '../../src/domain/play';
import type { RuleSet } from '../../src/domain/rule-set';
import type { CardSource } from '../../src/domain/shoe';
import { CardRecorder, type Step } from '../../src/domain/step';
import { assessChoices, type GivenAwayBy } from '../../src/returns/assess-choices';
import { PositionValues } from '../../src/returns/position-values';
import { actionOf, bets, cards, LIMITS } from '../support/hands';

const known = new Map<RuleSet, PositionValues>();

/** The values of a rule set's positions, worked out once for a file. */
export function valuesOf(ruleSet: RuleSet): PositionValues {
  const values = known.get(ruleSet) ?? new PositionValues(ruleSet);
  known.set(ruleSet, values);
  return values;
}

/** The given cards first, then tens: what the dealer draws at the end decides no choice. */
class GivenCards implements CardSource {
  private drawn = 0;
  private readonly given: readonly Card[];

  constructor(text: string) {
    this.given = cards(text);
  }

  draw(): Card {
    return this.given[this.drawn++] ?? cards('Tc')[0];
  }
}

/** What the choices of a round gave away, which is played to its end from text (see `test/support/hands.ts`). */
export function givenAwayIn(
  ruleSet: RuleSet,
  cardsText: string,
  choices: string,
  betsText = '1',
): GivenAwayBy {
  const recorder = new CardRecorder(new GivenCards(cardsText));
  const steps: Step[] = [];
  const taken = (): string[] => recorder.texts.slice(steps.reduce((sum, step) => sum + step.cards.length, 0));
  const placed = bets(betsText);
  const round = deal(ruleSet, LIMITS, placed, recorder);
  steps.push({ type: 'deal', bets: placed, cards: taken() });
  for (const choice of choices.split(',').map((text) => text.trim())) {
    const dealing = { round, cards: recorder, journal: null };
    if (choice === 'automatic') {
      finishAutomatically(dealing);
      steps.push({ type: 'automatic', cards: taken() });
      continue;
    }
    const { bettor, action } = actionOf(round, choice);
    const refusal = play(dealing, bettor, action);
    if (refusal !== null) throw new Error(`${choice}: ${JSON.stringify(refusal)}`);
    steps.push({ type: 'action', bettor, action, cards: taken() });
  }
  if (round.status !== 'settled') throw new Error(`${choices} does not end the round`);
  return assessChoices(valuesOf(ruleSet), LIMITS, steps)[0];
}
