import fc from 'fast-check';

import type { Card } from '../../src/domain/card';
import { cardText } from '../../src/domain/card';
import { addCard, type CardHand, isAceWithTen } from '../../src/domain/hand';
import type { Round } from '../../src/domain/round';
import { replay, type Step } from '../../src/domain/step';
import { viewOf } from '../../src/domain/view';
import { LIMITS } from '../support/hands';
import { seeded } from '../support/random';
import { playRandomly, type Start, starts } from '../support/random-play';

/** What every bettor sees. */
function views(round: Round): string {
  return JSON.stringify(round.bettors.map((_, bettor) => viewOf(round, bettor)));
}

/** Where the hole card lies among the cards of the deal. */
function placeOfHole(round: Round, dealt: readonly string[]): number {
  if (round.dealer.holeIndex === 1) return dealt.length - 1;
  return round.boxes.length * round.ruleSet.handsPerBox;
}

function makesBlackjack(upcard: Card, hole: Card): boolean {
  const hand: CardHand = { cards: [], hard: 0, aces: 0 };
  addCard(hand, upcard);
  addCard(hand, hole);
  return isAceWithTen(hand);
}

/** Other hole cards under which a dealer who has looked would have said the same. */
function otherHoles({ dealer, ruleSet, status }: Round): Card[] {
  const upcard = dealer.cards[dealer.upIndex];
  const looked = ruleSet.dealerChecks === 'aceOrTen' && status !== 'insurance';
  return Array.from({ length: 52 }, (_, card) => card as Card).filter(
    (card) => !looked || !makesBlackjack(upcard, card),
  );
}

/** The record with other cards in the deal. */
function withDeal(steps: readonly Step[], change: (cards: string[]) => void): Step[] {
  const [first, ...rest] = steps;
  const cards = [...first.cards];
  change(cards);
  return [{ ...first, cards }, ...rest];
}

function holds(name: string, property: (start: Start) => void): void {
  test(name, () => fc.assert(fc.property(starts, property), { numRuns: 250 }));
}

describe('the view never tells', () => {
  holds(
    'AM-03, IN-03: the hole card: with another one the whole round looks the same until it is shown',
    (start) => {
      const { below } = seeded(start.choiceSeed + 2);
      playRandomly(start, (round, steps) => {
        if (round.dealer.holeIndex === null) return;
        const holes = otherHoles(round);
        const hole = holes[below(holes.length)];
        const changed = withDeal(steps, (cards) => {
          cards[placeOfHole(round, cards)] = cardText(hole);
        });
        const other = replay(start.ruleSet, LIMITS, changed);
        expect(other.dealer.cards[round.dealer.holeIndex]).toBe(hole);
        expect(views(other)).toBe(views(round));
      });
    },
  );

  holds('CL-06: closed cards: with others the offers look the same until they are shown', (start) => {
    const closed = { ...start, ruleSet: { ...start.ruleSet, ...closedRules(start) } };
    const { below } = seeded(start.choiceSeed + 3);
    playRandomly(closed, (round, steps) => {
      if (round.ownCardsShown) return;
      const hands = round.boxes.length * round.ruleSet.handsPerBox;
      const changed = withDeal(steps, (cards) => {
        const second = hands + 1;
        for (let hand = 0; hand < hands; hand++) {
          cards[hand] = cardText(below(52) as Card);
          cards[second + hand] = cardText(below(52) as Card);
        }
      });
      expect(views(replay(closed.ruleSet, LIMITS, changed))).toBe(views(round));
    });
  });
});

/** Closed cards for a rule set that can have them. */
function closedRules({ ruleSet }: Start): object {
  if (ruleSet.insurance === 'tableAmount' || ruleSet.insurance === 'none' || ruleSet.sideBets.length > 0)
    return {};
  return { insuranceCards: 'closed' };
}

test('CL-06: the properties above do meet closed cards and hidden hole cards', () => {
  const met = { hole: 0, closed: 0 };
  const sample = fc.sample(starts, { numRuns: 300, seed: 1 });
  for (const start of sample) {
    playRandomly({ ...start, ruleSet: { ...start.ruleSet, ...closedRules(start) } }, (round) => {
      if (round.dealer.holeIndex !== null) met.hole += 1;
      if (!round.ownCardsShown) met.closed += 1;
    });
  }
  expect(met.hole).toBeGreaterThan(200);
  expect(met.closed).toBeGreaterThan(20);
});
