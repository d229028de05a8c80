import { createHash, timingSafeEqual } from 'node:crypto';
import { notFound } from '../../application/refusal';
import { Refused } from '../problem';

/** @throws Refused when somebody elsewhere asks for what is for whoever runs the server, and has not the token for it. */
export function refuseStranger(token: string, metricsToken: string | undefined): void {
  if (metricsToken === undefined) throw new Refused(notFound('path'));
  if (isSame(token, metricsToken)) return;
  throw new Refused({ refused: 'unauthorized', detail: 'The metrics token is missing or wrong.' });
}

/** The hashes are of one length, and comparing them takes the same time wherever they differ. */
function isSame(token: string, expected: string): boolean {
  const [given, wanted] = [token, expected].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(given, wanted);
}
