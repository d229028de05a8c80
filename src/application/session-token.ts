import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The token of a game session is derived from the session's id under the server's secret, so that it can be given
 * out again and nothing about it is stored: `hs_`, the id in 32 hex digits, `_`, HMAC-SHA256 in base64url.
 */
const FORM = /^hs_([0-9a-f]{32})_([A-Za-z0-9_-]{43})$/;

export function makeSessionToken(secret: Buffer, sessionId: string): string {
  return `hs_${sessionId.replaceAll('-', '')}_${seal(secret, sessionId).toString('base64url')}`;
}

/** The session that the token was made for; null when we did not make it. */
export function readSessionToken(secret: Buffer, token: string): string | null {
  const match = FORM.exec(token);
  if (match === null) return null;
  const [, hex, given] = match;
  const sessionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return timingSafeEqual(Buffer.from(given, 'base64url'), seal(secret, sessionId)) ? sessionId : null;
}

function seal(secret: Buffer, sessionId: string): Buffer {
  return createHmac('sha256', secret).update(sessionId).digest();
}
