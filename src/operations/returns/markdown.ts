import type { Estimate } from '../../returns/main-bet-scatter';
import type { SimulatedReturn } from '../../returns/simulation-check';
import type { BenchFigures } from './bench';
import type { GameFigures } from './figures';
import { markdownTable, percent, signed } from './format';
import { EVEN_MONEY, INSURANCE, METHOD, SEVENS, SPEED, SWITCHING } from './page-texts';
import type { PricedSwitchTable } from './simulations';

export interface PageSource {
  /** The command that makes the page. */
  readonly command: string;
  readonly rounds: number | null;
  readonly seed: number;
  /** Null to leave speed out. */
  readonly bench: BenchFigures | null;
}

/** The page about the returns of these games. */
export function markdownOf(games: readonly GameFigures[], source: PageSource): string {
  const parts = [
    '# Returns',
    madeBy(source),
    '## Main bets',
    mainBets(games),
    scatterNote(games),
    '## Side bets',
    sideBets(games),
    'Theory counts every deal here, so that return, standard deviation and hit frequency are exact.',
    ...assumptions(games),
    ...insurance(games),
    METHOD,
    ...switching(games),
    ...(source.bench === null ? [] : speed(source.bench)),
  ];
  return `${parts.join('\n\n')}\n`;
}

function madeBy({ command, rounds, seed }: PageSource): string {
  const simulated =
    rounds === null
      ? 'No bet was simulated but in short.'
      : `Every bet was simulated for ${rounds.toLocaleString('en-US')} rounds with seed ${seed}.`;
  return `Made by \`${command}\`; not edited by hand. ${simulated}`;
}

const RETURN_COLUMNS = ['theory %', 'simulated %', 'std. error %', 'distance', 'std. dev.', 'wins %'];

function mainBets(games: readonly GameFigures[]): string {
  const rows = games.map((figures) => {
    const { return: theoretical, tolerance } = figures.mainBet;
    const { standardDeviation, hitFrequency, pushFrequency } = figures.scatter;
    return [
      figures.game,
      percent(theoretical),
      ...comparison(simulatedBet(figures, 'main')),
      `${standardDeviation.value.toFixed(4)} ± ${standardDeviation.standardError.toFixed(4)}`,
      share(hitFrequency),
      share(pushFrequency),
      percent(tolerance),
    ];
  });
  return markdownTable(['game', ...RETURN_COLUMNS, 'pushes %', 'tolerance %'], rows);
}

function share({ value, standardError }: Estimate): string {
  return `${percent(value, 2)} ± ${percent(standardError, 2)}`;
}

function scatterNote(games: readonly GameFigures[]): string {
  const short = games.filter(({ scatter }) => scatter.simulation === 'short');
  const origin =
    short.length === 0
      ? 'the simulation'
      : `a short simulation of ${short[0].scatter.rounds.toLocaleString('en-US')} rounds, always the same`;
  return (
    'Returns are shares of the initial stake, with best play. The standard deviation is that of one round to an ' +
    'initial stake of 1 (of a box, both hands together), and with how often a round wins or pushes it comes from ' +
    `${origin}, with its standard error; it has no closed form.`
  );
}

function sideBets(games: readonly GameFigures[]): string {
  const rows = games.flatMap((figures) =>
    figures.sideBets.map((bet) => [
      `${figures.game}, ${bet.type}`,
      percent(bet.return),
      ...comparison(simulatedBet(figures, bet.type)),
      bet.standardDeviation.toFixed(4),
      percent(bet.hitFrequency, 2),
    ]),
  );
  return markdownTable(['bet', ...RETURN_COLUMNS], rows);
}

function insurance(games: readonly GameFigures[]): string[] {
  const rows = games.flatMap((figures) => {
    if (figures.insurance === null) return [];
    const { return: theoretical, standardDeviation, hitFrequency } = figures.insurance;
    return [
      [
        `${figures.game}, insurance`,
        percent(theoretical),
        ...comparison(simulatedBet(figures, 'insurance')),
        standardDeviation.toFixed(4),
        percent(hitFrequency, 2),
      ],
    ];
  });
  if (rows.length === 0) return [];
  return ['## Insurance', markdownTable(['bet', ...RETURN_COLUMNS], rows), INSURANCE, EVEN_MONEY];
}

function simulatedBet({ simulated }: GameFigures, bet: SimulatedReturn['bet']): SimulatedReturn | undefined {
  return simulated?.find((candidate) => candidate.bet === bet);
}

function comparison(bet: SimulatedReturn | undefined): string[] {
  if (bet === undefined) return ['–', '–', '–'];
  return [percent(bet.return), percent(bet.standardError), signed(bet.distance)];
}

function assumptions(games: readonly GameFigures[]): string[] {
  const rows = games.flatMap(({ game, sideBets: bets }) =>
    bets.flatMap(({ type, assumption }) =>
      assumption === undefined ? [] : [`- ${game}, ${type}: ${assumption}`],
    ),
  );
  return rows.length === 0
    ? []
    : [`A bet on which a decision has a part takes for granted:\n\n${rows.join('\n')}`, SEVENS];
}

function switching(games: readonly GameFigures[]): string[] {
  const tables = games.flatMap(({ game, switchTable }) =>
    switchTable === null ? [] : [`### ${game}`, switchCost(switchTable), switchRows(switchTable)],
  );
  return tables.length === 0 ? [] : ['## When to switch', SWITCHING, ...tables];
}

function switchCost({ cost: { differs, counted, played } }: PricedSwitchTable): string {
  const boxes = played.boxes.toLocaleString('en-US');
  return (
    `The table chooses otherwise than best play on ${percent(differs, 2)} % of the boxes and gives away ` +
    `${percent(counted)} % of the initial stakes. ${boxes} such boxes, played both ways through the engine with the ` +
    `same cards, say ${percent(played.value)} ± ${percent(played.standardError)} %.`
  );
}

function switchRows({ upcards, rows }: PricedSwitchTable): string {
  return markdownTable(
    ['hand', ...upcards],
    rows.map(({ hand, values }) => [hand, ...values.map(String)]),
  );
}

function speed({ remarks, speeds, ratio }: BenchFigures): string[] {
  const rows = speeds.map(({ what, perSecond }) => [what, perSecond]);
  const compared = `${ratio.charAt(0).toUpperCase()}${ratio.slice(1)}.`;
  return [
    '## How fast it is',
    ...(remarks.length === 0 ? [] : [remarks.join(' ')]),
    SPEED,
    markdownTable(['what plays', 'rounds a second and core'], rows),
    compared,
  ];
}
