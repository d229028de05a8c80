import { classicRuleSet, CLASSIC_DEFAULTS, CLASSIC_SETTING_NAMES } from '../../src/domain/classic-settings';
import { CLASSIC, PRESETS } from '../../src/domain/presets';
import { type RuleSet, ruleSetRef } from '../../src/domain/rule-set';
import { checkRuleSet, cutPosition, fittingCut } from '../../src/domain/rule-set-check';
import { classic, rules } from '../support/hands';

const NAME = { id: 'own', version: 3, name: 'Own' };

/** The paths of all reasons against these settings, in order. */
function faultPaths(settings: unknown): string[] {
  const made = classicRuleSet(NAME, settings);
  return 'faults' in made ? made.faults.map(({ path }) => path) : [];
}

describe('CL-09: settings of a classic rule set', () => {
  test('CL-09: none given make the classic game', () => {
    const made = classicRuleSet(NAME, {});
    expect(made).toEqual({ ruleSet: { ...CLASSIC, ...NAME }, settings: CLASSIC_DEFAULTS });
    expect(ruleSetRef(classic())).toBe('own@1');
  });

  // Every value of every setting, and what it makes of the rule set.
  test.each([
    ['boxes', 1, { boxes: 1, boxesPerPlayer: 1 }],
    ['boxes', 4, { boxes: 4, boxesPerPlayer: 4 }],
    ['adjacent', false, { neighbours: 'free' }],
    ['decks', 8, { decks: 8 }],
    ['decks', 'infinite', { decks: 'infinite', shuffle: { kind: 'none' } }],
    ['shuffle', 'cutCard', { shuffle: { kind: 'cutCard', cut: { num: 62, den: 100 } } }],
    ['softSeventeen', 'hit', { softSeventeen: 'hit' }],
    ['blackjackPays', { num: 6, den: 5 }, { blackjackPays: { num: 6, den: 5 } }],
    ['doubleOn', '9-11', { doubleOn: '9-11' }],
    ['doubleAfterSplit', false, { doubleAfterSplit: false }],
    ['maxHands', 2, { maxHands: 2 }],
    ['maxHands', 3, { maxHands: 3 }],
    ['splitBy', 'rank', { splitBy: 'rank' }],
    ['resplitAces', true, { resplitAces: true }],
    ['surrender', 'none', { surrender: 'none' }],
    ['insurance', 'allBoxes', { insurance: 'allBoxes' }],
    ['insurance', 'none', { insurance: 'none' }],
    ['insuranceCards', 'closed', { insuranceCards: 'closed' }],
    ['evenMoney', true, { evenMoney: 'offered' }],
  ] as const)('CL-09: %s %j', (name, value, changed) => {
    expect(classic({ [name]: value })).toEqual({
      ...CLASSIC,
      id: 'own',
      version: 1,
      name: 'Own',
      ...changed,
    });
  });

  test.each([
    [
      'CL-02: holeCard',
      { dealer: 'holeCard', surrender: 'none' },
      { dealerCards: 'upThenHole', dealerChecks: 'never' },
    ],
    [
      'CL-02: oneCard',
      { dealer: 'oneCard', surrender: 'none' },
      { dealerCards: 'upOnly', dealerChecks: 'never' },
    ],
    ['CL-08: early', { dealer: 'oneCard', surrender: 'early' }, { surrender: 'early' }],
  ] as const)('%s', (_, settings, changed) => {
    expect(classic(settings)).toMatchObject(changed);
  });

  test('CL-09: a value that a setting cannot have is refused, each with its path', () => {
    const wrong = Object.fromEntries(CLASSIC_SETTING_NAMES.map((name) => [name, 'nonsense']));
    expect(faultPaths(wrong)).toEqual(CLASSIC_SETTING_NAMES.map((name) => `settings.${name}`));
    expect(CLASSIC_SETTING_NAMES).toHaveLength(16);
  });

  test.each([
    [{ boxes: 0 }],
    [{ boxes: 8 }],
    [{ boxes: 1.5 }],
    [{ boxes: '3' }],
    [{ boxes: null }],
    [{ decks: 0 }],
    [{ decks: 9 }],
    [{ maxHands: 1 }],
    [{ maxHands: 5 }],
    [{ adjacent: 1 }],
    [{ evenMoney: 'true' }],
    [{ blackjackPays: 1.5 }],
    [{ blackjackPays: null }],
    [{ blackjackPays: { num: 3 } }],
    [{ blackjackPays: { num: 4, den: 5 } }],
    [{ blackjackPays: { num: 11, den: 1 } }],
    [{ blackjackPays: { num: 101, den: 100 } }],
    [{ blackjackPays: { num: 1, den: 0 } }],
    [{ blackjackPays: { num: 1.5, den: 1 } }],
    [{ blackjackPays: { num: '3', den: 2 } }],
    [{ blackjackPays: { num: 3, den: 2, name: 'x' } }],
  ])('CL-09: %j is refused', (settings) => {
    expect(faultPaths(settings)).toEqual([`settings.${Object.keys(settings)[0]}`]);
  });

  test.each([[{ num: 1, den: 1 }], [{ num: 10, den: 1 }], [{ num: 100, den: 100 }]])(
    'CL-09: a blackjack may pay %j',
    (blackjackPays) => {
      expect(faultPaths({ blackjackPays })).toEqual([]);
    },
  );

  test.each([
    ['an unknown setting', { colour: 'red' }, ['settings.colour']],
    ['an inherited name', { constructor: 1, toString: 2 }, ['settings.constructor', 'settings.toString']],
    ['the prototype', JSON.parse('{"__proto__": 1}'), ['settings.__proto__']],
    ['a list', [], ['settings']],
    ['nothing', null, ['settings']],
    ['a text', 'boxes', ['settings']],
  ])('CL-09: %s is refused', (_, settings, paths) => {
    expect(faultPaths(settings)).toEqual(paths);
  });

  test.each([
    ['CL-08: late surrender, a hole card that is not checked', { dealer: 'holeCard' }, ['surrender']],
    ['CL-08: late surrender, one dealer card', { dealer: 'oneCard' }, ['surrender']],
    ['CL-08: early surrender, a dealer who checks', { surrender: 'early' }, ['surrender']],
    [
      'CL-06: closed cards without insurance',
      { insuranceCards: 'closed', insurance: 'none' },
      ['insuranceCards'],
    ],
    ['CL-05: re-split aces with two hands', { resplitAces: true, maxHands: 2 }, ['resplitAces']],
    ['CL-09: a cut card in an infinite deck', { shuffle: 'cutCard', decks: 'infinite' }, ['shuffle']],
    ['CL-09: one deck for seven boxes', { decks: 1 }, ['decks']],
    ['CL-09: too few cards behind the cut card', { decks: 3, shuffle: 'cutCard' }, ['shuffle']],
    [
      'CL-09: all at once, with every reason',
      {
        dealer: 'oneCard',
        insurance: 'none',
        insuranceCards: 'closed',
        resplitAces: true,
        maxHands: 2,
        decks: 1,
      },
      ['surrender', 'insuranceCards', 'resplitAces', 'decks'],
    ],
    [
      'CL-09: an infinite deck with a cut card and other contradictions',
      { shuffle: 'cutCard', decks: 'infinite', surrender: 'early', resplitAces: true, maxHands: 2 },
      ['shuffle', 'surrender', 'resplitAces'],
    ],
  ])('%s', (_, settings, names) => {
    expect(faultPaths(settings)).toEqual(names.map((name) => `settings.${name}`));
  });

  test.each([
    [{ decks: 1, boxes: 2 }, []],
    [{ decks: 1, boxes: 3 }, ['settings.decks']],
    [{ decks: 2, boxes: 4 }, []],
    [{ decks: 2, boxes: 7 }, ['settings.decks']],
    [{ decks: 3 }, []],
    [{ decks: 1, boxes: 5, maxHands: 2 }, []],
    [{ decks: 1, boxes: 6, maxHands: 2 }, ['settings.decks']],
  ])('CL-09: the fullest round of %j', (settings, paths) => {
    expect(faultPaths(settings)).toEqual(paths);
  });
});

