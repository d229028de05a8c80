import type { EntityManager } from 'typeorm';
import type { Sheet, Table } from '../../domain/table/table';
import type { TableLimits } from '../../domain/table-limits';
import type { StoredRoundStatus } from '../entities/rounds';
import type { Mode } from '../entities/sessions';
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

const COLUMNS = `
  table_key AS "tableKey", table_id AS "tableId", operator_id AS "operatorId", game_id AS "gameId",
  rule_set_version AS "ruleSetVersion", mode, currency, state, round_id AS "roundId", event_no AS "eventNo",
  encode(transcript, 'hex') AS transcript, encode(alias_key, 'hex') AS "aliasKey", opened_at AS "openedAt",
  clock_timestamp() AS "databaseNow"`;

/**
 * Locks a table until the end of the transaction and reads it. A process that dies with the lock loses it at once, one
 * that hangs after a few seconds, so that the table does not stand still.
 */
export async function lockTable(tx: EntityManager, place: TablePlace): Promise<TableRecord | null> {
  const rows = await tx.query<TableRecord[]>(
    `SELECT ${COLUMNS}, set_config('idle_in_transaction_session_timeout', '3s', true) FROM tables WHERE table_key = $1 AND table_id = $2 FOR UPDATE`,
    [place.tableKey, place.tableId],
  );
  return rows.at(0) ?? null;
}

/** Reads a table as it is; null when the operator has none of that id. */
export async function findTable(
  db: EntityManager,
  operatorId: string,
  place: TablePlace,
): Promise<TableRecord | null> {
  const rows = await db.query<TableRecord[]>(
    `SELECT ${COLUMNS} FROM tables WHERE table_key = $1 AND table_id = $2 AND operator_id = $3`,
    [place.tableKey, place.tableId, operatorId],
  );
  return rows.at(0) ?? null;
}

/** The operator's tables, the newest first, from below that id. */
export async function listTableRecords(
  db: EntityManager,
  operatorId: string,
  before: string | null,
  limit: number,
): Promise<TableRecord[]> {
  return db.query<TableRecord[]>(
    `SELECT ${COLUMNS} FROM tables
     WHERE operator_id = $1 AND ($2::uuid IS NULL OR table_id < $2) ORDER BY table_id DESC LIMIT $3`,
    [operatorId, before, limit],
  );
}

/** The sheets on a table; of one player only where he is named. */
export async function listSheets(
  db: EntityManager,
  { tableKey, tableId }: TablePlace,
  playerKey: number | null,
): Promise<SheetRecord[]> {
  return db.query<SheetRecord[]>(
    `SELECT player_key AS "playerKey", player_id AS "playerId", session_id AS "sessionId",
       wallet_session_id AS "walletSessionId", mode, sheet
     FROM table_sheets WHERE table_key = $1 AND table_id = $2 AND ($3::bigint IS NULL OR player_key = $3)
     ORDER BY player_key`,
    [tableKey, tableId, playerKey],
  );
}

/** A round of that table; null while it has not been dealt. */
export async function findTableRound(
  db: EntityManager,
  tableKey: number,
  roundId: string,
): Promise<TableRoundRecord | null> {
  const rows = await db.query<TableRoundRecord[]>(
    `SELECT round_id AS "roundId", limits, seed_no AS "seedNo", client_seed AS "clientSeed", nonce, shoe, status, version,
       (SELECT json_agg(step ORDER BY s.version) FROM table_steps s
        WHERE s.table_key = r.table_key AND s.round_id = r.round_id) AS steps
     FROM table_rounds r WHERE table_key = $1 AND round_id = $2`,
    [tableKey, roundId],
  );
  return rows.at(0) ?? null;
}

/** The seed of the shoe of that number, and the one that was committed to for the shoe after it. */
export async function listTableSeeds(
  db: EntityManager,
  { tableKey, tableId }: TablePlace,
  from: number,
): Promise<TableSeed[]> {
  return db.query<TableSeed[]>(
    `SELECT seed_no AS no, sealed_seed AS "sealedSeed", commitment, client_seed AS salt, next_nonce AS "nextNonce"
     FROM seeds WHERE player_key = $1 AND session_id = $2 AND seed_no >= $3 ORDER BY seed_no`,
    [tableKey, tableId, from],
  );
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

/** Whether anybody has an open session at the table at that time. */
export async function isAttended(db: EntityManager, tableId: string, now: Date): Promise<boolean> {
  const [{ attended }] = await db.query<[{ attended: boolean }]>(
    `SELECT EXISTS (SELECT FROM sessions WHERE table_id = $1 AND expires_at > $2 AND closed_at IS NULL) AS attended`,
    [tableId, now],
  );
  return attended;
}
