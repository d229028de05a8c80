import { spawnSync } from 'node:child_process';
import { chownSync, readFileSync } from 'node:fs';
import { StartError } from '../start/start-error';

/** The user that PostgreSQL runs as; undefined means: the one that runs this process. */
export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root, so root runs it as `postgres` or, where there is none, as `nobody`. */
export function postgresUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n').map(parsePasswdLine);
  const user =
    users.find((candidate) => candidate?.name === 'postgres') ??
    users.find((candidate) => candidate?.name === 'nobody');
  if (user === undefined) {
    throw new StartError(
      'PostgreSQL cannot run as root, and this machine has neither a user postgres nor a user nobody. ' +
        'Start Holecard as an ordinary user, or set DATABASE_URL.',
    );
  }
  return user;
}

function parsePasswdLine(line: string): SystemUser | undefined {
  const fields = line.split(':');
  if (fields.length < 4) return undefined;
  const [name, , uid, gid] = fields;
  return { name, uid: Number(uid), gid: Number(gid) };
}

/** What `spawn` needs to start a process as that user. */
export function spawnIdentity(user: SystemUser | undefined): { uid?: number; gid?: number } {
  return user === undefined ? {} : { uid: user.uid, gid: user.gid };
}

export function giveTo(user: SystemUser | undefined, path: string): void {
  if (user !== undefined) chownSync(path, user.uid, user.gid);
}

/**
 * Whether that user can pass through the folder. A shell that runs as the user is asked, because access
 * lists and mounts can forbid what the mode bits of a path allow.
 */
export function canReach(user: SystemUser | undefined, folder: string): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], {
    ...spawnIdentity(user),
    cwd: '/',
    stdio: 'ignore',
  });
  return status === 0;
}
