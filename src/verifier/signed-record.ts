import { ROUND_RECORD_FORMAT } from '../application/records/record-format';
import { isObject, type Shape, listOf, objectWith, anyObject, orNull, text } from './shape';
import type { AnyProof } from './read-proof';

/**
 * Which form of a proof belongs into a record of which form; null where the record has none. Each form is held to all that
 * it tells, so one that is not in this list cannot be judged.
 */
export const PROOF_IN = {
  'holecard-round-record-v1': null,
  'holecard-round-record-v2': 'holecard-proof/2',
  [ROUND_RECORD_FORMAT]: 'holecard-proof/3',
} as const satisfies Readonly<Record<string, AnyProof['format'] | null>>;

/** A signed record of a round; which members it has beside these is for its form to say. */
export interface SignedRecord {
  readonly format: keyof typeof PROOF_IN;
  readonly keyId: string;
  readonly signature: string;
  readonly operator?: unknown;
  readonly round: Readonly<Record<string, unknown>>;
  readonly ruleSet: unknown;
  readonly limits: unknown;
  readonly shoe: Readonly<Record<string, unknown>>;
  readonly events?: readonly Readonly<Record<string, unknown>>[];
  readonly money: {
    readonly currency?: unknown;
    readonly exponent?: unknown;
    readonly balanceBefore?: unknown;
    readonly balanceAfter?: unknown;
    readonly transfers: readonly Transfer[];
    readonly wallets?: readonly Readonly<Record<string, unknown>>[];
  };
  readonly cancellation: Readonly<Record<string, unknown>> | null;
  /** Null while the round is open; records of the first form have none. */
  readonly proof?: unknown;
}

/** A movement of money; those before the third form have no mode. */
export interface Transfer {
  /** Its number among the movements of one wallet. */
  readonly entryNo: number;
  /** The version of the round that made it. */
  readonly version: number;
  readonly kind: string;
  readonly reason: string;
  readonly bet: string;
  readonly amount: number;
  readonly debitAccount: string;
  readonly creditAccount: string;
  readonly balanceBefore: number;
  readonly balanceAfter: number;
  /** Of the round of a table: whose wallet it moved, and with what he plays. */
  readonly playerId?: string;
  readonly mode?: string;
}

const PREFIX = 'holecard-round-record';

/** What is compared has a place in which it is looked for; more than these many rows no round has. */
const ROWS = listOf(anyObject, 100_000);
const absent =
  (shape: Shape): Shape =>
  (value, path) =>
    value === undefined ? null : shape(value, path);
const PARTS: Readonly<Record<string, Shape>> = {
  round: objectWith({ bettors: absent(ROWS) }),
  shoe: anyObject,
  money: objectWith({ transfers: ROWS, wallets: absent(ROWS) }),
  events: absent(ROWS),
};
const SIGNED = text(/^[^]{1,1024}$/, 'a text');

/** Whether it is a signed record rather than a proof, by its format. */
export function isRecord(document: unknown): boolean {
  return (
    isObject(document) && typeof document['format'] === 'string' && document['format'].startsWith(PREFIX)
  );
}

/**
 * Takes a value for a signed record.
 *
 * @throws SyntaxError when its form is not known, or a part is missing that is compared with the proof.
 */
export function recordOf(document: unknown): SignedRecord {
  const record = document as Partial<Record<keyof SignedRecord, unknown>>;
  const { format } = record;
  if (typeof format !== 'string' || !Object.hasOwn(PROOF_IN, format))
    throw new SyntaxError(
      `${String(format)} is a form of a record that this program does not know: take a newer one`,
    );
  const fault = Object.entries(PARTS)
    .map(([name, shape]) => shape(record[name as keyof SignedRecord], name))
    .find((found) => found !== null);
  if (fault !== undefined) throw notOne(fault);
  if (SIGNED(record.keyId, '') !== null || SIGNED(record.signature, '') !== null)
    throw notOne('it is not signed');
  if (record.cancellation === undefined || orNull(anyObject)(record.cancellation, '') !== null)
    throw notOne('cancellation is missing');
  const hasProof = PROOF_IN[format as SignedRecord['format']] !== null;
  if (hasProof && record.proof === undefined) throw notOne('proof is missing');
  return document as SignedRecord;
}

function notOne(why: string): SyntaxError {
  return new SyntaxError(`it is no record of a round: ${why}`);
}
