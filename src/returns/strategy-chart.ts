import { HIT } from '../domain/legal';
import type { RuleSet } from '../domain/rule-set';
import { type BestStrategy, DEALT, playIndex } from './best-strategy';
import { bestCell, type Cell, sumOf } from './chart-cell';
import {
  cardName,
  type DealtHand,
  dealtChance,
  hardHands,
  handName,
  HARD_TOTALS,
  SOFT_SECONDS,
  UPCARDS,
} from './chart-hands';
import { decisionValues } from './decision-values';
import { HAND_TREE } from './hand-tree';
import { type UpcardTable, upcardTable } from './upcard-table';
import { ACE, putBack, take } from './value-counts';

/** The best strategy by totals, as it is printed: rows are hands, columns the dealer's upcards from 2 to the ace. */
export interface StrategyChart {
  readonly upcards: readonly string[];
  readonly hard: readonly ChartRow[];
  readonly soft: readonly ChartRow[];
  readonly pairs: readonly ChartRow[];
  /** Two cards that play otherwise than most of their total. */
  readonly exceptions: readonly ChartException[];
  readonly insurance: 'notOffered' | 'declined' | 'takenOnFewTens';
  readonly evenMoney: 'notOffered' | 'declined' | 'taken';
}

export interface ChartRow {
  readonly hand: string;
  /** `H`, `S`, `Dh`, `Ds`, `P`, `Rh`, `Rs`, `Rp`; an asterisk where some hands of three cards play otherwise. */
  readonly cells: readonly string[];
}

export interface ChartException {
  readonly cards: string;
  readonly upcard: string;
  readonly play: string;
}

export function strategyChart(ruleSet: RuleSet, strategy: BestStrategy): StrategyChart {
  const tables = UPCARDS.map((upcard) => upcardTable(ruleSet, upcard));
  const exceptions: ChartException[] = [];
  const hard = HARD_TOTALS.map((total) => ({
    hand: String(total),
    cells: tables.map((table) => {
      const hands = hardHands(total);
      const cell = cellOf(table, hands);
      exceptions.push(...exceptionsTo(cell.text, table, hands));
      return marked(cell, strategy, table.upcard, total, 0);
    }),
  }));
  const soft = SOFT_SECONDS.map((second) => ({
    hand: handName({ first: ACE, second }),
    cells: tables.map((table) => {
      const cell = cellOf(table, [{ first: ACE, second }]);
      return marked(cell, strategy, table.upcard, 11 + second, 1);
    }),
  }));
  const pairs = UPCARDS.map((value) => ({
    hand: handName({ first: value, second: value }),
    cells: tables.map((table) => cellOf(table, [{ first: value, second: value }]).text),
  }));
  return { upcards: UPCARDS.map(cardName), hard, soft, pairs, exceptions, ...offers(ruleSet, strategy) };
}

/** The decision that is best for these hands together, each weighed by how often it is dealt. */
function cellOf(table: UpcardTable, hands: readonly DealtHand[]): Cell {
  return bestCell(sumOf(hands.map((hand) => valuesOf(table, hand))));
}

function valuesOf(table: UpcardTable, hand: DealtHand) {
  const weight = dealtChance(table.counts, hand);
  const { first, second } = hand;
  take(table.counts, first);
  take(table.counts, second);
  const values = decisionValues(table, first, second);
  putBack(table.counts, second);
  putBack(table.counts, first);
  return { values, weight };
}

function exceptionsTo(usual: string, table: UpcardTable, hands: readonly DealtHand[]): ChartException[] {
  return hands.flatMap((hand) => {
    const { text } = cellOf(table, [hand]);
    if (text === usual) return [];
    return [{ cards: handName(hand), upcard: cardName(table.upcard), play: text }];
  });
}

function marked(
  { text, later }: Cell,
  { plays }: BestStrategy,
  upcard: number,
  total: number,
  soft: 0 | 1,
): string {
  for (let hand = 0; hand < HAND_TREE.size; hand += 1) {
    const { cards, totals } = HAND_TREE;
    if (cards[hand] !== 3 || totals[hand] !== total || HAND_TREE.soft[hand] !== soft) continue;
    const hits = plays[playIndex(DEALT, upcard, hand)] === HIT;
    if (hits !== (later === 'hit')) return `${text}*`;
  }
  return text;
}

function offers(
  { insurance, evenMoney, blackjackPays }: RuleSet,
  { insuresBelowTens, evenMoneyBelow }: BestStrategy,
): Pick<StrategyChart, 'insurance' | 'evenMoney'> {
  const takesEvenMoney = blackjackPays.num / blackjackPays.den < evenMoneyBelow;
  return {
    insurance: insurance === 'none' ? 'notOffered' : insuresBelowTens > 0 ? 'takenOnFewTens' : 'declined',
    evenMoney: evenMoney === 'none' ? 'notOffered' : takesEvenMoney ? 'taken' : 'declined',
  };
}
