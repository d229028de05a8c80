import { DECK, cardValue } from '../../src/domain/card';
import { CLASSIC, preset, PRESETS } from '../../src/domain/presets';
import type { RuleSet } from '../../src/domain/rule-set';
import { insuranceReturn } from '../../src/returns/insurance-return';

function presetOf(id: string): RuleSet {
  const ruleSet = preset(id);
  if (ruleSet === undefined) throw new Error(`there is no preset ${id}`);
  return ruleSet;
}

const INFINITE = presetOf('infinite-blackjack');
const ENDLESS: Partial<RuleSet> = { decks: 'infinite', shuffle: { kind: 'none' } };

describe('the return of insurance (C-11)', () => {
  it.each([
    [1, 16, 51],
    [2, 32, 103],
    [6, 96, 311],
    [8, 128, 415],
    ['infinite', 4, 13],
  ] as const)('from %s decks wins by %d of %d second cards under the ace', (decks, tens, of) => {
    const chance = tens / of;
    const figures = insuranceReturn({ ...CLASSIC, decks });
    expect(figures?.hitFrequency).toBeCloseTo(chance, 14);
    expect(figures?.return).toBeCloseTo(3 * chance, 14);
    // 2 with this chance, −1 otherwise: the squares less the square of the mean.
    const mean = 3 * chance - 1;
    expect(figures?.standardDeviation).toBeCloseTo(Math.sqrt(4 * chance + (1 - chance) - mean ** 2), 12);
  });

  it.each([
    ['blackjack-deluxe', 0.925301],
    ['infinite-blackjack', 0.923077],
    ['classic-blackjack', 0.926045],
    ['blackjack-switch', 0.925301],
    ['blackjack-switch-push22', 0.925301],
  ])('%s: %d', (id, expected) => {
    expect(insuranceReturn(presetOf(id))?.return).toBeCloseTo(expected, 6);
  });

  it('is not there where the rules know none (AM-10)', () => {
    const without = PRESETS.filter((ruleSet) => insuranceReturn(ruleSet) === null).map(({ id }) => id);
    expect(without).toEqual(['american-blackjack', 'american-blackjack-zero-edge']);
  });

  it('CL-06: is the same with closed cards, and in one bet for all boxes', () => {
    const open = insuranceReturn(CLASSIC);
    expect(insuranceReturn({ ...CLASSIC, insuranceCards: 'closed' })).toEqual(open);
    expect(insuranceReturn({ ...CLASSIC, insurance: 'allBoxes' })).toEqual(open);
  });

  it('IN-05: leaves out a box that is a blackjack, which changes nothing in an infinite deck', () => {
    expect(insuranceReturn(INFINITE)).toEqual(insuranceReturn({ ...CLASSIC, ...ENDLESS }));
    // In a shoe it does: every two cards that follow the ace, and the third one, card by card.
    let [won, all] = [0, 0];
    const shoe = DECK.map(cardValue);
    shoe.splice(shoe.indexOf(1), 1);
    shoe.forEach((first, one) =>
      shoe.forEach((second, other) => {
        if (one === other || (first + second === 11 && Math.min(first, second) === 1)) return;
        shoe.forEach((third, last) => {
          if (last === one || last === other) return;
          all += 1;
          if (third === 10) won += 1;
        });
      }),
    );
    const shoeGame: RuleSet = { ...INFINITE, decks: 1, shuffle: { kind: 'everyDeal' } };
    expect(insuranceReturn(shoeGame)?.hitFrequency).toBeCloseTo(won / all, 14);
    expect(won / all).toBeGreaterThan(16 / 51);
  });
});
