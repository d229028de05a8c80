import { cardValue } from '../../src/domain/card';
import { RepeatedCards } from '../../src/returns/repeated-cards';
import { SimulationNumbers } from '../../src/returns/simulation-numbers';

const draw = (cards: RepeatedCards, count: number): number[] =>
  Array.from({ length: count }, () => cards.draw());

describe('cards that are dealt twice', () => {
  it.each([2, 'infinite'] as const)('begin with the values and come again in the same order: %s', (decks) => {
    const cards = new RepeatedCards(decks, new SimulationNumbers(1, 0));
    cards.begin([1, 10, 5, 10]);
    const first = draw(cards, 30);
    expect(first.slice(0, 4).map((card) => cardValue(card as never))).toEqual([1, 10, 5, 10]);
    cards.again();
    expect(draw(cards, 30)).toEqual(first);
    cards.begin([1, 10, 5, 10]);
    expect(draw(cards, 30)).not.toEqual(first);
  });

  it('are those of whole decks', () => {
    const cards = new RepeatedCards(2, new SimulationNumbers(2, 0));
    for (const values of [[7, 7, 7], [1]]) {
      cards.begin(values);
      const counts = new Map<number, number>();
      for (const card of draw(cards, 104)) counts.set(card, (counts.get(card) ?? 0) + 1);
      expect(counts.size).toBe(52);
      expect(new Set(counts.values())).toEqual(new Set([2]));
    }
  });

  it('are any of the cards of a value, and of those that are left', () => {
    const cards = new RepeatedCards(1, new SimulationNumbers(3, 0));
    const first = new Map<number, number>();
    const next = new Map<number, number>();
    const times = 16_000;
    for (let time = 0; time < times; time += 1) {
      cards.begin([10]);
      const [given, drawn] = draw(cards, 2);
      first.set(given, (first.get(given) ?? 0) + 1);
      next.set(drawn, (next.get(drawn) ?? 0) + 1);
    }
    expect(first.size).toBe(16);
    for (const count of first.values()) expect(Math.abs(count - 1000)).toBeLessThan(5 * Math.sqrt(1000));
    const tens = [...first.keys()].reduce((sum, card) => sum + (next.get(card) ?? 0), 0);
    expect(Math.abs(tens / times - 15 / 51)).toBeLessThan(5 * Math.sqrt(0.21 / times));
  });
});
