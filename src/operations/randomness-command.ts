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
  | { readonly type: 'raw'; readonly bytes: number; readonly seed: Buffer | null };

export const RANDOMNESS_USAGE = `Usage: npm run --silent randomness -- --shuffles COUNT [--decks DECKS] [--seed HEX]
       npm run --silent randomness -- --raw BYTES [--seed HEX]

  --shuffles COUNT   shuffles so many shoes (such as 1e7) on all cores, and tests which card lies where and
                     whether a shuffle comes twice
  --decks DECKS      decks of a shoe, 1 to 8 (default: 1)
  --raw BYTES        writes the generator's bytes to the standard output, for other test batteries;
                     0 writes until the reader closes the pipe
  --seed HEX         32 bytes as 64 hex digits: the same seed gives the same numbers (default: seeds from
                     the system's source, a new one for every shuffle)

Exit codes: 0 passed or written, 1 failed, 2 the command line is wrong.
`;

/** Takes hours on a large machine; who needs more runs several and adds their results. */
const MOST_SHUFFLES = 1e9;
const MOST_DECKS = 8;

/** @throws CommandError that says what is wrong with the arguments. */
export function parseRandomnessCommand(args: readonly string[]): RandomnessCommand {
  const { shuffles, raw, decks, seed: seedText } = parse(args);
  const seed = seedText === undefined ? null : seedOf(seedText);
  if (raw !== undefined) {
    if (shuffles !== undefined || decks !== undefined)
      throw new CommandError('--raw goes with neither --shuffles nor --decks.');
    return { type: 'raw', bytes: wholeNumber('--raw', raw, 0, Number.MAX_SAFE_INTEGER), seed };
  }
  if (shuffles === undefined) throw new CommandError('One of --shuffles and --raw must be given.');
  return {
    type: 'shuffles',
    shuffles: wholeNumber('--shuffles', shuffles, 1000, MOST_SHUFFLES),
    decks: wholeNumber('--decks', decks ?? '1', 1, MOST_DECKS),
    seed,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        shuffles: { type: 'string' },
        decks: { type: 'string' },
        raw: { type: 'string' },
        seed: { type: 'string' },
      },
    }).values;
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

function seedOf(text: string): Buffer {
  if (/^[0-9a-f]+$/i.test(text) && text.length === 2 * SEED_BYTES) return Buffer.from(text, 'hex');
  throw new CommandError(`--seed must be ${2 * SEED_BYTES} hex digits.`);
}
