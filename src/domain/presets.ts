import type { RuleSet } from './rule-set';

const EVEN = { num: 1, den: 1 } as const;
const THREE_TO_TWO = { num: 3, den: 2 } as const;

const AMERICAN: RuleSet = {
  id: 'american-blackjack',
  version: 1,
  name: 'American Blackjack',
  table: 'private',
  boxes: 4,
  boxesPerPlayer: 4,
  neighbours: 'free',
  handsPerBox: 1,
  decks: 6,
  shuffle: { kind: 'everyDeal' },
  burn: 'none',
  dealerCards: 'upThenHole',
  dealerChecks: 'aceOrTen',
  softSeventeen: 'stand',
  dealerTwentyTwo: 'bust',
  blackjackPays: THREE_TO_TWO,
  specialBlackjacks: [],
  blackjackPaid: 'whenSafe',
  twentyOne: 'stands',
  doubleOn: 'any',
  doubleAfterSplit: true,
  maxHands: 4,
  splitBy: 'value',
  resplitAces: true,
  surrender: 'late',
  surrenderAgainst: 'any',
  insurance: 'none',
  insuranceCards: 'open',
  evenMoney: 'none',
  switching: 'none',
  sideBets: [
    { type: 'blackjack', pays: { blackjack: 19 }, maxUnits: 20 },
    { type: 'sevens', pays: { seven: 8, twoSevens: 40, threeSevens: 250 }, maxUnits: 20 },
  ],
  automaticHitUpTo: 11,
};

const ZERO_EDGE: RuleSet = {
  ...AMERICAN,
  id: 'american-blackjack-zero-edge',
  name: 'American Blackjack Zero Edge',
  specialBlackjacks: [{ cards: ['As', 'Ks'], pays: { num: 4, den: 1 } }],
};

const DELUXE: RuleSet = {
  ...AMERICAN,
  id: 'blackjack-deluxe',
  name: 'Blackjack Deluxe',
  table: 'shared',
  boxes: 7,
  boxesPerPlayer: 2,
  decks: 8,
  shuffle: { kind: 'cutCard', cut: { num: 75, den: 100 } },
  burn: 'exposedValue',
  maxHands: 2,
  resplitAces: false,
  surrenderAgainst: 'twoToNine',
  insurance: 'perHand',
  sideBets: [
    {
      type: 'pairs',
      pays: { mixedPair: 5, colouredPair: 10, perfectPair: 30, suitedTrips: 50 },
      maxUnits: null,
    },
  ],
};

const INFINITE: RuleSet = {
  ...AMERICAN,
  id: 'infinite-blackjack',
  name: 'Infinite Blackjack',
  boxes: 5,
  boxesPerPlayer: 5,
  decks: 'infinite',
  shuffle: { kind: 'none' },
  dealerCards: 'holeThenUp',
  dealerChecks: 'never',
  resplitAces: false,
  surrender: 'early',
  insurance: 'tableAmount',
  evenMoney: 'offered',
  sideBets: [],
};

/**
 * The classic game as it comes; an operator's own game is this with his settings (CL-09). It stays the ground of those games,
 * stored ones too, whatever versions of the classic game of the house may follow.
 */
export const CLASSIC: RuleSet = {
  ...AMERICAN,
  id: 'classic-blackjack',
  name: 'Classic Blackjack',
  boxes: 7,
  boxesPerPlayer: 7,
  neighbours: 'required',
  resplitAces: false,
  insurance: 'perHand',
  sideBets: [],
};

const SWITCH: RuleSet = {
  ...AMERICAN,
  id: 'blackjack-switch',
  name: 'Blackjack Switch',
  boxes: 3,
  boxesPerPlayer: 3,
  handsPerBox: 2,
  decks: 8,
  shuffle: { kind: 'cutCard', cut: { num: 1, den: 2 } },
  dealerCards: 'upOnly',
  dealerChecks: 'never',
  softSeventeen: 'hit',
  blackjackPays: EVEN,
  blackjackPaid: 'atEnd',
  maxHands: 2,
  resplitAces: false,
  surrender: 'none',
  insurance: 'perHand',
  switching: 'secondCards',
  sideBets: [
    { type: 'superMatch', pays: { pair: 1, twoPairs: 8, threeOfAKind: 5, fourOfAKind: 40 }, maxUnits: null },
  ],
};

const SWITCH_PUSH_22: RuleSet = {
  ...SWITCH,
  id: 'blackjack-switch-push22',
  name: 'Blackjack Switch Push 22',
  dealerTwentyTwo: 'push',
};

/**
 * Every version of every game of the house that was ever published, in the order of publication. Sessions, tables and rounds
 * keep the version they began under: a new one is added at the end, with a constant of its own, and none ever goes or changes.
 * Its figures are kept by version as well (`catalogue-preset-returns.json`), which a test demands.
 */
export const PUBLISHED: readonly RuleSet[] = [
  DELUXE,
  AMERICAN,
  ZERO_EDGE,
  INFINITE,
  CLASSIC,
  SWITCH,
  SWITCH_PUSH_22,
];

/** What there is to find in a list of published versions. */
export function presetsAmong(published: readonly RuleSet[]) {
  const latest = (id: string): RuleSet | undefined => published.findLast((ruleSet) => ruleSet.id === id);
  return {
    /** The games of the house, each in its latest version. */
    PRESETS: [...new Set(published.map(({ id }) => id))].flatMap((id) => latest(id) ?? []),
    /** A game of the house in its latest version. */
    preset: latest,
    /** That version of a game of the house. */
    publishedPreset: (id: string, version: number): RuleSet | undefined =>
      published.find((ruleSet) => ruleSet.id === id && ruleSet.version === version),
  } as const;
}

export const { PRESETS, preset, publishedPreset } = presetsAmong(PUBLISHED);
