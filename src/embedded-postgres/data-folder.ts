import { createHash } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { canReach, postgresUser } from './system-user';
import { StartError } from '../start/start-error';

/**
 * The folder for the embedded PostgreSQL when DATA_DIR is unset: `.data` in the repository. A clone below
 * a folder that only its owner may enter (root's home in a container) cannot be reached by the user that
 * PostgreSQL runs as, and a repository may be read-only: then the data live in a folder whose name is
 * derived from the repository's path, so that the next start finds them again.
 */
export function defaultDataFolder(repositoryRoot: string): string {
  const id = createHash('sha256').update(repositoryRoot).digest('hex').slice(0, 12);
  const home = process.getuid?.() === 0 ? [] : [join(homedir(), '.local', 'share', 'holecard', id)];
  const candidates = [
    join(repositoryRoot, '.data'),
    join('/var/lib/holecard', id),
    ...home,
    join(tmpdir(), `holecard-${process.getuid?.() ?? 'user'}-${id}`),
  ];
  const folder = candidates.find(isUsable);
  if (folder === undefined) {
    throw new StartError(`No folder for the data is usable (tried ${candidates.join(', ')}); set DATA_DIR.`);
  }
  return folder;
}

/** Makes the folder when it is missing and returns its real path, on which PostgreSQL's lock is keyed. */
export function prepareDataFolder(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const folder = realpathSync(dataDir);
  const user = postgresUser();
  if (user !== undefined && statSync(folder).uid === process.getuid?.()) {
    // The user that PostgreSQL runs as has to pass through; it may not list what lies here.
    chmodSync(folder, 0o711);
  }
  if (!canReach(user, folder)) {
    throw new StartError(
      `DATA_DIR ${folder} cannot be reached by the user ${user?.name ?? 'that runs Holecard'}, as whom ` +
        'PostgreSQL has to run. Choose a DATA_DIR whose parent folders every user may enter.',
    );
  }
  return folder;
}

function isUsable(folder: string): boolean {
  const existing = nearestExisting(folder);
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch {
    return false;
  }
  // In a shared temporary folder somebody else could have put a folder of this name there first.
  if (existing === folder && statSync(folder).uid !== process.getuid?.()) return false;
  return canReach(postgresUser(), existing === folder ? dirname(folder) : existing);
}

function nearestExisting(path: string): string {
  const absolute = resolve(path);
  return existsSync(absolute) ? absolute : nearestExisting(dirname(absolute));
}
