import type { CardText } from './card';
import type { Ratio } from './money';

/**
 * A rule set is the whole of a game as plain data. The engine knows rule sets, never games: wherever two games differ
 * there is a field here, and every ruling of the rules page is one of them. A round keeps the rule set it was dealt under.
 */
export interface RuleSet {
  readonly id: string;
  /** Counts the published versions of this id from 1; one that was played never changes (CL-09). */
  readonly version: number;
  readonly name: string;
  /** Whether one player's boxes make a round of their own, or all seats of a table play one together. */
  readonly table: 'private' | 'shared';
  /** Boxes (seats) at the table, numbered from 1 (C-16). */
  readonly boxes: number;
  /** How many of them one player may hold. */
  readonly boxesPerPlayer: number;
  /** Whether a player's boxes must lie next to each other (CL-01). */
  readonly neighbours: 'required' | 'free';
  /** Hands dealt to a box; with two the stake is placed on each (SW-02). */
  readonly handsPerBox: 1 | 2;
  readonly decks: Decks;
  readonly shuffle: Shuffle;
  /** Cards taken out of play after a shuffle (DX-03). */
  readonly burn: 'none' | 'exposedValue';
  /** The dealer's first cards: an upcard then a hole card (DX-12), the other way round (IN-02), or the upcard alone (SW-03). */
  readonly dealerCards: 'upThenHole' | 'holeThenUp' | 'upOnly';
  /** Whether the dealer looks at the hole card under an ace or a ten-valued upcard, after insurance. */
  readonly dealerChecks: 'aceOrTen' | 'never';
  readonly softSeventeen: 'stand' | 'hit';
  /** What a dealer's 22 does to the hands that have not bust (SW-13). */
  readonly dealerTwentyTwo: 'bust' | 'push';
  readonly blackjackPays: Ratio;
  /** Blackjacks of exactly these two cards that pay otherwise (AM-04). */
  readonly specialBlackjacks: readonly SpecialBlackjack[];
  /** Paid as soon as the dealer can no longer match it, or with all other hands at the end (SW-07). */
  readonly blackjackPaid: 'whenSafe' | 'atEnd';
  /** What a hand that reaches 21 does (C-05). */
  readonly twentyOne: 'stands' | 'isAsked';
  readonly doubleOn: 'any' | '9-11';
  readonly doubleAfterSplit: boolean;
  /** Hands that one dealt hand may become by splitting (C-09): 1 means no split at all. */
  readonly maxHands: 1 | 2 | 3 | 4;
  readonly splitBy: 'value' | 'rank';
  readonly resplitAces: boolean;
  /** Late: where a checking dealer has no blackjack. Early: before anything is known of the hole card (IN-10). */
  readonly surrender: 'none' | 'late' | 'early';
  /** Upcards against which surrender is possible (DX-17). */
  readonly surrenderAgainst: 'any' | 'twoToNine';
  /** Half the stake per hand and bettor, half of all stakes in one bet, or one amount within bounds (IN-05). */
  readonly insurance: 'none' | 'perHand' | 'allBoxes' | 'tableAmount';
  /** Whether the player sees his own cards before he answers the insurance offer (CL-06). */
  readonly insuranceCards: 'open' | 'closed';
  readonly evenMoney: 'none' | 'offered';
  /** Whether the second cards of a box's two hands may change places (SW-06). */
  readonly switching: 'none' | 'secondCards';
  readonly sideBets: readonly SideBetRule[];
  /** The automatic rule hits up to this total and stands above it (DX-21, C-19). */
  readonly automaticHitUpTo: number;
}

export type Decks = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 'infinite';

/** `cut` is the share of the shoe that lies before the cut card. */
export type Shuffle =
  | { readonly kind: 'everyDeal' }
  | { readonly kind: 'cutCard'; readonly cut: Ratio }
  | { readonly kind: 'none' };

export interface SpecialBlackjack {
  readonly cards: readonly [CardText, CardText];
  readonly pays: Ratio;
}

export const SIDE_BET_OUTCOMES = {
  pairs: ['mixedPair', 'colouredPair', 'perfectPair', 'suitedTrips'],
  blackjack: ['blackjack'],
  sevens: ['seven', 'twoSevens', 'threeSevens'],
  superMatch: ['pair', 'twoPairs', 'threeOfAKind', 'fourOfAKind'],
} as const;

export type SideBetType = keyof typeof SIDE_BET_OUTCOMES;
export type SideBetWin = (typeof SIDE_BET_OUTCOMES)[SideBetType][number];

export const SIDE_BET_TYPES = Object.keys(SIDE_BET_OUTCOMES) as SideBetType[];

export interface SideBetRule {
  readonly type: SideBetType;
  /** What each outcome pays to one; an outcome that is not listed loses. */
  readonly pays: Readonly<Partial<Record<SideBetWin, number>>>;
  /** The most a bet may be, in units of the currency's default minimum, whatever the operator sets (AM-14). */
  readonly maxUnits: number | null;
}

/** `american-blackjack@1`: the text form of one version of a rule set. */
export function ruleSetRef(ruleSet: RuleSet): string {
  return `${ruleSet.id}@${ruleSet.version}`;
}
