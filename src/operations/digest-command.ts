import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import {
  changesBetween,
  type DeployedFile,
  deployedFiles,
  type Deployment,
  digestOf,
  manifestOf,
  parseManifest,
} from '../application/software/deployed-files';
import { CommandError } from './operator-command';

export const DIGEST_USAGE = `Usage: npm run --silent digest [-- --compare FILE]

  Prints the SHA-256 of every deployed file, as sha256sum writes it, and behind that one for all of them, which is the
  SHA-256 of the list itself: what the log says at the start, records of rounds name and GET /software tells.

  --compare FILE  compares the files with a list that was printed earlier, and prints what is different.
                  Exit code 0: nothing is; 1: something is; 2: it could not be found out

It reads the files of this installation and nothing else: no configuration, no database, and it builds nothing.
`;

/** The file to compare with; null to print the list. @throws CommandError that says what is wrong with the arguments. */
export function parseDigestCommand(args: readonly string[]): string | null {
  try {
    const { values } = parseArgs({ args: [...args], options: { compare: { type: 'string' } } });
    return values.compare ?? null;
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n\n${DIGEST_USAGE}`);
  }
}

/** 0 the list was printed, or nothing is different; 1 something is. @throws CommandError when it cannot be found out. */
export async function runDigestCommand(
  deployment: Deployment,
  comparePath: string | null,
  say: (line: string) => void,
): Promise<0 | 1> {
  const files = await deployedFiles(deployment);
  if (comparePath === null) {
    say(manifestOf(files).trimEnd());
    // sha256sum takes such a line for a remark.
    say(`# ${digestOf(files)}  all ${files.length} files`);
    return 0;
  }
  const changes = changesBetween(await readManifest(comparePath), files);
  for (const { path, what } of changes) say(`${path} was ${what}`);
  say(
    changes.length === 0
      ? `All ${files.length} files are as listed: ${digestOf(files)}`
      : `Not as listed, ${changes.length} changed, added or removed: ${digestOf(files)}`,
  );
  return changes.length === 0 ? 0 : 1;
}

async function readManifest(path: string): Promise<DeployedFile[]> {
  try {
    const files = parseManifest(await readFile(path, 'utf8'));
    if (files.length === 0) throw new SyntaxError('it lists no files');
    return files;
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`);
  }
}
