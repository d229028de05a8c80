import { parseArgs } from 'node:util';
import { PRESETS } from '../../domain/presets';
import { CommandError } from '../operator-command';

export interface ReturnsCommand {
  readonly games: GamesAsked;
  /** Rounds of each simulation; null to leave it to theory. */
  readonly rounds: number | null;
  readonly seed: number;
  /** Threads; null for as many as there are cores. */
  readonly threads: number | null;
  readonly format: 'text' | 'json' | 'markdown';
  /** What `npm run bench` printed, for the page; null to leave speed out. */
  readonly bench: string | null;
  /** Where the report goes; null for the standard output. */
  readonly out: string | null;
}

export type GamesAsked =
  | { readonly type: 'preset'; readonly id: string }
  | { readonly type: 'all' }
  | { readonly type: 'settings'; readonly file: string };

const GAMES = PRESETS.map(({ id }) => id);
const MOST_ROUNDS = 1e11;
const DEFAULT_SEED = 1;

export const RETURNS_USAGE = `Usage: npm run returns -- WHICH [OPTIONS]

Theoretical returns with best play, how they scatter, the best strategy, and on demand a simulation that
checks them.

Which:
  --game GAME       one of ${GAMES.slice(0, 3).join(', ')},
                    ${GAMES.slice(3).join(', ')}
  --all             all of them
  --settings FILE   a classic game with the settings of a JSON file, as the API takes them

Options:
  --simulate N      plays N rounds through the engine, such as 1e8, in place of the short simulation
                    that tells how the main bet scatters; exit code 1 when a bet is more than
                    three standard errors from theory
  --seed N          another simulation, the same one for the same number (default: ${DEFAULT_SEED})
  --threads N       threads that play (default: one a core); the result does not depend on it
  --json            writes everything as JSON
  --markdown        writes the page docs/returns.md
  --bench FILE      with --markdown: adds the speeds that \`npm run bench\` printed to that file
  --out FILE        writes to a file
`;

/** @throws CommandError that says what is wrong with the arguments. */
export function parseReturnsCommand(args: readonly string[]): ReturnsCommand {
  const values = parse(args);
  if (values.json === true && values.markdown === true) {
    throw new CommandError('--json and --markdown exclude each other.');
  }
  if (values.bench !== undefined && values.markdown !== true) {
    throw new CommandError('--bench is for the page that --markdown writes.');
  }
  return {
    games: gamesOf(values),
    rounds:
      values.simulate === undefined ? null : wholeNumber('--simulate', values.simulate, 1000, MOST_ROUNDS),
    seed: values.seed === undefined ? DEFAULT_SEED : wholeNumber('--seed', values.seed, 0, 2 ** 53 - 1),
    threads: values.threads === undefined ? null : wholeNumber('--threads', values.threads, 1, 256),
    format: values.json === true ? 'json' : values.markdown === true ? 'markdown' : 'text',
    bench: values.bench ?? null,
    out: values.out ?? null,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        game: { type: 'string' },
        all: { type: 'boolean' },
        settings: { type: 'string' },
        simulate: { type: 'string' },
        seed: { type: 'string' },
        threads: { type: 'string' },
        json: { type: 'boolean' },
        markdown: { type: 'boolean' },
        bench: { type: 'string' },
        out: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

function gamesOf({ game, all, settings }: ReturnType<typeof parse>): GamesAsked {
  const asked: GamesAsked[] = [];
  if (game !== undefined) asked.push({ type: 'preset', id: game });
  if (all === true) asked.push({ type: 'all' });
  if (settings !== undefined) asked.push({ type: 'settings', file: settings });
  const [first] = asked;
  if (asked.length !== 1) throw new CommandError('One of --game, --all and --settings is needed.');
  if (first.type === 'preset' && !GAMES.includes(first.id)) {
    throw new CommandError(`There is no game ${first.id}. The games are ${GAMES.join(', ')}.`);
  }
  return first;
}

/** Digits, or a power of ten such as 4e6; nothing else that JavaScript would take for a number. */
function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = /^\d+(\.\d+)?(e\d{1,2})?$/i.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(number) && number >= least && number <= most) return number;
  throw new CommandError(
    `${option} must be a whole number from ${least.toLocaleString('en-US')} to ${most.toLocaleString('en-US')}, not ${text}.`,
  );
}
