import { CLASSIC, preset, PRESETS } from '../../src/domain/presets';
import type { RuleSet } from '../../src/domain/rule-set';
import { theoreticalReturn } from '../../src/returns/theoretical-return';
import { infiniteExpectation } from './infinite-game';

function presetOf(id: string): RuleSet {
  const ruleSet = preset(id);
  if (ruleSet === undefined) throw new Error(`there is no preset ${id}`);
  return ruleSet;
}

/** Each rule set is calculated once; rows compare many against the same one. */
const known = new Map<string, number>();

function mainReturn(ruleSet: RuleSet, change: Partial<RuleSet> = {}): number {
  const changed = { ...ruleSet, ...change };
  const key = JSON.stringify(changed);
  const value = known.get(key) ?? theoreticalReturn(changed).mainBet.return;
  known.set(key, value);
  return value;
}

const AMERICAN = presetOf('american-blackjack');
const INFINITE = presetOf('infinite-blackjack');
const SWITCH = presetOf('blackjack-switch');
const ENDLESS = { decks: 'infinite', shuffle: { kind: 'none' } } as const;

describe('the main bets of the presets', () => {
  it.each([
    ['blackjack-deluxe', 'composition', 0.995169],
    ['american-blackjack', 'composition', 0.997386],
    ['american-blackjack-zero-edge', 'composition', 0.999156],
    ['infinite-blackjack', 'exact', 1.000225915],
    ['classic-blackjack', 'composition', 0.996697],
    ['blackjack-switch', 'composition', 1.0705],
    ['blackjack-switch-push22', 'composition', 0.999298],
  ] as const)('%s returns, by %s calculation, %d (DX-29, SW-14)', (id, method, expected) => {
    const { mainBet } = theoreticalReturn(presetOf(id));
    expect(mainBet.method).toBe(method);
    expect(mainBet.tolerance).toBeLessThan(2e-5);
    expect(Math.abs(mainBet.return - expected)).toBeLessThan(Math.max(1e-6, mainBet.tolerance));
  });

  it('pays the spade ace and king 4:1 where the edition does: 2.5 more on 1 in 64 blackjacks (AM-04)', () => {
    const blackjackFirst = (2 * 24 * 96) / (312 * 311);
    const gain = mainReturn(presetOf('american-blackjack-zero-edge')) - mainReturn(AMERICAN);
    const dealerToo = (2 * 23 * 95) / (310 * 309);
    expect(gain).toBeCloseTo((2.5 / 64) * blackjackFirst * (1 - dealerToo), 10);
  });
});

describe('infinite decks against the game worked out by totals', () => {
  const sixToFive = { blackjackPays: { num: 6, den: 5 } };
  it.each([
    ...PRESETS.filter(({ specialBlackjacks }) => specialBlackjacks.length === 0).map(
      (ruleSet): [string, RuleSet] => [ruleSet.id, ruleSet],
    ),
    [
      'soft 17 hit, 22 pushes, a checking dealer',
      { ...AMERICAN, softSeventeen: 'hit', dealerTwentyTwo: 'push' },
    ],
    ['doubles on 9 to 11, not after a split', { ...AMERICAN, doubleOn: '9-11', doubleAfterSplit: false }],
    ['no split at all', { ...AMERICAN, maxHands: 1 }],
    ['three hands, no surrender', { ...AMERICAN, maxHands: 3, surrender: 'none' }],
    ['splits by rank', { ...AMERICAN, splitBy: 'rank' }],
    ['even money at 6:5', { ...INFINITE, ...sixToFive }],
    ['no even money at 6:5', { ...INFINITE, ...sixToFive, evenMoney: 'none' }],
    ['two hands without a switch', { ...SWITCH, switching: 'none' }],
  ] as [string, RuleSet][])('%s', (_, ruleSet) => {
    const endless = { ...ruleSet, ...ENDLESS };
    expect(mainReturn(endless)).toBeCloseTo(1 + infiniteExpectation(endless), 10);
  });
});

describe('published figures for common rules', () => {
  // The house edges of the usual tables, which play by totals and are given to a hundredth of a per cent.
  it.each([
    ['6 decks, late surrender', {}, 0.33],
    ['8 decks, no surrender', { decks: 8, surrender: 'none' }, 0.43],
    ['2 decks, no surrender', { decks: 2, surrender: 'none' }, 0.19],
    [
      '1 deck, no surrender, no double after a split',
      { decks: 1, surrender: 'none', doubleAfterSplit: false },
      -0.04,
    ],
  ] as [string, Partial<RuleSet>, number][])('%s', (_, change, edgePercent) => {
    expect(Math.abs((1 - mainReturn(CLASSIC, change)) * 100 - edgePercent)).toBeLessThan(0.015);
  });
});

