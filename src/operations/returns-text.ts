import type { SimulatedReturn } from '../returns/simulation-check';
import type { ChartRow, StrategyChart } from '../returns/strategy-chart';
import type { GameFigures, SideBetFigures } from './returns-figures';
import { percent, signed } from './returns-format';

const LEGEND = `H hit, S stand, P split, Dh double or else hit, Ds double or else stand,
Rh/Rs/Rp surrender or else hit, stand, split (only the first two cards can be surrendered).
* some hands of three cards of that total play the other way: the simulation plays every hand by its cards.`;

const SWITCH_NOTE = `Switch: take what both hands are worth, played by the charts, as they lie and with their second cards
exchanged; switch when the exchanged hands are worth more together. The simulation looks it up for all four cards.`;

/** The report on one game for a terminal. */
export function textOf(figures: GameFigures): string {
  const { name, game, version, strategy } = figures;
  const lines = [
    `${name} (${game}@${version})`,
    '',
    ...mainBetLines(figures),
    ...figures.sideBets.flatMap((bet) => ['', ...sideBetLines(bet, simulatedBet(figures, bet.type))]),
    '',
    'Best strategy',
    ...(figures.switching === 'none' ? [] : ['', SWITCH_NOTE]),
    ...section('Hard totals', strategy.hard, strategy),
    ...section('Soft totals', strategy.soft, strategy),
    ...section('Pairs', strategy.pairs, strategy),
    '',
    LEGEND,
    ...exceptionLines(strategy),
    ...offerLines(strategy),
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
    ...(simulated === undefined
      ? ['  Standard deviation and hit frequency of the main bet come from a simulation: --simulate 1e7.']
      : [
          `  Standard deviation ${simulated.standardDeviation.toFixed(4)} initial stakes, wins ` +
            `${percent(simulated.hitFrequency)} %, pushes ${percent(simulated.pushFrequency)} % (all simulated)`,
          simulatedLine(simulated),
        ]),
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
