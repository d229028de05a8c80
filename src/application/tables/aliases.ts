import { createHmac } from 'node:crypto';
import type { PlayerRef } from '../../domain/table/table';
import type { TableRecord } from '../../persistence/tables/load-table';

/** Digits and capital letters without those that are mistaken for each other. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 6;

/**
 * The aliases under which players are shown to others at a table: the same as long as the table is open, another one at
 * every other table, and nothing that leads back to the operator's id. Two players meet in one alias once in 2^30 pairs;
 * nothing depends on it.
 */
export function aliasesOf({ aliasKey }: Pick<TableRecord, 'aliasKey'>): (player: PlayerRef) => string {
  const key = Buffer.from(aliasKey, 'hex');
  return (player) => {
    const digest = createHmac('sha256', key).update(player).digest();
    return `P-${Array.from(digest.subarray(0, LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')}`;
  };
}
