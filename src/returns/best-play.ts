import { DOUBLE, HIT, STAND, SURRENDER } from '../domain/legal';
import { decisionValues } from './decision-values';
import { HAND_TREE } from './hand-tree';
import type { SeenHand, UpcardTable } from './upcard-table';
import { doubleValue, hitValue, mayDouble, standValue, worthHitting, worthStanding } from './upcard-table';
import { ACE } from './value-counts';

/** The best decision on two dealt cards, as bits of the gate's options. */
export interface DealtPlay {
  /** The best of what is no split: all there is where the rules do not allow one. */
  readonly play: number;
  /** Whether splitting is better than that. */
  readonly split: boolean;
}

/** From counts that the hand's two cards are out of. Where two decisions are worth the same, the one that ends the hand. */
export function bestDealtPlay(table: UpcardTable, first: number, second: number): DealtPlay {
  const { stand, hit, double, split, surrender } = decisionValues(table, first, second);
  const [play, value] = bestOf([
    [STAND, stand],
    [SURRENDER, surrender],
    [DOUBLE, double],
    [HIT, hit],
  ]);
  return { play, split: split !== null && split > value };
}

/** The better of hitting and standing, of a hand that has been hit before or is left nothing else. */
export function hitOrStand(table: UpcardTable, seenHand: SeenHand): number {
  if (!worthHitting(seenHand.hand)) return STAND;
  if (!worthStanding(seenHand.hand)) return HIT;
  return hitValue(table, seenHand) > standValue(table, seenHand) ? HIT : STAND;
}

/** The best decision on a split hand, from counts that its cards and the pair's other card are out of. */
export function bestSplitPlay(table: UpcardTable, pair: number, seenHand: SeenHand): number {
  if (pair === ACE) return STAND;
  if (HAND_TREE.cards[seenHand.hand] > 2) return hitOrStand(table, seenHand);
  const mayBeDoubled = table.ruleSet.doubleAfterSplit && mayDouble(table, seenHand.hand);
  const [play] = bestOf([
    [STAND, standValue(table, seenHand)],
    [DOUBLE, mayBeDoubled ? doubleValue(table, seenHand) : null],
    [HIT, hitValue(table, seenHand)],
  ]);
  return play;
}

type Valued = readonly [play: number, value: number | null];

/** Standing comes first in every list, and is always allowed. */
function bestOf(plays: readonly Valued[]): [play: number, value: number] {
  return plays.reduce<[number, number]>(
    (best, [play, value]) => (value !== null && value > best[1] ? [play, value] : best),
    [STAND, -Infinity],
  );
}
