import { type Card, DECK } from '../../src/domain/card';
import { PRESETS } from '../../src/domain/presets';
import type { Decks, RuleSet, SideBetRule, SideBetWin } from '../../src/domain/rule-set';
import { pairsOutcome, superMatchOutcome } from '../../src/domain/side-bets';
import { sideBetReturn } from '../../src/returns/side-bet-return';

function rulesWith(sideBet: SideBetRule['type']): [RuleSet, SideBetRule] {
  const ruleSet = PRESETS.find(({ sideBets }) => sideBets.some(({ type }) => type === sideBet));
  const rule = ruleSet?.sideBets.find(({ type }) => type === sideBet);
  if (ruleSet === undefined || rule === undefined) throw new Error(`no preset has ${sideBet}`);
  return [ruleSet, rule];
}

/** The chance that exactly these cards come, one after another. */
function chanceOf(cards: readonly number[], decks: Decks): number {
  return cards.reduce((chance, card, drawn) => {
    if (decks === 'infinite') return chance / 52;
    const gone = cards.slice(0, drawn).filter((before) => before === card).length;
    return (chance * (decks - gone)) / (52 * decks - drawn);
  }, 1);
}

/** Adds up what every deal that starts with the ace of spades returns: all first cards are alike. */
function bruteForce(
  cards: number,
  decks: Decks,
  rule: SideBetRule,
  outcome: (deal: Card[]) => string,
): number {
  let returned = 0;
  const deal = (dealt: Card[]): void => {
    if (dealt.length < cards) {
      for (const card of DECK) deal([...dealt, card]);
      return;
    }
    const pays = rule.pays[outcome(dealt) as SideBetWin];
    if (pays !== undefined) returned += 52 * chanceOf(dealt, decks) * (1 + pays);
  };
  deal([DECK[0]]);
  return returned;
}

const ANY_DECKS: Decks[] = [1, 6, 8, 'infinite'];

describe('pairs (DX-27)', () => {
  const [deluxe, rule] = rulesWith('pairs');

  it('returns the fraction of eight decks that was counted by hand', () => {
    // Of 415 × 414 second cards and dealer's cards: 16 mixed, 8 coloured, 7 equal, of which the dealer
    // matches 6.
    const returned = 16 * 414 * 6 + 8 * 414 * 11 + (7 * 414 - 42) * 31 + 42 * 51;
    const figures = sideBetReturn(deluxe, rule);
    expect(figures.return).toBeCloseTo(returned / (415 * 414), 12);
    expect(figures.hitFrequency).toBeCloseTo(31 / 415, 12);
    expect(figures).not.toHaveProperty('assumption');
  });

  it.each(ANY_DECKS)('agrees with every deal from %s decks', (decks) => {
    const expected = bruteForce(3, decks, rule, ([one, other, upcard]) => pairsOutcome([one, other], upcard));
    expect(sideBetReturn({ ...deluxe, decks }, rule).return).toBeCloseTo(expected, 9);
  });

  it('loses what the rule set does not list', () => {
    const figures = sideBetReturn(deluxe, { ...rule, pays: { mixedPair: 5 } });
    expect(figures.return).toBeCloseTo((6 * 16) / 415, 12);
    expect(figures.hitFrequency).toBeCloseTo(16 / 415, 12);
  });
});

describe('super match (SW-04)', () => {
  const [ruleSet, rule] = rulesWith('superMatch');

  it('returns the counted fraction of eight decks', () => {
    // Ordered draws of 416 × 415 × 414 × 413, 32 cards to a rank.
    const two = 32 * 31;
    const pair = 13 * 66 * 12 * two * 32 * 32;
    const twoPairs = 78 * 6 * two * two;
    const three = 13 * 12 * 4 * two * 30 * 32;
    const four = 13 * two * 30 * 29;
    const of = 416 * 415 * 414 * 413;
    const figures = sideBetReturn(ruleSet, rule);
    expect(figures.return).toBeCloseTo((2 * pair + 9 * twoPairs + 6 * three + 41 * four) / of, 12);
    expect(figures.hitFrequency).toBeCloseTo((pair + twoPairs + three + four) / of, 12);
  });

  it.each(ANY_DECKS)('agrees with every deal from %s decks', (decks) => {
    const expected = bruteForce(4, decks, rule, superMatchOutcome);
    expect(sideBetReturn({ ...ruleSet, decks }, rule).return).toBeCloseTo(expected, 9);
  });
});

describe('blackjack (AM-12)', () => {
  const [american, rule] = rulesWith('blackjack');

  it.each([
    [1, (2 * 4 * 16) / (52 * 51)],
    [6, (2 * 24 * 96) / (312 * 311)],
    ['infinite', 8 / 169],
  ] as const)('hits as often as the cards of %s decks allow', (decks, frequency) => {
    const figures = sideBetReturn({ ...american, decks }, rule);
    expect(figures.hitFrequency).toBeCloseTo(frequency, 12);
    expect(figures.return).toBeCloseTo(20 * frequency, 12);
  });
});

describe('sevens (AM-13)', () => {
  const [american, rule] = rulesWith('sevens');
  const unchecked: RuleSet = { ...american, dealerChecks: 'never' };

  it('returns the counted fraction of six decks where the dealer never checks', () => {
    const one = (24 / 312) * (288 / 311);
    const two = (24 / 312) * (23 / 311) * (288 / 310);
    const three = (24 / 312) * (23 / 311) * (22 / 310);
    const figures = sideBetReturn(unchecked, rule);
    expect(figures.return).toBeCloseTo(9 * one + 41 * two + 251 * three, 12);
    expect(figures.hitFrequency).toBeCloseTo(1 / 13, 12);
    expect(figures.assumption).toMatch(/always draws to two sevens/);
  });

  it('leaves two sevens two where a checking dealer ends the round with a blackjack', () => {
    const two = (24 * 23) / (312 * 311);
    const third = 22 / 310;
    // The third card is dealt after the dealer's two, but which of the unseen cards it is makes no
    // difference.
    const noBlackjack = 1 - (2 * 24 * 96) / (309 * 308);
    const lost = two * third * (1 - noBlackjack) * (250 - 40);
    expect(sideBetReturn(american, rule).return).toBeCloseTo(
      sideBetReturn(unchecked, rule).return - lost,
      12,
    );
    expect(sideBetReturn(american, rule).assumption).toMatch(/dealer blackjack/);
  });

  it('treats every card of an infinite deck alike', () => {
    const seven = 1 / 13;
    const expected = 9 * seven * (1 - seven) + 41 * seven ** 2 * (1 - seven) + 251 * seven ** 3;
    expect(sideBetReturn({ ...unchecked, decks: 'infinite' }, rule).return).toBeCloseTo(expected, 12);
  });
});
