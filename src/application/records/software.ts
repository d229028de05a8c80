import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Which program made a record. */
export interface Software {
  readonly name: string;
  readonly version: string;
  /** SHA-256 over the names and contents of all files of the program as it is deployed, hexadecimal. */
  readonly digest: string;
  readonly node: string;
}

/** The folder that holds `src` and `migrations`: the repository, or what is compiled from it. */
const ROOT = resolve(__dirname, '../../..');

let known: Software | null = null;

/** Read from the files once: a program that is running does not change. */
export function software(): Software {
  known ??= readSoftware();
  return known;
}

function readSoftware(): Software {
  const manifest = [join(ROOT, 'package.json'), join(ROOT, '../package.json')].find((path) =>
    existsSync(path),
  );
  if (manifest === undefined) throw new Error('package.json does not lie beside the program');
  const { name, version } = JSON.parse(readFileSync(manifest, 'utf8')) as { name: string; version: string };
  return { name, version, digest: digestOf(['migrations', 'src']), node: process.version };
}

function digestOf(folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of folders.flatMap(filesBelow)) {
    hash.update(`${path}\n`).update(
      createHash('sha256')
        .update(readFileSync(join(ROOT, path)))
        .digest(),
    );
  }
  return hash.digest('hex');
}

/** Paths below the root in one order on every system. */
function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(ROOT.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}
