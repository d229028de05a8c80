import type { EntityManager } from 'typeorm';
import type { Sheet, Table } from '../../domain/table/table';
import type { TableLimits } from '../../domain/table-limits';
import type { StoredRoundStatus } from '../entities/rounds';
import type { Mode } from '../entities/sessions';
import { hotQueryIn, type HotStatement } from '../hot-query';
import type { RecordedStep, ShoeRecord } from '../rounds/round-record';

/** Where a table is found: its shard and its id. */
export interface TablePlace {
  readonly tableKey: number;
  readonly tableId: string;
}

/** A table as it is kept. */
export interface TableRecord extends TablePlace {
  readonly operatorId: string;
  readonly gameId: string;
  readonly ruleSetVersion: number;
  readonly mode: 'real' | 'test';
  readonly currency: string;
  readonly state: Table;
  readonly roundId: string;
  readonly eventNo: number;
  /** Hash over the rounds of the shoe so far, hexadecimal: the salt of the next shoe. */
  readonly transcript: string;
  /** Hexadecimal; makes the aliases under which players are shown to others. */
  readonly aliasKey: string;
  readonly openedAt: Date;
  /** The database's clock when it was read. */
  readonly databaseNow: Date;
}

/** A bettor's sheet with who he is and which wallet pays. */
export interface SheetRecord {
  readonly playerKey: number;
  readonly playerId: string;
  readonly sessionId: string;
  readonly walletSessionId: string;
  readonly mode: Mode;
  readonly sheet: Sheet;
}

/** A round of a table with all its steps. */
export interface TableRoundRecord {
  readonly roundId: string;
  readonly limits: TableLimits;
  readonly seedNo: number;
  readonly clientSeed: string;
  readonly nonce: number;
  readonly shoe: ShoeRecord;
  readonly status: StoredRoundStatus;
  readonly version: number;
  readonly steps: readonly RecordedStep[];
}

/** A server seed of the table; encrypted. */
export interface TableSeed {
  readonly no: number;
  readonly sealedSeed: Buffer;
  readonly commitment: Buffer;
  readonly salt: string;
  readonly nextNonce: number;
}

/** SQL of a `TableRecord`, for a statement that reads `tables`. */
export const TABLE_COLUMNS = `
  table_key AS "tableKey", table_id AS "tableId", operator_id AS "operatorId", game_id AS "gameId",
  rule_set_version AS "ruleSetVersion", mode, currency, state, round_id AS "roundId", event_no AS "eventNo",
  encode(transcript, 'hex') AS transcript, encode(alias_key, 'hex') AS "aliasKey", opened_at AS "openedAt",
  clock_timestamp() AS "databaseNow"`;

const LOCK: HotStatement = {
  name: 'lock-table',
  text: `SELECT ${TABLE_COLUMNS}, set_config('idle_in_transaction_session_timeout', '3s', true)
    FROM tables WHERE table_key = $1 AND table_id = $2 AND ($3::uuid IS NULL OR operator_id = $3) FOR UPDATE`,
};

/**
 * Locks a table until the end of the transaction and reads it. A process that dies with the lock loses it at once, one
 * that hangs after a few seconds, so that the table does not stand still. A table of another operator than the one that
 * is named is neither found nor locked: who knows its id cannot hold it up.
 */
export async function lockTable(
  tx: EntityManager,
  { tableKey, tableId }: TablePlace,
  operatorId: string | null = null,
): Promise<TableRecord | null> {
  const rows = await hotQueryIn<TableRecord>(tx, LOCK, [tableKey, tableId, operatorId]);
  return rows.at(0) ?? null;
}

/** Reads a table as it is; null when the operator has none of that id. */
export async function findTable(
  db: EntityManager,
  operatorId: string,
  place: TablePlace,
): Promise<TableRecord | null> {
  const rows = await db.query<TableRecord[]>(
    `SELECT ${TABLE_COLUMNS} FROM tables WHERE table_key = $1 AND table_id = $2 AND operator_id = $3`,
    [place.tableKey, place.tableId, operatorId],
  );
  return rows.at(0) ?? null;
}

/** SQL of a `SheetRecord` as JSON, for a statement in which a row of `table_sheets` is called h. */
export const SHEET_JSON = `json_build_object('playerKey', h.player_key, 'playerId', h.player_id,
  'sessionId', h.session_id, 'walletSessionId', h.wallet_session_id, 'mode', h.mode, 'sheet', h.sheet)`;

/** All sheets on a table. */
export async function listSheets(
  tx: EntityManager,
  { tableKey, tableId }: TablePlace,
): Promise<SheetRecord[]> {
  const rows = await tx.query<{ record: SheetRecord }[]>(
    `SELECT ${SHEET_JSON} AS record FROM table_sheets h
     WHERE h.table_key = $1 AND h.table_id = $2 ORDER BY h.player_key`,
    [tableKey, tableId],
  );
  return rows.map(({ record }) => record);
}

/** A wallet that plays at a table: the player's own, or the play money of one session. */
export type PayingWallet = Pick<SheetRecord, 'playerKey' | 'walletSessionId'>;

/** Locks wallets in the order of their keys and reads what they hold, by player; one that is not there holds nothing. */
export async function lockBalances(
  tx: EntityManager,
  currency: string,
  wallets: readonly PayingWallet[],
): Promise<Map<string, number>> {
  return balancesOf(tx, currency, wallets, 'ORDER BY w.player_key, w.session_id FOR UPDATE OF w');
}

/** What these wallets hold, by player. */
export async function readBalances(
  db: EntityManager,
  currency: string,
  wallets: readonly PayingWallet[],
): Promise<Map<string, number>> {
  return balancesOf(db, currency, wallets, '');
}

async function balancesOf(
  db: EntityManager,
  currency: string,
  wallets: readonly PayingWallet[],
  locking: string,
): Promise<Map<string, number>> {
  const balances = new Map(wallets.map(({ playerKey }) => [String(playerKey), 0]));
  const rows = await db.query<{ playerKey: number; balance: number }[]>(
    `SELECT w.player_key AS "playerKey", w.balance FROM wallets w
     JOIN unnest($2::bigint[], $3::uuid[]) AS asked (player_key, session_id) USING (player_key, session_id)
     WHERE w.currency = $1 ${locking}`,
    [
      currency,
      wallets.map(({ playerKey }) => playerKey),
      wallets.map(({ walletSessionId }) => walletSessionId),
    ],
  );
  for (const { playerKey, balance } of rows) balances.set(String(playerKey), balance);
  return balances;
}
