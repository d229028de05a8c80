import type { SimulatedReturn } from '../returns/simulation-check';
import type { GameFigures } from './returns-figures';
import { markdownTable, percent, signed } from './returns-format';

export interface PageSource {
  /** The command that makes the page. */
  readonly command: string;
  readonly rounds: number | null;
  readonly seed: number;
}

/** The page about the returns of these games. */
export function markdownOf(games: readonly GameFigures[], source: PageSource): string {
  const parts = [
    '# Returns',
    madeBy(source),
    '## Main bets',
    mainBets(games),
    'Returns are shares of the initial stake, with best play. The standard deviation is that of one round to an ' +
      'initial stake of 1 (of a box, both hands together), and with how often a round wins or pushes it comes from ' +
      'the simulation; it has no closed form.',
    '## Side bets',
    sideBets(games),
    'Theory counts every deal here, so that return, standard deviation and hit frequency are exact.',
    ...assumptions(games),
    METHOD,
  ];
  return `${parts.join('\n\n')}\n`;
}

function madeBy({ command, rounds, seed }: PageSource): string {
  const simulated =
    rounds === null
      ? 'Nothing was simulated.'
      : `Every bet was simulated for ${rounds.toLocaleString('en-US')} rounds with seed ${seed}.`;
  return `Made by \`${command}\`; not edited by hand. ${simulated}`;
}

const RETURN_COLUMNS = ['theory %', 'simulated %', 'std. error %', 'distance', 'std. dev.', 'wins %'];

function mainBets(games: readonly GameFigures[]): string {
  const rows = games.map((figures) => {
    const { return: theoretical, tolerance } = figures.mainBet;
    const bet = simulatedBet(figures, 'main');
    const own = [bet?.standardDeviation.toFixed(4), bet && percent(bet.hitFrequency, 2)];
    return [
      figures.game,
      percent(theoretical),
      ...comparison(bet),
      ...own.map(orDash),
      orDash(bet && percent(bet.pushFrequency, 2)),
      percent(tolerance),
    ];
  });
  return markdownTable(['game', ...RETURN_COLUMNS, 'pushes %', 'tolerance %'], rows);
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

function simulatedBet({ simulated }: GameFigures, bet: SimulatedReturn['bet']): SimulatedReturn | undefined {
  return simulated?.find((candidate) => candidate.bet === bet);
}

function comparison(bet: SimulatedReturn | undefined): string[] {
  if (bet === undefined) return ['–', '–', '–'];
  return [percent(bet.return), percent(bet.standardError), signed(bet.distance)];
}

function orDash(text: string | undefined): string {
  return text ?? '–';
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

const SEVENS = `The sevens bet is therefore simulated in rounds of its own, in which two sevens are always hit. A player who plays
the main bet best splits two sevens against low upcards and is paid for two; to him the bet returns less.`;

const METHOD = `## How it is worked out

Theory plays one box from a fresh shoe. Each hand is played by its own cards, the upcard and the pair it was split
from, every one of them counted out of the shoe; nothing is rounded to totals. The tolerance says how far the
shortcuts of the calculation may be off; for an infinite deck there are none.

The simulation deals and plays rounds of one box with the engine that deals to players, takes every decision from
tables of that same best play, and lets the engine settle. It shuffles before every round, since theory speaks of
fresh shoes; dealing on to a cut card costs the player a little more (the cut-card effect), which neither figure
contains. The numbers that shuffle come from a fast generator made for simulations, not from the one that shuffles
for money; a seed makes them repeatable, on any number of cores.

## How to read it

The *distance* is simulated minus theoretical return in standard errors. About two in three bets lie within one, and
one in 370 lies beyond three by chance alone; the command ends with exit code 1 when any bet does (its tolerance
aside). A run with another \`--seed\` tells chance from a fault, and more rounds make every fault show: the standard
error halves with four times as many.

A return above 100 % is a game that loses money to a player who plays well. \`npm run returns -- --game GAME\` prints
the strategy that he would use.`;
