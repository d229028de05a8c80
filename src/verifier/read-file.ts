import { readFileSync } from 'node:fs';
import type { Check } from './check';
import type { Noted } from './check-noted';
import { verifyRecord } from './check-record';
import { readJson } from './read-json';
import { proofOf } from './read-proof';
import { isObject } from './shape';
import { isRecord, recordOf } from './signed-record';
import { verifyProof } from './verify-proof';

/** What a file holds that can be verified: which round it is about, and how to go about it. */
export interface Verifiable {
  /** Proof or record. */
  readonly kind: string;
  readonly roundId: string;
  readonly isCancelled: boolean;
  readonly verify: (keys: readonly unknown[] | null, noted: Noted) => Check[];
}

/**
 * Reads a proof, or a signed record with a proof in it.
 *
 * @throws when the file cannot be read, or is neither.
 */
export function readVerifiable(file: string): Verifiable {
  const document = readDocument(file);
  if (isRecord(document)) {
    const record = recordOf(document);
    return {
      kind: 'record',
      roundId: String(record.round['id']),
      isCancelled: record.cancellation !== null,
      verify: (keys, noted) => verifyRecord(record, keys, noted),
    };
  }
  const proof = proofOf(document);
  const { roundId, status } = proof;
  const isCancelled = status === 'cancelled';
  return { kind: 'proof', roundId, isCancelled, verify: (_keys, noted) => verifyProof(proof, noted) };
}

/**
 * The keys of a JSON Web Key Set.
 *
 * @throws when the file cannot be read, or holds none.
 */
export function readKeys(file: string): readonly unknown[] {
  const document = readDocument(file);
  const keys = isObject(document) ? document['keys'] : null;
  if (!Array.isArray(keys)) throw new SyntaxError('it is no JSON Web Key Set: keys is not a list');
  return keys as unknown[];
}

/** Far more than any record has. */
const MOST_BYTES = 8 * 1024 * 1024;

function readDocument(file: string): unknown {
  const bytes = readFileSync(file);
  const { length } = bytes;
  if (length > MOST_BYTES)
    throw new SyntaxError(`it has ${length} bytes: no proof and no record has so many`);
  return readJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}
