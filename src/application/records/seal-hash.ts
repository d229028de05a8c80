import { createHash } from 'node:crypto';
import type { SealRow } from '../../persistence/records/entities';

/** What the first seal of an operator has for the hash of the one before it. */
export const NO_SEAL = Buffer.alloc(32);

/** The hash of a seal: SHA-256 of a text of seven lines and one more for each row it covers (docs/records.md). */
export function sealHash(seal: Omit<SealRow, 'hash'>): Buffer {
  const head = [
    'holecard-seal-v1',
    `operator ${seal.operatorId}`,
    `seal ${seal.sealNo}`,
    `previous ${seal.previousHash.toString('hex')}`,
    `salt ${seal.salt.toString('hex')}`,
    `positions ${seal.fromPosition} ${seal.toPosition} rows ${seal.rowCount} ${seal.rowsTotal}`,
    `at ${seal.at.toISOString()}`,
  ];
  return createHash('sha256')
    .update(`${head.join('\n')}\n${seal.covers}`)
    .digest();
}
