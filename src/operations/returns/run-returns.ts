import { CommandError } from '../operator-command';
import { parseReturnsCommand, type ReturnsCommand, RETURNS_USAGE } from './command';
import { benchIn, type BenchFigures } from './bench';
import { allAgree, figuresOf, type GameFigures } from './figures';
import { gamesAsked } from './games';
import { markdownOf } from './markdown';
import { checkOut, writeOut } from './out';
import { ProgressBar, type Terminal } from './progress';
import { roundsOf, type SimulationOrder } from './simulations';
import { textOf } from './text';
import { compiledThreads } from './threads';

export interface Streams {
  readonly out: Pick<Terminal, 'write'>;
  readonly err: Terminal;
}

/** Does what the command line asks for. Exit codes: 0 done, 1 a bet is not where theory says, 2 wrong arguments. */
export async function runReturns(args: readonly string[], { out, err }: Streams): Promise<0 | 1 | 2> {
  if (args.length === 0 || args.includes('--help')) {
    out.write(RETURNS_USAGE);
    return 0;
  }
  try {
    const command = parseReturnsCommand(args);
    const bench = command.bench === null ? null : benchIn(command.bench);
    if (command.out !== null) checkOut(command.out);
    const figures = await allFigures(command, err);
    const report = reportOf(figures, command, { args, bench });
    if (command.out === null) out.write(report);
    else writeOut(command.out, report);
    if (allAgree(figures)) return 0;
    err.write(`${disagreements(figures).join('\n')}\n`);
    return 1;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    err.write(`${error.message}\n`);
    return 2;
  }
}

async function allFigures(command: ReturnsCommand, err: Terminal): Promise<GameFigures[]> {
  const games = gamesAsked(command.games);
  const figures: GameFigures[] = [];
  const bar = new ProgressBar(err, roundsOf(games, command.rounds));
  const order: SimulationOrder = {
    rounds: command.rounds,
    seed: command.seed,
    threads: compiledThreads(command.threads),
    onPlayed: (game, rounds) => bar.add(game, rounds),
  };
  try {
    for (const ruleSet of games) figures.push(await figuresOf(ruleSet, order));
  } finally {
    bar.clear();
  }
  return figures;
}

function reportOf(
  figures: readonly GameFigures[],
  { format, rounds, seed }: ReturnsCommand,
  { args, bench }: { readonly args: readonly string[]; readonly bench: BenchFigures | null },
): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify({ rounds, seed, agrees: allAgree(figures), games: figures }, null, 2)}\n`;
    case 'markdown':
      return markdownOf(figures, { command: `npm run returns -- ${args.join(' ')}`, rounds, seed, bench });
    case 'text':
      return figures.map(textOf).join('\n\n');
  }
}

function disagreements(figures: readonly GameFigures[]): string[] {
  return figures.flatMap(({ game, simulated }) =>
    (simulated ?? [])
      .filter(({ agrees }) => !agrees)
      .map(
        ({ bet, distance }) =>
          `${game}, ${bet}: the simulation is ${Math.abs(distance).toFixed(1)} standard errors from theory.`,
      ),
  );
}
