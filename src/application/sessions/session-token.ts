import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whose token it is: a session, and the operator who opened it. */
export interface SessionOfToken {
  readonly sessionId: string;
  readonly operatorId: string;
}

/**
 * The token of a game session is derived from its id and its operator's under the server's secret, so that it can be
 * given out again, nothing about it is stored, and reading one costs no look-up: `hs_`, the two ids in 32 hex digits
 * each, `_`, HMAC-SHA256 over them in base64url.
 */
const FORM = /^hs_([0-9a-f]{32})([0-9a-f]{32})_([A-Za-z0-9_-]{43})$/;

export function makeSessionToken(secret: Buffer, { sessionId, operatorId }: SessionOfToken): string {
  const ids = (sessionId + operatorId).replaceAll('-', '');
  return `hs_${ids}_${sealOf(secret, ids)}`;
}

/** The session that the token was made for; null when we did not make it. */
export function readSessionToken(secret: Buffer, token: string): SessionOfToken | null {
  const match = FORM.exec(token);
  if (match === null) return null;
  const [, session, operator, given] = match;
  // The texts are compared: several of them decode to the same bytes.
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(sealOf(secret, session + operator)))) return null;
  return { sessionId: uuidOf(session), operatorId: uuidOf(operator) };
}

function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function sealOf(secret: Buffer, ids: string): string {
  return createHmac('sha256', secret).update(ids).digest('base64url');
}
