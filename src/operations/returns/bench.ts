import { readFileSync } from 'node:fs';
import { CommandError } from '../operator-command';

/** What `npm run bench` printed of best play, and remarks on where that was: lines that begin with `#`. */
export interface BenchFigures {
  readonly remarks: readonly string[];
  readonly speeds: readonly { readonly what: string; readonly perSecond: string }[];
  /** The line that compares this engine with `engine-blackjack`. */
  readonly ratio: string;
}

const SPEED = /^((?:best play, |same rules, |engine-blackjack, ).*?) +([\d,]+) a second/;
const RATIO = /^this engine plays .+$/;

/** @throws CommandError when the file cannot be read, or is not what the bench prints. */
export function benchIn(file: string): BenchFigures {
  const lines = linesOf(file);
  const speeds = lines.flatMap((line) => {
    const found = SPEED.exec(line);
    return found === null ? [] : [{ what: found[1], perSecond: found[2] }];
  });
  const ratio = lines.find((line) => RATIO.test(line));
  if (speeds.length === 0 || ratio === undefined) {
    throw new CommandError(`${file} is not what \`npm run bench\` prints.`);
  }
  const remarks = lines.filter((line) => line.startsWith('#')).map((line) => line.slice(1).trim());
  return { remarks, speeds, ratio };
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    throw new CommandError(`The speeds cannot be read: ${(error as Error).message}`);
  }
}
