import { type Card as TheirCard, presets, type State } from 'engine-blackjack';
import { playTheirRound, RULE_SET, RULES } from '../../bench/compare-engine';
import { soloBets } from '../../src/domain/bets';
import { type Card, cardValue } from '../../src/domain/card';
import { deal } from '../../src/domain/deal';
import type { Minor } from '../../src/domain/money';
import { play } from '../../src/domain/play';
import type { Round } from '../../src/domain/round';
import { RecordedCards, Shoe } from '../../src/domain/shoe';
import { chooseBest } from '../../src/returns/best-player';
import { bestStrategy } from '../../src/returns/best-strategy';
import { SimulationNumbers } from '../../src/returns/simulation-numbers';

const STAKE = 10 as Minor;
const CARDS = 40;
const strategy = bestStrategy(RULE_SET);
const range = { min: STAKE, max: STAKE, step: STAKE };

function playOurRound(cards: readonly Card[]): Round {
  const source = new RecordedCards(cards);
  const bets = soloBets([{ box: 1, stake: STAKE }]);
  const round = deal(RULE_SET, { stake: range, sideBet: range }, bets, source);
  while (round.status !== 'settled')
    play({ round, cards: source, journal: null }, 0, chooseBest(strategy, round));
  return round;
}

/** Their decks are dealt from the end: both of the player's cards, the upcard, the hole card, then the draws. */
function theirDeck([first, upcard, second, hole, ...draws]: readonly Card[]): TheirCard[] {
  const asDealt = [second, first, upcard, hole, ...draws];
  return asDealt.reverse().map((card) => ({ value: cardValue(card) }));
}

describe('the engine of another author, which the benchmark compares ours with', () => {
  it('settles the same cards to the same money, round for round, where nothing is split', () => {
    const start: State = presets.defaultState(RULES);
    const shoe = new Shoe(6, new SimulationNumbers(11, 0));
    const outcomes = new Map<string, number>();
    let compared = 0;
    for (let round = 0; round < 4000; round += 1) {
      shoe.shuffle();
      const cards = Array.from({ length: CARDS }, () => shoe.draw());
      const ours = playOurRound(cards);
      // After a split their engine deals both second cards at once, and ours one at a time (C-09).
      if (ours.boxes[0].hands.length > 1) continue;
      const theirs = playTheirRound(strategy, { ...start, deck: theirDeck(cards) });
      const [account] = ours.bettors;
      expect({ cards, net: theirs.wonOnRight - theirs.finalBet }).toEqual({
        cards,
        net: account.returned - account.staked,
      });
      const outcome = String(ours.boxes[0].hands[0].bets[0].outcome);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(3800);
    const seen = [...outcomes.keys()].sort();
    expect(seen).toEqual(['blackjack', 'bust', 'lose', 'push', 'surrender', 'win']);
  });
});
