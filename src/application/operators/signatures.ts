import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { forgetSignatures, rememberSignature } from '../../persistence/operators/seen-signatures';
import type { Refusal } from '../refusal';
import { inPortions } from '../retention/in-portions';

/** The parts of a request that a signature covers. */
export interface SignedRequest {
  /** Unix seconds or RFC 3339, exactly as sent in X-Timestamp. */
  readonly timestamp: string;
  readonly method: string;
  /** Path and query exactly as sent. */
  readonly target: string;
  readonly body: Buffer;
}

const TOLERANCE_MS = 5 * 60 * 1000;
// A timestamp may be as far ahead as behind: only after twice the tolerance does a signature expire by itself.
const KEPT_MS = 2 * TOLERANCE_MS + 60_000;
const FORGOTTEN_AT_ONCE = 5000;

/** Lower-case hex of HMAC-SHA256 over `timestamp \n METHOD \n path?query \n body`, under the API key itself. */
export function signRequest(apiKey: string, { timestamp, method, target, body }: SignedRequest): string {
  const head = `${timestamp}\n${method}\n${target}\n`;
  return createHmac('sha256', apiKey).update(head).update(body).digest('hex');
}

/** Checks a signature, but for its being used before. Gives its hash, by which it is used up. */
export function checkSignature(
  apiKey: string,
  request: SignedRequest & { readonly signature: string },
  now: Date,
): Buffer | Refusal {
  const time = readTimestamp(request.timestamp);
  if (time === null) return invalidSignature('X-Timestamp must be Unix seconds or an RFC 3339 time.');
  if (Math.abs(now.getTime() - time) > TOLERANCE_MS) {
    return invalidSignature(
      `X-Timestamp is more than 5 minutes off; the server's clock says ${now.toISOString()}.`,
    );
  }
  if (!isSignature(request.signature, signRequest(apiKey, request))) {
    return invalidSignature('X-Signature does not match timestamp, method, path?query and body.');
  }
  return createHash('sha256').update(request.signature).digest();
}

/** Uses a signature up: the same one is refused from then on. Null means that it was new. */
export async function useSignature(
  db: EntityManager,
  operatorId: string,
  signatureHash: Buffer,
  now: Date,
): Promise<Refusal | null> {
  return (await rememberSignature(db, operatorId, signatureHash, now)) ? null : SIGNATURE_USED;
}

export const SIGNATURE_USED: Refusal = {
  refused: 'signature_invalid',
  detail: 'X-Signature was used before; a repeated request is signed anew.',
};

/** Forgets the signatures that would be refused for their age by now, in portions. */
export async function forgetOldSignatures(db: EntityManager, now: Date, signal?: AbortSignal): Promise<void> {
  const seenBefore = new Date(now.getTime() - KEPT_MS);
  await inPortions(FORGOTTEN_AT_ONCE, (limit) => forgetSignatures(db, seenBefore, limit), signal);
}

function readTimestamp(text: string): number | null {
  if (/^\d{1,11}$/.test(text)) return Number(text) * 1000;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text)) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}

function isSignature(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

function invalidSignature(detail: string): Refusal {
  return { refused: 'signature_invalid', detail };
}
