import type { Estimate } from '../../returns/main-bet-scatter';
import type { SimulatedReturn } from '../../returns/simulation-check';
import type { ChartRow, StrategyChart } from '../../returns/strategy-chart';
import type { GameFigures, SideBetFigures } from './figures';
import { percent, signed } from './format';
import type { PricedSwitchTable, Scatter } from './simulations';

const LEGEND = `H hit, S stand, P split, Dh double or else hit, Ds double or else stand,
Rh/Rs/Rp surrender or else hit, stand, split (only the first two cards can be surrendered).
* some hands of three cards of that total play the other way: the simulation plays every hand by its cards.`;

const SWITCH_NOTE = `Add up what both hands are worth as they lie, and once more with their second cards exchanged; switch when
the second sum is greater, and play both hands by the charts. In hundredths of a hand's stake:`;

/** The report on one game for a terminal. */
export function textOf(figures: GameFigures): string {
  const { name, game, version, strategy } = figures;
  const lines = [
    `${name} (${game}@${version})`,
    '',
    ...mainBetLines(figures),
    ...insuranceLines(figures),
    ...figures.sideBets.flatMap((bet) => ['', ...sideBetLines(bet, simulatedBet(figures, bet.type))]),
    '',
    'Best strategy',
    ...section('Hard totals', strategy.hard, strategy),
    ...section('Soft totals', strategy.soft, strategy),
    ...section('Pairs', strategy.pairs, strategy),
    '',
    LEGEND,
    ...exceptionLines(strategy),
    ...offerLines(strategy),
    ...switchLines(figures.switchTable),
  ];
  return `${lines.join('\n')}\n`;
}

function simulatedBet({ simulated }: GameFigures, bet: SimulatedReturn['bet']): SimulatedReturn | undefined {
  return simulated?.find((candidate) => candidate.bet === bet);
}

function mainBetLines(figures: GameFigures): string[] {
  const { return: theoretical, tolerance, note } = figures.mainBet;
  const simulated = simulatedBet(figures, 'main');
  return [
    `Main bet: returns ${percent(theoretical)} % of the initial stake, ± ${percent(tolerance)}`,
    `  ${note}`,
    ...scatterLines(figures.scatter),
    ...(simulated === undefined ? [] : [simulatedLine(simulated)]),
  ];
}

function scatterLines(scatter: Scatter): string[] {
  const { standardDeviation, hitFrequency, pushFrequency } = scatter;
  const share = ({ value, standardError }: Estimate): string =>
    `${percent(value, 3)} ± ${percent(standardError, 3)} %`;
  const rounds = scatter.rounds.toLocaleString('en-US');
  return [
    `  Standard deviation ${standardDeviation.value.toFixed(4)} ± ${standardDeviation.standardError.toFixed(4)} ` +
      `initial stakes, wins ${share(hitFrequency)}, pushes ${share(pushFrequency)}`,
    scatter.simulation === 'short'
      ? `  (from a short simulation of ${rounds} rounds, ± its standard error; --simulate 1e7 plays a long one)`
      : `  (from the simulation of ${rounds} rounds, ± its standard error)`,
  ];
}

function insuranceLines(figures: GameFigures): string[] {
  if (figures.insurance === null) return [];
  const { return: theoretical, standardDeviation, hitFrequency } = figures.insurance;
  const simulated = simulatedBet(figures, 'insurance');
  return [
    '',
    `Insurance: returns ${percent(theoretical)} %, exactly`,
    `  Standard deviation ${standardDeviation.toFixed(4)} stakes, wins ${percent(hitFrequency)} %`,
    '  The player takes every offer, whatever he sees.',
    ...(simulated === undefined ? [] : [simulatedLine(simulated)]),
  ];
}

function sideBetLines(bet: SideBetFigures, simulated: SimulatedReturn | undefined): string[] {
  return [
    `Side bet ${bet.type}: returns ${percent(bet.return)} %, exactly`,
    `  Standard deviation ${bet.standardDeviation.toFixed(4)} stakes, wins ${percent(bet.hitFrequency)} %`,
    ...(bet.assumption === undefined ? [] : [`  ${bet.assumption}`]),
    ...(simulated === undefined ? [] : [simulatedLine(simulated)]),
  ];
}

function simulatedLine(bet: SimulatedReturn): string {
  const rounds = bet.rounds.toLocaleString('en-US');
  const interval = `95 % interval ${percent(bet.interval.low)} to ${percent(bet.interval.high)} %`;
  const verdict = bet.agrees ? 'agrees' : 'DISAGREES';
  return (
    `  Simulated ${percent(bet.return)} % in ${rounds} rounds, ${interval}; ` +
    `${signed(bet.distance)} standard errors from theory: ${verdict}`
  );
}

function section(title: string, rows: readonly ChartRow[], { upcards }: StrategyChart): string[] {
  const line = (hand: string, cells: readonly string[]): string =>
    `${hand.padEnd(12)}${cells.map((cell) => cell.padEnd(5)).join('')}`.trimEnd();
  return ['', line(title, upcards), ...rows.map(({ hand, cells }) => line(`  ${hand}`, cells))];
}

function exceptionLines({ exceptions }: StrategyChart): string[] {
  if (exceptions.length === 0) return [];
  const listed = exceptions.map(({ cards, upcard, play }) => `${cards} against ${upcard}: ${play}`);
  return [
    '',
    'Two cards that play otherwise than most of their total:',
    ...listed.map((text) => `  ${text}`),
  ];
}

function offerLines({ insurance, evenMoney }: StrategyChart): string[] {
  const answers = { declined: 'never', taken: 'always', takenOnFewTens: 'when hardly a ten is seen' };
  return [
    ...(insurance === 'notOffered' ? [] : ['', `Insurance: ${answers[insurance]}.`]),
    ...(evenMoney === 'notOffered' ? [] : ['', `Even money: ${answers[evenMoney]}.`]),
  ];
}

function switchLines(table: PricedSwitchTable | null): string[] {
  if (table === null) return [];
  const line = (hand: string, cells: readonly string[]): string =>
    `${hand.padEnd(12)}${cells.map((cell) => cell.padStart(5)).join('')}`;
  return [
    '',
    SWITCH_NOTE,
    '',
    line('Switch', table.upcards),
    ...table.rows.map(({ hand, values }) => line(`  ${hand}`, values.map(String))),
    '',
    ...switchCostLines(table),
  ];
}

function switchCostLines({ cost: { differs, counted, played } }: PricedSwitchTable): string[] {
  return [
    `It differs from the best choice on ${percent(differs, 2)} % of the boxes, where next to nothing is at stake, and so`,
    `gives away ${percent(counted)} % of the initial stakes; ${played.boxes.toLocaleString('en-US')} such boxes, played both ways through the`,
    `engine with the same cards, say ${percent(played.value)} ± ${percent(played.standardError)} %.`,
  ];
}
