import { present } from '../../src/domain/assert';
import type { BoxBet } from '../../src/domain/bets';
import { checkBoxBets, soloBets } from '../../src/domain/bets';
import { parseCard } from '../../src/domain/card';
import { classicRuleSet } from '../../src/domain/classic-settings';
import { currencyOf, defaultLimits } from '../../src/domain/currency';
import { deal } from '../../src/domain/deal';
import { play } from '../../src/domain/play';
import { CLASSIC, preset } from '../../src/domain/presets';
import type { RuleSet } from '../../src/domain/rule-set';
import { RecordedCards } from '../../src/domain/shoe';
import { viewOf } from '../../src/domain/view';
import { resultOf, type Scenario, SCENARIOS } from '../support/scenarios';

const EURO = present(currencyOf('EUR'), 'the euro');
const LIMITS = present(defaultLimits(CLASSIC, EURO), 'limits in euros');

function ruleSetOf({ game, settings }: Scenario): RuleSet {
  if (settings === undefined) return present(preset(game), game);
  const made = classicRuleSet({ id: game, version: 1, name: game }, settings);
  if ('faults' in made) throw new Error(JSON.stringify(made.faults));
  return made.ruleSet;
}

describe('worked hands', () => {
  test.each(
    SCENARIOS.map((scenario) => [
      `${scenario.id} ${scenario.clauses.join(' ')}: ${scenario.story}`,
      scenario,
    ]),
  )('%s', (_, scenario) => {
    const ruleSet = ruleSetOf(scenario);
    const boxes = scenario.boxes as unknown as BoxBet[];
    expect(checkBoxBets(ruleSet, LIMITS, boxes)).toEqual([]);
    const cards = new RecordedCards(scenario.cards.map((text) => present(parseCard(text), text)));
    const round = deal(ruleSet, LIMITS, soloBets(boxes), cards);
    for (let done = 0; done <= scenario.actions.length; done++) {
      if (done > 0) expect(play({ round, cards, journal: null }, 0, scenario.actions[done - 1])).toBeNull();
      for (const refused of scenario.refused?.filter(({ after }) => after === done) ?? []) {
        const before = JSON.stringify(round);
        expect(play({ round, cards, journal: null }, 0, refused.action)).toMatchObject({
          code: refused.code,
        });
        expect(JSON.stringify(round)).toBe(before);
      }
      for (const shown of scenario.shows?.filter(({ after }) => after === done) ?? []) {
        const view = viewOf(round, 0);
        const hands = Object.fromEntries(
          view.boxes.flatMap((box) => box.hands.map((hand) => [hand.id, hand.cards])),
        );
        expect({ status: view.status, dealer: view.dealer.cards, hands }).toEqual({
          status: shown.status,
          dealer: shown.dealer,
          hands: shown.hands,
        });
      }
    }
    expect(round.status).toBe('settled');
    expect(resultOf(viewOf(round, 0))).toEqual(scenario.expect);
    expect(cards.left).toBe(0);
  });
});
