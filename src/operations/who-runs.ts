import { userInfo } from 'node:os';

/** The name of the system's user, or his number where he has no name, as in a container. */
export function whoRuns(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
