import { preset } from '../../src/domain/presets';
import type { RuleSet } from '../../src/domain/rule-set';
import { type BestStrategy, bestStrategy } from '../../src/returns/best-strategy';
import { SimulationNumbers } from '../../src/returns/simulation-numbers';
import { SWITCH_BOXES, switchIndex } from '../../src/returns/switch-choices';
import { choicesByTable, type SwitchTable, switchTable } from '../../src/returns/switch-table';
import { switchTableCost } from '../../src/returns/switch-table-check';
import { theoreticalReturn } from '../../src/returns/theoretical-return';
import { against, dealerEnds, shoeOf } from './by-hand';

const SWITCH = preset('blackjack-switch') as RuleSet;
const PUSH_22 = preset('blackjack-switch-push22') as RuleSet;
const GAMES = [SWITCH, PUSH_22].map((ruleSet) => ({ id: ruleSet.id, ruleSet }));

const strategies = new Map<RuleSet, BestStrategy>();

function strategyOf(ruleSet: RuleSet): BestStrategy {
  const strategy = strategies.get(ruleSet) ?? bestStrategy(ruleSet);
  strategies.set(ruleSet, strategy);
  return strategy;
}

function tableOf(ruleSet: RuleSet): SwitchTable {
  const table = switchTable(ruleSet);
  if (table === null) throw new Error(`${ruleSet.id} knows a switch`);
  return table;
}

function valueIn(table: SwitchTable, hand: string, upcard: string): number {
  const row = table.rows.find((candidate) => candidate.hand === hand);
  return row?.values[table.upcards.indexOf(upcard)] ?? NaN;
}

const order = (boxes: number) => ({ boxes, numbers: new SimulationNumbers(1, 0) });

describe('the table for switching (SW-06)', () => {
  it('has a row for every two cards, and a number for every upcard', () => {
    const { rows, upcards } = tableOf(SWITCH);
    expect(upcards.join(' ')).toBe('2 3 4 5 6 7 8 9 10 A');
    expect(rows.map(({ hand }) => hand).join(' ')).toBe(
      '5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 A-2 A-3 A-4 A-5 A-6 A-7 A-8 A-9 A-10 ' +
        '2-2 3-3 4-4 5-5 6-6 7-7 8-8 9-9 10-10 A-A',
    );
    for (const { values } of rows) expect(values.every(Number.isInteger) && values.length === 10).toBe(true);
  });

  it.each(GAMES)('says what hands win that stand: $id', ({ ruleSet }) => {
    const table = tableOf(ruleSet);
    const standing = (upcard: number, ...cards: number[]): number =>
      100 * against(dealerEnds(shoeOf(8, upcard, ...cards), ruleSet, [upcard]), cards[0] + cards[1], ruleSet);
    expect(valueIn(table, '10-10', '6')).toBe(Math.round(standing(6, 10, 10)));
    expect(valueIn(table, '10-10', 'A')).toBe(Math.round(standing(1, 10, 10)));
    expect(valueIn(table, '19', '9')).toBe(Math.round(standing(9, 10, 9)));
    // A blackjack wins 1:1 (SW-07), and pushes the dealer's own.
    expect(valueIn(table, 'A-10', '5')).toBe(100);
    expect(valueIn(table, 'A-10', '10')).toBe(Math.round(100 * (1 - 31 / 413)));
  });

  it('is not there where there is no switch', () => {
    expect(switchTable({ ...SWITCH, switching: 'none' })).toBeNull();
  });

  it('chooses by the greater sum, and leaves the cards where the sums are equal', () => {
    const choices = choicesByTable(tableOf(SWITCH));
    // 10-5 and 6-10 become 10-10 and 6-5; nothing is gained by exchanging equal cards.
    expect(choices[switchIndex(6, 10, 5, 6, 10)]).toBe(1);
    expect(choices[switchIndex(6, 10, 10, 6, 5)]).toBe(0);
    expect(choices[switchIndex(6, 10, 7, 4, 7)]).toBe(0);
  });
});

describe('what the table gives away', () => {
  it.each(GAMES)('is next to nothing, and the engine agrees: $id', ({ ruleSet }) => {
    const { differs, counted, played } = switchTableCost(
      ruleSet,
      strategyOf(ruleSet),
      tableOf(ruleSet),
      order(20_000),
    );
    expect(differs).toBeLessThan(0.01);
    expect(counted).toBeGreaterThan(0);
    expect(counted).toBeLessThan(0.00002);
    expect(played).toMatchObject({ boxes: 20_000 });
    expect(played.standardError).toBeLessThan(0.0001);
    expect(Math.abs(played.value - counted)).toBeLessThan(3 * played.standardError);
  });

  it('is all that a switch is worth where a table says that nothing is', () => {
    const { upcards, rows } = tableOf(SWITCH);
    const blank = { upcards, rows: rows.map(({ hand }) => ({ hand, values: upcards.map(() => 0) })) };
    expect(choicesByTable(blank)).toEqual(new Uint8Array(SWITCH_BOXES));
    const { counted, played } = switchTableCost(SWITCH, strategyOf(SWITCH), blank, order(30_000));
    const unswitched: RuleSet = { ...SWITCH, switching: 'none' };
    const worth = theoreticalReturn(SWITCH).mainBet.return - theoreticalReturn(unswitched).mainBet.return;
    expect(worth).toBeGreaterThan(0.1);
    expect(counted).toBeCloseTo(worth, 9);
    expect(Math.abs(played.value - worth)).toBeLessThan(3 * played.standardError + 1e-5);
    expect(played.standardError).toBeLessThan(worth / 30);
  });
});