describe('rule sets', () => {
  test.each(PRESETS.map((ruleSet) => [ruleSet.id, ruleSet]))('%s is sound', (_, ruleSet) => {
    expect(checkRuleSet(ruleSet)).toEqual([]);
  });

  const deluxe = rules('blackjack-deluxe');
  const infinite = rules('infinite-blackjack');
  test.each<[string, RuleSet, string[]]>([
    [
      'only a hole card dealt last can be checked',
      { ...infinite, dealerChecks: 'aceOrTen', surrender: 'none' },
      ['dealerChecks'],
    ],
    ['side bets would show closed cards', { ...deluxe, insuranceCards: 'closed' }, ['insuranceCards']],
    ['so would the bounds of one amount', { ...infinite, insuranceCards: 'closed' }, ['insuranceCards']],
    ['a switch needs two hands', { ...deluxe, switching: 'secondCards' }, ['switching']],
    [
      'more boxes for a player than there are',
      { ...deluxe, boxesPerPlayer: 7, boxes: 6 },
      ['boxesPerPlayer'],
    ],
    ['a shoe that is not shuffled', { ...deluxe, shuffle: { kind: 'none' } }, ['shuffle']],
    ['an infinite deck that is', { ...infinite, shuffle: { kind: 'everyDeal' } }, ['shuffle']],
  ])('%s', (_, ruleSet, paths) => {
    expect(checkRuleSet(ruleSet).map(({ path }) => path)).toEqual(paths);
  });

  test.each([
    [39, ['shuffle']],
    [40, []],
    [75, []],
    [85, []],
    [86, ['shuffle']],
  ])('DX-02: a cut at %d per cent of eight decks', (num, paths) => {
    const ruleSet: RuleSet = { ...deluxe, boxes: 2, shuffle: { kind: 'cutCard', cut: { num, den: 100 } } };
    expect(checkRuleSet(ruleSet).map(({ path }) => path)).toEqual(paths);
  });

  test('DX-02: seven seats of two hands and the dealer want 60 cards behind the cut card', () => {
    const at = (num: number): string[] =>
      checkRuleSet({ ...deluxe, decks: 6, shuffle: { kind: 'cutCard', cut: { num, den: 100 } } }).map(
        ({ path }) => path,
      );
    expect([at(81), at(82)]).toEqual([[], ['shuffle']]);
    expect(cutPosition(416, { num: 75, den: 100 })).toBe(312);
  });

  test('DX-02, SW-01: the cut lies at three quarters and at the middle', () => {
    expect(deluxe.shuffle).toEqual({ kind: 'cutCard', cut: { num: 75, den: 100 } });
    expect(rules('blackjack-switch').shuffle).toEqual({ kind: 'cutCard', cut: { num: 1, den: 2 } });
  });

  test.each([
    ['the usual place', { decks: 8, boxes: 1 }, 75],
    ['earlier, where a full table wants more', { decks: 6, boxes: 7 }, 62],
    ['never before the earliest', { decks: 3, boxes: 7 }, 40],
  ] as const)('DX-02: a classic cut: %s', (_, settings, num) => {
    expect(fittingCut({ ...CLASSIC, ...settings })).toEqual({ num, den: 100 });
  });
});
