import { soloBets } from '../domain/bets';
import { deal } from '../domain/deal';
import type { Minor } from '../domain/money';
import type { RuleSet } from '../domain/rule-set';
import type { UniformSource } from '../domain/shoe';
import type { BestStrategy } from './best-strategy';
import type { Estimate } from './main-bet-scatter';
import { RepeatedCards } from './repeated-cards';
import { playRound, stakeUnits } from './simulation';
import { eachSwitch, type SwitchBox, switchGains, switchIndex } from './switch-choices';
import { choicesByTable, type SwitchTable } from './switch-table';
import { freshCounts, putBack, take, type ValueCounts } from './value-counts';

/** What who switches by the table has less than who chooses best, as shares of the initial stake of both hands. */
export interface SwitchTableCost {
  /** How often the table chooses otherwise. */
  readonly differs: number;
  /** By the values that the best choice is made by, added up over every such box. */
  readonly counted: number;
  /** By the engine: such boxes played both ways with the same cards. */
  readonly played: Estimate & { readonly boxes: number };
}

interface Differing {
  readonly box: SwitchBox;
  /** How likely it is to be dealt. */
  readonly chance: number;
}

const HANDS = 2;
const WORD = 2 ** 32;

/**
 * Compares the table with the best choice. Where the two agree nothing is given away, so that only the boxes on which
 * they differ are played: `boxes` of them, each as often as it is dealt, with cards that are shuffled by `numbers`.
 */
export function switchTableCost(
  ruleSet: RuleSet,
  strategy: BestStrategy,
  table: SwitchTable,
  order: { readonly boxes: number; readonly numbers: UniformSource },
): SwitchTableCost {
  const byTable: BestStrategy = { ...strategy, switches: choicesByTable(table) };
  const gains = switchGains(ruleSet);
  const differing = differingBoxes(ruleSet, strategy.switches, byTable.switches);
  const differs = differing.reduce((sum, { chance }) => sum + chance, 0);
  const counted = differing.reduce((sum, { box, chance }) => sum + chance * Math.abs(gains[placeOf(box)]), 0);
  const players = { best: strategy, byTable };
  return {
    differs,
    counted: counted / HANDS,
    played: { ...playedCost(ruleSet, players, differing, differs, order), boxes: order.boxes },
  };
}

function placeOf({ upcard, first, second, otherFirst, otherSecond }: SwitchBox): number {
  return switchIndex(upcard, first, second, otherFirst, otherSecond);
}

function differingBoxes({ decks }: RuleSet, best: Uint8Array, byTable: Uint8Array): Differing[] {
  const counts = freshCounts(decks);
  const differing: Differing[] = [];
  eachSwitch((box, at) => {
    if (best[at] === byTable[at]) return;
    const chance = chanceOf(counts, cardsOf(box));
    if (chance > 0) differing.push({ box, chance });
  });
  return differing;
}

/** In the order in which they are dealt: a card to each hand, the dealer's, and the second cards (SW-03). */
function cardsOf({ upcard, first, second, otherFirst, otherSecond }: SwitchBox): number[] {
  return [first, otherFirst, upcard, second, otherSecond];
}

function chanceOf(counts: ValueCounts, values: readonly number[]): number {
  let probability = 1;
  for (const value of values) {
    probability *= Math.max(0, counts.of[value]) / counts.size;
    take(counts, value);
  }
  for (const value of values) putBack(counts, value);
  return probability;
}

interface Players {
  readonly best: BestStrategy;
  readonly byTable: BestStrategy;
}

function playedCost(
  ruleSet: RuleSet,
  { best, byTable }: Players,
  differing: readonly Differing[],
  differs: number,
  { boxes, numbers }: { readonly boxes: number; readonly numbers: UniformSource },
): Estimate {
  const cards = new RepeatedCards(ruleSet.decks, numbers);
  const [wonBest, wonByTable] = [winner(ruleSet, best, cards), winner(ruleSet, byTable, cards)];
  const pick = picker(differing, differs, numbers);
  let [sum, squares] = [0, 0];
  for (let played = 0; played < boxes; played += 1) {
    cards.begin(cardsOf(pick()));
    const lost = wonBest();
    cards.again();
    const difference = lost - wonByTable();
    sum += difference;
    squares += difference ** 2;
  }
  const mean = sum / boxes;
  return {
    value: differs * mean,
    standardError: differs * Math.sqrt((squares / boxes - mean ** 2) / boxes),
  };
}

/** Plays a round from the cards and tells what it wins to its initial stake. */
function winner(ruleSet: RuleSet, strategy: BestStrategy, cards: RepeatedCards): () => number {
  const stake = stakeUnits(ruleSet) as Minor;
  const range = { min: stake, max: stake, step: stake };
  const limits = { stake: range, sideBet: range };
  const bets = soloBets([{ box: 1, stake }]);
  return () => {
    const round = playRound(deal(ruleSet, limits, bets, cards), cards, strategy);
    const [{ returned, staked }] = round.bettors;
    return (returned - staked) / (stake * HANDS);
  };
}

/** Picks one of the boxes, each by its chance. */
function picker(differing: readonly Differing[], differs: number, numbers: UniformSource): () => SwitchBox {
  let sum = 0;
  const upTo = differing.map(({ chance }) => (sum += chance / differs));
  return () => {
    const point = numbers.below(WORD) / WORD;
    let [low, high] = [0, differing.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (upTo[middle] > point) high = middle;
      else low = middle + 1;
    }
    return differing[low].box;
  };
}
