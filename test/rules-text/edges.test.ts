import { CLASSIC } from '../../src/domain/presets';
import type { RuleSet } from '../../src/domain/rule-set';
import { checkRuleSet } from '../../src/domain/rule-set-check';
import { game, markdown } from './fixtures';

/** Nothing to choose between, or only one of what is told of in the plural: what the rules must not say there. */
interface Edge {
  readonly ruleSet: RuleSet;
  readonly en: readonly string[];
  readonly ru: readonly string[];
}

const ONE_BOX = { boxes: 1, boxesPerPlayer: 1 } as const;
const SWITCH = game('blackjack-switch');
const AMERICAN = game('american-blackjack');
const NEVER_CHECKS = { dealerCards: 'upOnly', dealerChecks: 'never', surrender: 'none' } as const;

const MANY_BOXES = {
  en: [
    'boxes',
    'Boxes',
    '1 box',
    'numbered from 1. One',
    'next to each other',
    'gaps between',
    'Each box',
    'box 2',
  ],
  ru: ['боксов', '1 бокс', 'Боксы', 'соседн', 'На каждом боксе', 'бокса 2'],
};

const EDGES: Readonly<Record<string, Edge>> = {
  'one box': {
    ruleSet: { ...CLASSIC, ...ONE_BOX },
    en: [...MANY_BOXES.en, 'to each hand'],
    ru: [...MANY_BOXES.ru, 'на каждую руку.', 'на каждую руку в'],
  },
  'one box that is insured as all boxes are': {
    ruleSet: { ...CLASSIC, ...ONE_BOX, insurance: 'allBoxes' },
    en: [...MANY_BOXES.en, 'either every hand'],
    ru: [...MANY_BOXES.ru, 'либо все руки', 'на все боксы'],
  },
  'one box with its cards closed': {
    ruleSet: { ...CLASSIC, ...ONE_BOX, insuranceCards: 'closed' },
    en: [...MANY_BOXES.en, 'cards of the hands are', 'to each hand'],
    ru: [...MANY_BOXES.ru, 'карты рук'],
  },
  'one box of two hands': {
    ruleSet: { ...SWITCH, ...ONE_BOX },
    en: MANY_BOXES.en,
    ru: MANY_BOXES.ru,
  },
  'one box with one hand for good': {
    ruleSet: { ...CLASSIC, ...ONE_BOX, maxHands: 1 },
    en: [...MANY_BOXES.en, 'one after the other', 'hand 1.1'],
    ru: [...MANY_BOXES.ru, 'по очереди', 'рука 1.1'],
  },
  'one of several boxes to a player': {
    ruleSet: { ...CLASSIC, boxesPerPlayer: 1 },
    en: ['next to each other'],
    ru: ['соседн'],
  },
  'one deck': {
    ruleSet: { ...CLASSIC, ...ONE_BOX, decks: 1 },
    en: ['52 cards in all', '1 deck'],
    ru: ['всего 52', '1 колода', 'по 52 карты'],
  },
  'no splitting': {
    ruleSet: { ...AMERICAN, maxHands: 1, resplitAces: false },
    en: [
      'split them',
      'unsplit',
      'are split',
      'nor split',
      'or split',
      'and splitting',
      'a split',
      'Split hand',
    ],
    ru: ['разделяют', 'разделён', 'разделени', 'неразделённая', 'разделённой'],
  },
  'no splitting where the dealer never checks': {
    ruleSet: { ...CLASSIC, ...NEVER_CHECKS, maxHands: 1 },
    en: ['doubling and splitting', 'nor split', 'or split', 'a split'],
    ru: ['и разделении', 'разделяют', 'разделени'],
  },
  'one hand of Switch': {
    ruleSet: { ...SWITCH, handsPerBox: 1, switching: 'none', sideBets: [] },
    en: ['two hands', 'change places', 'A switch', 'any switch'],
    ru: ['две руки', 'двух рук', 'обмен'],
  },
  'no surrender': {
    ruleSet: { ...CLASSIC, surrender: 'none' },
    en: ['surrendered', 'half of the stake comes back'],
    ru: ['сданы', 'половина ставки возвращается', 'Саррендер |'],
  },
  'surrender against no card that could be a blackjack': {
    ruleSet: game('blackjack-deluxe'),
    en: ['Surrender is late'],
    ru: ['Саррендер поздний'],
  },
  'a side bet of one unit': {
    ruleSet: { ...AMERICAN, sideBets: [{ type: 'blackjack', pays: { blackjack: 19 }, maxUnits: 1 }] },
    en: ['1 times'],
    ru: ['умноженной'],
  },
};

describe.each(Object.entries(EDGES))('C-23: %s', (_, { ruleSet, en, ru }) => {
  it('is a game that may be played', () => {
    expect(checkRuleSet(ruleSet)).toEqual([]);
  });

  it.each([
    ['en', en],
    ['ru', ru],
  ] as const)('is told without what it has not (%s)', (lang, nonsense) => {
    const theoreticalReturn = { mainBet: 0.99, sideBets: { sevens: 0.9 }, insurance: 0.92 };
    const text = markdown(ruleSet, lang, { theoreticalReturn });
    expect(nonsense.filter((words) => text.includes(words))).toEqual([]);
  });
});
