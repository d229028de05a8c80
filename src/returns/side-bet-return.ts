import { CARDS_PER_DECK } from '../domain/card';
import type { Decks, RuleSet, SideBetRule, SideBetType, SideBetWin } from '../domain/rule-set';

export interface SideBetReturn {
  readonly type: SideBetType;
  /** What comes back of a stake of 1 in the long run, the stake of a won bet included. */
  readonly return: number;
  /** How often the bet wins anything. */
  readonly hitFrequency: number;
  /** What the figures take for granted where a decision of the player's has a part in them. */
  readonly assumption?: string;
}

/** One way in which a side bet can win. */
export interface SideBetChance {
  readonly win: SideBetWin;
  /** To one. */
  readonly pays: number;
  readonly probability: number;
}

/**
 * How many of `of` equally likely deals come to an outcome. All counts are whole and below 2^53, hence exact.
 */
interface Ways {
  readonly win: SideBetWin;
  readonly ways: number;
}

interface Enumeration {
  readonly outcomes: readonly Ways[];
  readonly of: number;
  readonly assumption?: string;
}

const SUITS_PER_RANK = 4;
const RANKS = 13;
const TEN_VALUED_RANKS = 4;

/** The return of one side bet of a rule set, by counting every deal that can decide it. */
export function sideBetReturn(ruleSet: RuleSet, { type, pays }: SideBetRule): SideBetReturn {
  const { outcomes, of, assumption } = enumerate(ruleSet, type);
  let hits = 0;
  let returned = 0;
  for (const { win, ways } of outcomes) {
    const paid = pays[win];
    if (paid === undefined) continue;
    hits += ways;
    returned += ways * (1 + paid);
  }
  const figures = { type, return: returned / of, hitFrequency: hits / of };
  return assumption === undefined ? figures : { ...figures, assumption };
}

/** Every outcome that the bet pays, with its probability. */
export function sideBetChances(ruleSet: RuleSet, { type, pays }: SideBetRule): SideBetChance[] {
  const { outcomes, of } = enumerate(ruleSet, type);
  return outcomes.flatMap(({ win, ways }) => {
    const paid = pays[win];
    return paid === undefined ? [] : [{ win, pays: paid, probability: ways / of }];
  });
}

/** How far what comes back of a stake of 1 scatters about its mean: the exact standard deviation of one bet. */
export function sideBetDeviation(ruleSet: RuleSet, rule: SideBetRule): number {
  const chances = sideBetChances(ruleSet, rule);
  const mean = chances.reduce((sum, { pays, probability }) => sum + probability * (1 + pays), 0);
  const squares = chances.reduce((sum, { pays, probability }) => sum + probability * (1 + pays) ** 2, 0);
  return Math.sqrt(squares - mean ** 2);
}

function enumerate(ruleSet: RuleSet, type: SideBetType): Enumeration {
  switch (type) {
    case 'pairs':
      return pairs(ruleSet.decks);
    case 'blackjack':
      return blackjack(ruleSet.decks);
    case 'sevens':
      return sevens(ruleSet);
    case 'superMatch':
      return superMatch(ruleSet.decks);
  }
}

/**
 * Orders in which `cards` cards come from `kinds` different cards of each deck, without return from a shoe
 * and with return in an infinite deck.
 */
function draws(decks: Decks, kinds: number, cards: number): number {
  let ways = 1;
  for (let card = 0; card < cards; card += 1) ways *= decks === 'infinite' ? kinds : kinds * decks - card;
  return ways;
}

/** DX-27: the first two cards of the box and the dealer's first card; the highest outcome only. */
function pairs(decks: Decks): Enumeration {
  const thirdCards = draws(decks, CARDS_PER_DECK, 3) / draws(decks, CARDS_PER_DECK, 2);
  const twoEqual = CARDS_PER_DECK * draws(decks, 1, 2);
  const suitedTrips = CARDS_PER_DECK * draws(decks, 1, 3);
  const first = draws(decks, CARDS_PER_DECK, 1);
  const anotherSuit = draws(decks, 1, 1);
  return {
    outcomes: [
      { win: 'mixedPair', ways: first * 2 * anotherSuit * thirdCards },
      { win: 'colouredPair', ways: first * anotherSuit * thirdCards },
      { win: 'perfectPair', ways: twoEqual * thirdCards - suitedTrips },
      { win: 'suitedTrips', ways: suitedTrips },
    ],
    of: draws(decks, CARDS_PER_DECK, 3),
  };
}

/** AM-12: an ace and a ten-valued card, in either order. */
function blackjack(decks: Decks): Enumeration {
  return {
    outcomes: [{ win: 'blackjack', ways: blackjackOrders(decks) }],
    of: draws(decks, CARDS_PER_DECK, 2),
  };
}

function blackjackOrders(decks: Decks): number {
  return 2 * draws(decks, SUITS_PER_RANK, 1) * draws(decks, SUITS_PER_RANK * TEN_VALUED_RANKS, 1);
}

/**
 * AM-13, counted over the hand's first three cards and the dealer's two. The third card comes by the player's
 * decision, and not at all where the dealer has checked and found a blackjack.
 */
function sevens(ruleSet: RuleSet): Enumeration {
  const { decks } = ruleSet;
  const checks = ruleSet.dealerChecks === 'aceOrTen';
  const of = draws(decks, CARDS_PER_DECK, 5);
  const startingWith = (sevensDrawn: number): number =>
    draws(decks, SUITS_PER_RANK, sevensDrawn) * (of / draws(decks, CARDS_PER_DECK, sevensDrawn));
  const dealerBlackjacks = checks ? draws(decks, SUITS_PER_RANK, 3) * blackjackOrders(decks) : 0;
  const one = startingWith(1);
  const two = startingWith(2);
  const three = startingWith(3) - dealerBlackjacks;
  return {
    outcomes: [
      { win: 'seven', ways: one - two },
      { win: 'twoSevens', ways: two - three },
      { win: 'threeSevens', ways: three },
    ],
    of,
    assumption: checks
      ? 'The player always draws to two sevens and never splits them; a dealer blackjack leaves them two.'
      : 'The player always draws to two sevens and never splits them.',
  };
}

/** SW-04: equal ranks among four cards; the best combination only. */
function superMatch(decks: Decks): Enumeration {
  const ofOneRank = (cards: number): number => draws(decks, SUITS_PER_RANK, cards);
  const [single, two, three, four] = [ofOneRank(1), ofOneRank(2), ofOneRank(3), ofOneRank(4)];
  const twoOtherRanks = ((RANKS - 1) * (RANKS - 2)) / 2;
  return {
    outcomes: [
      // A pair can lie in 12 ways among the four cards when the two others are told apart by their ranks.
      { win: 'pair', ways: RANKS * twoOtherRanks * 12 * two * single * single },
      { win: 'twoPairs', ways: ((RANKS * (RANKS - 1)) / 2) * 6 * two * two },
      { win: 'threeOfAKind', ways: RANKS * (RANKS - 1) * 4 * three * single },
      { win: 'fourOfAKind', ways: RANKS * four },
    ],
    of: draws(decks, CARDS_PER_DECK, 4),
  };
}
