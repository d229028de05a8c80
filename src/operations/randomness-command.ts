import { parseArgs } from 'node:util';
import { SEED_BYTES } from '../randomness/random-source';
import { CommandError } from './operator-command';

/** What the command line asked for. Without a seed, the system's source gives the seeds. */
export type RandomnessCommand =
  | {
      readonly type: 'shuffles';
      readonly shuffles: number;
      readonly decks: number;
      readonly seed: Buffer | null;
    }
  /** `bytes` 0: until the reader has enough. */
  | { readonly type: 'raw'; readonly bytes: number; readonly seed: Buffer | null }
  | { readonly type: 'suite' }
  /** A null operator stands for all of them, a null time for no bound; `to` is the first moment that is not meant. */
  | {
      readonly type: 'dealt';
      readonly operator: string | null;
      readonly from: Date | null;
      readonly to: Date | null;
    };

export const RANDOMNESS_USAGE = `Usage: npm run --silent randomness -- --shuffles COUNT [--decks DECKS] [--seed HEX]
       npm run --silent randomness -- --suite
       npm run --silent randomness -- --dealt [--operator NAME] [--from TIME] [--to TIME]
       npm run --silent randomness -- --raw BYTES [--seed HEX]

  --shuffles COUNT   shuffles so many shoes (such as 1e7) on all cores, and tests which card lies where and
                     whether a shuffle comes twice
  --decks DECKS      decks of a shoe, 1 to 8 (default: 1)
  --suite            runs all tests of the generator on the fixed seeds, and prints the p of each
  --dealt            compares the first cards of all rounds that were really dealt with what was to be expected,
                     by game, number of decks and position; test rounds are left out. Reads, and writes nothing
  --operator NAME    one operator; without it all of them
  --from, --to TIME  rounds from that time on, and before that one: 2026-11-01 or 2026-11-01T06:00:00Z (UTC)
  --raw BYTES        writes the generator's bytes to the standard output, for other test batteries;
                     0 writes until the reader closes the pipe
  --seed HEX         32 bytes as 64 hex digits: the same seed gives the same numbers (default: seeds from
                     the system's source, a new one for every shuffle)

Exit codes: 0 passed or written, 1 failed, 2 the command line is wrong or the database cannot be read.
The database is that of DATABASE_URL, or else the embedded one of this installation.
`;

/** Takes hours on a large machine; who needs more runs several and adds their results. */
const MOST_SHUFFLES = 1e9;
const MOST_DECKS = 8;

const OPTIONS = {
  shuffles: { type: 'string' },
  decks: { type: 'string' },
  suite: { type: 'boolean' },
  dealt: { type: 'boolean' },
  operator: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  raw: { type: 'string' },
  seed: { type: 'string' },
} as const;

type Option = keyof typeof OPTIONS;
type Values = ReturnType<typeof parse>;

/** What is asked for, and the options that go with it. */
const WITH: Readonly<Record<RandomnessCommand['type'], readonly Option[]>> = {
  shuffles: ['decks', 'seed'],
  raw: ['seed'],
  suite: [],
  dealt: ['operator', 'from', 'to'],
};

/** @throws CommandError that says what is wrong with the arguments. */
export function parseRandomnessCommand(args: readonly string[]): RandomnessCommand {
  const values = parse(args);
  const given = Object.keys(values) as Option[];
  const types = (Object.keys(WITH) as RandomnessCommand['type'][]).filter((type) => given.includes(type));
  const [type] = types;
  if (types.length !== 1)
    throw new CommandError('One of --shuffles, --suite, --dealt and --raw must be given.');
  const stray = given.find((option) => option !== type && !WITH[type].includes(option));
  if (stray !== undefined) throw new CommandError(`--${stray} does not go with --${type}.`);
  return commandOf(type, values);
}

function commandOf(type: RandomnessCommand['type'], values: Values): RandomnessCommand {
  const { shuffles = '', raw = '', decks = '1', operator = null } = values;
  switch (type) {
    case 'shuffles':
      return {
        type,
        shuffles: wholeNumber('--shuffles', shuffles, 1000, MOST_SHUFFLES),
        decks: wholeNumber('--decks', decks, 1, MOST_DECKS),
        seed: seedOf(values),
      };
    case 'raw':
      return { type, bytes: wholeNumber('--raw', raw, 0, Number.MAX_SAFE_INTEGER), seed: seedOf(values) };
    case 'suite':
      return { type };
    case 'dealt':
      return { type, operator, from: timeOf('--from', values.from), to: timeOf('--to', values.to) };
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

/** Powers of ten are how such numbers are spoken of, so that 1e7 is a number as well. */
function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = /^\d+(e\d+)?$/.test(text) ? Number(text) : NaN;
  if (number >= least && number <= most) return number;
  throw new CommandError(`${option} must be a whole number from ${least} to ${most}.`);
}

function seedOf({ seed: text }: Values): Buffer | null {
  if (text === undefined) return null;
  if (/^[0-9a-f]+$/i.test(text) && text.length === 2 * SEED_BYTES) return Buffer.from(text, 'hex');
  throw new CommandError(`--seed must be ${2 * SEED_BYTES} hex digits.`);
}

function timeOf(option: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  const time = new Date(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/.test(text) ? text : NaN);
  // A day that the month has not, such as February 30, would silently be another one.
  if (!Number.isNaN(time.getTime()) && time.toISOString().startsWith(text.slice(0, 10))) return time;
  throw new CommandError(
    `${option} must be a day or a time in UTC, such as 2026-11-01 or 2026-11-01T06:00:00Z.`,
  );
}
