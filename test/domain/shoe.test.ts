import type { Card } from '../../src/domain/card';
import {
  type CardSource,
  excessCard,
  InfiniteDeck,
  RecordedCards,
  ScriptedCards,
  Shoe,
  type UniformSource,
} from '../../src/domain/shoe';
import { seeded } from '../support/random';
import { cards } from '../support/hands';

const first: UniformSource = { below: () => 0 };

function take(source: CardSource, count: number): Card[] {
  return Array.from({ length: count }, () => source.draw());
}

function copies(drawn: readonly Card[]): number[] {
  const counts = new Array<number>(52).fill(0);
  for (const card of drawn) counts[card] += 1;
  return counts;
}

describe('a shoe', () => {
  test.each([1, 6, 8])('holds %d of each card', (decks) => {
    expect(copies(take(new Shoe(decks, seeded(1)), decks * 52))).toEqual(new Array(52).fill(decks));
  });

  test('asks for one number below the count of the cards left, for each card', () => {
    const asked: number[] = [];
    take(new Shoe(1, { below: (n) => (asked.push(n), n - 1) }), 52);
    expect(asked).toEqual(Array.from({ length: 52 }, (_, dealt) => 52 - dealt));
  });

  test('is the same dealt at once or in parts', () => {
    const whole = take(new Shoe(2, seeded(7)), 60);
    const shoe = new Shoe(2, seeded(7)).startRoundAt(25);
    expect(take(shoe, 35)).toEqual(whole.slice(25));
  });

  test('each place holds each card equally often', () => {
    const uniform = seeded(3);
    const counts = [0, 0, 0].map(() => new Array<number>(52).fill(0));
    for (let time = 0; time < 52_000; time++) {
      const shoe = new Shoe(1, uniform);
      for (const place of counts) place[shoe.draw()] += 1;
    }
    // 1,000 expected each; five standard deviations are about 158.
    for (const place of counts) for (const count of place) expect(Math.abs(count - 1000)).toBeLessThan(160);
  });

  test('DX-02: runs out within a round and goes on with the discards, not with the cards on the table', () => {
    const shoe = new Shoe(1, seeded(5)).startRoundAt(40);
    const discards = take(new Shoe(1, seeded(5)), 40);
    const onTable = take(shoe, 12);
    const returned = take(shoe, 40);
    expect([...returned].sort((a, b) => a - b)).toEqual([...discards].sort((a, b) => a - b));
    expect(returned).not.toEqual(discards);
    expect(copies([...onTable, ...returned])).toEqual(new Array(52).fill(1));
    expect(() => shoe.draw()).toThrow('enough cards');
  });

  test('DX-02: the discards are shuffled again, with numbers of their own', () => {
    const asked: number[] = [];
    const shoe = new Shoe(1, { below: (n) => (asked.push(n), 0) }).startRoundAt(50);
    take(shoe, 3);
    expect(asked.slice(-3)).toEqual([2, 1, 50]);
  });

  test('DX-02: a first round has no discards', () => {
    const shoe = new Shoe(1, first);
    take(shoe, 52);
    expect(() => shoe.draw()).toThrow('enough cards');
  });

  test('shuffled again it holds every card once more, in another order', () => {
    const shoe = new Shoe(2, seeded(11)).startRoundAt(30);
    const before = take(shoe, 80);
    shoe.shuffle();
    const after = take(shoe, 104);
    expect(copies(after)).toEqual(new Array(52).fill(2));
    expect(after.slice(0, 74)).not.toEqual(before.slice(0, 74));
    expect(() => shoe.draw()).toThrow('enough cards');
  });

  test('holds eight decks at most', () => {
    expect(() => new Shoe(9, first)).toThrow('at most 8');
  });

  test('a round starts before the end', () => {
    expect(() => new Shoe(1, first).startRoundAt(52)).toThrow('before the end');
    expect(new Shoe(1, first).startRoundAt(51).draw()).toBeDefined();
  });
});

describe('other sources', () => {
  test('a script comes first, then the rest of the same decks', () => {
    const script = cards('As As Kd');
    const source = new ScriptedCards(script, 2, seeded(9));
    const drawn = take(source, 104);
    expect(drawn.slice(0, 3)).toEqual(script);
    expect(copies(drawn)).toEqual(new Array(52).fill(2));
    expect(() => source.draw()).toThrow('enough cards');
  });

  test('a script before an infinite deck takes nothing out of it', () => {
    const source = new ScriptedCards(cards('As As As'), null, first);
    expect(take(source, 5)).toEqual(cards('As As As As As'));
  });

  test('a script of more copies than the decks hold is refused', () => {
    expect(() => new ScriptedCards(cards('As As'), 1, first)).toThrow('every card');
    expect(excessCard(cards('As Kd As'), 1)).toBe(cards('As')[0]);
    expect(excessCard(cards('As Kd As'), 2)).toBeNull();
  });

  test('recorded cards come as recorded, and no more', () => {
    const source = new RecordedCards(cards('As Kd'));
    expect([source.left, ...take(source, 2), source.left]).toEqual([2, ...cards('As Kd'), 0]);
    expect(() => source.draw()).toThrow('no more cards');
  });

  test('IN-01: an infinite deck never ends', () => {
    expect(
      copies(take(new InfiniteDeck(seeded(2)), 52_000)).every((count) => Math.abs(count - 1000) < 160),
    ).toBe(true);
  });
});