describe('what a rule is worth', () => {
  it.each([
    ['a dealer who hits soft 17 (SW-11)', AMERICAN, { softSeventeen: 'hit' }],
    ['a blackjack at 6:5', AMERICAN, { blackjackPays: { num: 6, den: 5 } }],
    ['more decks', AMERICAN, { decks: 8 }],
    ['no surrender (AM-09)', AMERICAN, { surrender: 'none' }],
    ['surrender against 2 to 9 alone (DX-17)', AMERICAN, { surrenderAgainst: 'twoToNine' }],
    ['doubles on 9 to 11 alone (CL-07)', AMERICAN, { doubleOn: '9-11' }],
    ['no double after a split (CL-08)', AMERICAN, { doubleAfterSplit: false }],
    ['two hands at most (CL-05)', AMERICAN, { maxHands: 2, resplitAces: false }],
    ['three hands at most (CL-05)', AMERICAN, { maxHands: 3 }],
    ['no split', AMERICAN, { maxHands: 1, resplitAces: false }],
    ['aces not split again (AM-08)', AMERICAN, { resplitAces: false }],
    ['a dealer who never checks (C-07)', { ...AMERICAN, surrender: 'none' }, { dealerChecks: 'never' }],
    ['no early surrender (IN-10)', INFINITE, { surrender: 'none' }],
    ['a dealer 22 that pushes (SW-13)', SWITCH, { dealerTwentyTwo: 'push' }],
    ['no switch (SW-06)', SWITCH, { switching: 'none' }],
  ] as [string, RuleSet, Partial<RuleSet>][])('%s costs the player', (_, ruleSet, change) => {
    expect(mainReturn(ruleSet, change)).toBeLessThan(mainReturn(ruleSet) - 1e-5);
  });

  it.each([1, 2, 3, 4, 5, 6, 7] as const)('%d decks are better than one deck more', (decks) => {
    const more = (decks + 1) as RuleSet['decks'];
    expect(mainReturn(CLASSIC, { decks })).toBeGreaterThan(mainReturn(CLASSIC, { decks: more }));
  });

  it('is nothing for a split by rank, since nobody splits tens', () => {
    expect(mainReturn(AMERICAN, { splitBy: 'rank' })).toBe(mainReturn(AMERICAN));
  });

  it('is nothing for even money at 3:2, and something at 6:5 (IN-06)', () => {
    expect(mainReturn(INFINITE, { evenMoney: 'none' })).toBe(mainReturn(INFINITE));
    const sixToFive = { blackjackPays: { num: 6, den: 5 } };
    expect(mainReturn(INFINITE, sixToFive)).toBeGreaterThan(
      mainReturn(INFINITE, { ...sixToFive, evenMoney: 'none' }),
    );
  });
});

describe('two hands in a box (SW-02)', () => {
  const unswitched = { switching: 'none', insurance: 'none' } as const;

  it.each([1, 8] as const)('return what one hand does when they cannot be switched, %d decks', (decks) => {
    const two = mainReturn(SWITCH, { ...unswitched, decks });
    expect(two).toBeCloseTo(mainReturn(SWITCH, { ...unswitched, decks, handsPerBox: 1 }), 10);
  });

  it('are insured by the best player in a single deck alone, and with open cards alone (C-11)', () => {
    const insured = { ...unswitched, insurance: 'perHand' } as const;
    expect(mainReturn(SWITCH, { ...insured, decks: 1 })).toBeGreaterThan(
      mainReturn(SWITCH, { ...unswitched, decks: 1 }),
    );
    expect(mainReturn(SWITCH, { ...insured, decks: 2 })).toBe(
      mainReturn(SWITCH, { ...unswitched, decks: 2 }),
    );
    const closed = { ...insured, insuranceCards: 'closed', decks: 1 } as const;
    expect(mainReturn(SWITCH, closed)).toBe(mainReturn(SWITCH, { ...unswitched, decks: 1 }));
  });

  it('meet the blackjack of a checking dealer before the switch', () => {
    const checked = { ...unswitched, dealerChecks: 'aceOrTen' } as const;
    expect(mainReturn(SWITCH, checked)).toBeCloseTo(mainReturn(SWITCH, { ...checked, handsPerBox: 1 }), 10);
  });
});
