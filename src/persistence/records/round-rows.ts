import type { EntityManager } from 'typeorm';
import type { Account, TransferKind } from '../entities/ledger';
import type { Mode } from '../entities/sessions';
import { CHANGES_DURING_ROUND } from '../tables/changes';

/** One transfer of a round as the ledger has it. */
export interface LedgerTransfer {
  readonly entryNo: number;
  readonly version: number;
  readonly kind: TransferKind;
  readonly reason: string;
  readonly bet: string;
  readonly debitAccount: Account;
  readonly creditAccount: Account;
  readonly amount: number;
  readonly balanceAfter: number;
  readonly at: Date;
}

/** All transfers of a round up to a version, in the order of the ledger. */
export async function listLedgerTransfers(
  db: EntityManager,
  playerKey: number,
  roundId: string,
  version: number,
): Promise<LedgerTransfer[]> {
  return db.query<LedgerTransfer[]>(
    `SELECT entry_no AS "entryNo", round_version AS version, kind, reason, bet, debit_account AS "debitAccount",
       credit_account AS "creditAccount", amount, balance_after AS "balanceAfter", at
     FROM transfers WHERE player_key = $1 AND round_id = $2 AND round_version <= $3 ORDER BY entry_no`,
    [playerKey, roundId, version],
  );
}

/** One of a table's round: whose wallet it moved, and what with. */
export interface SharedLedgerTransfer extends LedgerTransfer {
  readonly playerId: string;
  readonly mode: Mode;
}

/** The same of all bettors of a table's round, each with his name and mode, in the order of the round. */
export async function listSharedLedgerTransfers(
  db: EntityManager,
  { tableKey, roundId, version }: SharedRoundAt,
): Promise<SharedLedgerTransfer[]> {
  return db.query<SharedLedgerTransfer[]>(
    `SELECT t.entry_no AS "entryNo", t.round_version AS version, t.kind, t.reason, t.bet,
       t.debit_account AS "debitAccount", t.credit_account AS "creditAccount", t.amount,
       t.balance_after AS "balanceAfter", t.at, r.player_id AS "playerId", r.mode
     FROM rounds r JOIN transfers t ON t.player_key = r.player_key AND t.round_id = r.round_id
     WHERE r.table_key = $1 AND r.round_id = $2 AND t.round_version <= $3
     ORDER BY t.round_version, r.bettor, t.entry_no`,
    [tableKey, roundId, version],
  );
}

/** A round of a table up to a version. */
export interface SharedRoundAt {
  readonly operatorId: string;
  readonly tableKey: number;
  readonly roundId: string;
  readonly version: number;
}

/** A seal that covers rows of a round; null where they are not sealed yet. */
export interface CoveringSeal {
  readonly sealNo: number | null;
  readonly hash: string;
  readonly previousHash: string;
  readonly at: Date;
  /** How many rows of the round it covers. */
  readonly rows: number;
}

/** The seals over everything that a round left behind up to a version: steps, transfers, its cancellation. */
export async function listCoveringSeals(
  db: EntityManager,
  round: { readonly operatorId: string; readonly playerKey: number; readonly roundId: string },
  version: number,
): Promise<CoveringSeal[]> {
  const values = [round.operatorId, round.playerKey, round.roundId, version];
  return db.query<CoveringSeal[]>(covering(POSITIONS), values);
}

/** The same of a table's round: with the transfers and cancellations of all its bettors, and what was done to the table. */
export async function listSharedCoveringSeals(
  db: EntityManager,
  { operatorId, tableKey, roundId, version }: SharedRoundAt,
): Promise<CoveringSeal[]> {
  const values = [operatorId, tableKey, roundId, version];
  return db.query<CoveringSeal[]>(covering(SHARED_POSITIONS), values);
}

const POSITIONS = `
  SELECT position FROM round_steps WHERE player_key = $2 AND round_id = $3 AND version <= $4
  UNION ALL SELECT position FROM transfers WHERE player_key = $2 AND round_id = $3 AND round_version <= $4
  UNION ALL SELECT position FROM cancellations WHERE player_key = $2 AND round_id = $3`;

const SHARED_POSITIONS = `
  SELECT position FROM table_steps WHERE table_key = $2 AND round_id = $3 AND version <= $4
  UNION ALL SELECT t.position FROM rounds r JOIN transfers t ON t.player_key = r.player_key AND t.round_id = r.round_id
    WHERE r.table_key = $2 AND r.round_id = $3 AND t.round_version <= $4
  UNION ALL SELECT c.position FROM rounds r
    JOIN cancellations c ON c.player_key = r.player_key AND c.round_id = r.round_id
    WHERE r.table_key = $2 AND r.round_id = $3
  UNION ALL SELECT c.position FROM ${CHANGES_DURING_ROUND} WHERE r.table_key = $2 AND r.round_id = $3`;

function covering(positions: string): string {
  return `WITH positions AS (${positions})
     SELECT seal_no AS "sealNo", encode(hash, 'hex') AS hash, encode(previous_hash, 'hex') AS "previousHash", at,
       count(*) AS rows
     FROM positions LEFT JOIN LATERAL (
       SELECT seal_no, hash, previous_hash, at FROM seals
       WHERE operator_id = $1 AND to_position >= positions.position AND from_position < positions.position
       ORDER BY to_position LIMIT 1) AS seal ON TRUE
     GROUP BY seal_no, hash, previous_hash, at ORDER BY seal_no NULLS LAST`;
}

/** The public hash of the server seed that a round's shoe was made of, hexadecimal. */
export async function findCommitment(
  db: EntityManager,
  { playerKey, sessionId, seedNo }: { playerKey: number; sessionId: string; seedNo: number },
): Promise<string | null> {
  const rows = await db.query<{ commitment: string }[]>(
    `SELECT encode(commitment, 'hex') AS commitment FROM seeds
     WHERE player_key = $1 AND session_id = $2 AND seed_no = $3`,
    [playerKey, sessionId, seedNo],
  );
  return rows.at(0)?.commitment ?? null;
}
