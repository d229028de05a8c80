import { isObject } from './shape';

/** A signed record of a round; which members it has beside these is for its form to say. */
export interface SignedRecord {
  readonly format: string;
  readonly keyId: string;
  readonly signature: string;
  readonly round: Readonly<Record<string, unknown>>;
  readonly ruleSet: unknown;
  readonly limits: unknown;
  readonly shoe: Readonly<Record<string, unknown>>;
  readonly money: {
    readonly transfers: readonly Transfer[];
    readonly wallets?: readonly Readonly<Record<string, unknown>>[];
  };
  readonly cancellation: Readonly<Record<string, unknown>> | null;
  /** Null while the round is open; records of older programs have none. */
  readonly proof?: unknown;
}

/** A movement of money; those before the third form have no mode. */
export interface Transfer {
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

const RECORD = /^holecard-round-record-v\d+$/;

/** Whether it is a signed record rather than a proof, by its format. */
export function isRecord(document: unknown): boolean {
  return isObject(document) && typeof document['format'] === 'string' && RECORD.test(document['format']);
}

/**
 * Takes a value for a signed record.
 *
 * @throws SyntaxError when a part is missing that is compared with the proof.
 */
export function recordOf(document: unknown): SignedRecord {
  const record = document as Partial<Record<keyof SignedRecord, unknown>>;
  const { money } = record;
  const parts = { round: record.round, shoe: record.shoe, money };
  const missing = Object.entries(parts).find(([, part]) => !isObject(part));
  if (missing !== undefined)
    throw new SyntaxError(`it is no record of a round: ${missing[0]} is not an object`);
  if (typeof record.keyId !== 'string' || typeof record.signature !== 'string')
    throw new SyntaxError('it is no record of a round: it is not signed');
  if (!isObject(money) || !Array.isArray(money['transfers']))
    throw new SyntaxError('it is no record of a round: money.transfers is not a list');
  if (record.cancellation !== null && !isObject(record.cancellation))
    throw new SyntaxError('it is no record of a round: cancellation is missing');
  return document as SignedRecord;
}
