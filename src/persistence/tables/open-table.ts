import type { EntityManager } from 'typeorm';
import { SeedRow } from '../entities/seeds';
import { TableChangeRow, TableEventRow, TableRow, TableShoeRow } from '../entities/tables';
import type { ChangeToCommit } from './commit-table';
import type { TableRecord } from './load-table';

/** Writes a new table: its state, its first shoe with the seed of it, its first event, and who opened it. */
export async function insertTable(
  tx: EntityManager,
  record: Omit<TableRecord, 'eventNo' | 'databaseNow'>,
  seed: SeedRow,
  salt: string,
  change: ChangeToCommit & { readonly requestId: string },
): Promise<void> {
  const { tableKey, tableId, operatorId, state, roundId, openedAt: at } = record;
  const place = { tableKey, tableId };
  await tx.insert(TableRow, {
    ...place,
    operatorId,
    gameId: record.gameId,
    ruleSetVersion: record.ruleSetVersion,
    mode: record.mode,
    currency: record.currency,
    state,
    phase: state.phase,
    dueAt: null,
    roundId,
    eventNo: 1,
    transcript: Buffer.from(record.transcript, 'hex'),
    aliasKey: Buffer.from(record.aliasKey, 'hex'),
    openedAt: at,
    closedAt: null,
  });
  await tx.insert(SeedRow, seed);
  const { number: shoeNo, cut, exposed, burned, dealt } = state.shoe;
  await tx.insert(TableShoeRow, {
    ...place,
    shoeNo,
    salt,
    cut,
    exposed,
    burned,
    dealt,
    openedAt: at,
    endedAt: null,
  });
  const body = { number: shoeNo, exposed, burned };
  await tx.insert(TableEventRow, { ...place, eventNo: 1, type: 'shoe', roundId, body, private: null, at });
  await tx.insert(TableChangeRow, { ...place, changeNo: 1, operatorId, ...change, at });
}
