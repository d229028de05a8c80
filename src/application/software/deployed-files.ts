import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';

/** Where the program lies: the folder with package.json, and below it the one that holds `src` and `migrations`. */
export interface Deployment {
  readonly root: string;
  /** Path below the root, with a stroke at its end: `dist/`, or nothing where the sources run as they are. */
  readonly program: string;
}

/** One file of the program, by its path below the root with strokes on every system. */
export interface DeployedFile {
  readonly path: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

const FOLDERS = ['migrations', 'src'];
/** Beside the folders: the verifier, and what names the packages that the program runs with. */
const FILES = ['verify.cjs'];
const FILES_OF_ROOT = ['package-lock.json', 'package.json'];

/** The deployment that this very file is of. */
export function ownDeployment(): Deployment {
  const above = resolve(__dirname, '../../..');
  return basename(above) === 'dist'
    ? { root: resolve(above, '..'), program: 'dist/' }
    : { root: above, program: '' };
}

/** Every file of the program, in the order of the bytes of its path. */
export async function deployedFiles({ root, program }: Deployment): Promise<DeployedFile[]> {
  const below = await Promise.all(FOLDERS.map((folder) => filesBelow(root, `${program}${folder}`)));
  const single = [...FILES.map((name) => `${program}${name}`), ...FILES_OF_ROOT].filter((path) =>
    existsSync(join(root, path)),
  );
  const files: DeployedFile[] = [];
  // One after the other: a check of the files must not take the file descriptors that players' requests need.
  for (const path of [...below.flat(), ...single].sort()) {
    files.push({ path, sha256: sha256(await readFile(join(root, path))) });
  }
  return files;
}

async function filesBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    );
}

/** The list of the files as `sha256sum` writes it, so that it can be checked with nothing of ours. */
export function manifestOf(files: readonly DeployedFile[]): string {
  return files.map(({ path, sha256: hash }) => `${hash}  ${path}\n`).join('');
}

/** One digest for all of them: the SHA-256 of the list, hexadecimal. */
export function digestOf(files: readonly DeployedFile[]): string {
  return sha256(manifestOf(files));
}

/**
 * The files that a list names; lines that begin with # are remarks.
 *
 * @throws SyntaxError when a line is none of `sha256sum`.
 */
export function parseManifest(text: string): DeployedFile[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const parts = /^([0-9a-f]{64}) [ *](.+)$/.exec(line.trimEnd());
      if (parts === null) throw new SyntaxError(`no line of a manifest: ${line}`);
      const [, hash, path] = parts;
      return { path, sha256: hash };
    });
}

/** A file that is not as it was. */
export interface FileChange {
  readonly path: string;
  readonly what: 'changed' | 'removed' | 'added';
}

/** What is different in the second list, in the order of the paths; empty when both are the same. */
export function changesBetween(
  before: readonly DeployedFile[],
  after: readonly DeployedFile[],
): FileChange[] {
  const was = new Map(before.map(({ path, sha256: hash }) => [path, hash]));
  const is = new Map(after.map(({ path, sha256: hash }) => [path, hash]));
  return [...new Set([...was.keys(), ...is.keys()])].sort().flatMap((path): FileChange[] => {
    if (!is.has(path)) return [{ path, what: 'removed' }];
    if (!was.has(path)) return [{ path, what: 'added' }];
    return was.get(path) === is.get(path) ? [] : [{ path, what: 'changed' }];
  });
}

function sha256(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex');
}
