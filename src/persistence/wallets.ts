import type { EntityManager } from 'typeorm';
import { type CashType, WalletRow, type WalletTransactionRow } from './entities/ledger';

export interface WalletBalance {
  readonly currency: string;
  readonly balance: number;
  /** What lies on the bets of open rounds in mode `real`. */
  readonly inPlay: number;
}

/** SQL for the session id of a player's own wallet. */
export const OWN_WALLET_SQL = `'00000000-0000-0000-0000-000000000000'`;

/**
 * SQL for the session id of the wallet that pays for a row of `sessions` or of `rounds`: the player's own for real money,
 * that of the session for play money.
 */
export function walletSessionSql(alias: string): string {
  return `CASE WHEN ${alias}.mode = 'real' THEN ${OWN_WALLET_SQL} ELSE ${alias}.session_id END`;
}

/** The balance of one wallet, 0 where there is none yet. `sessionId` is the nil UUID for a player's own wallet. */
export async function readBalance(
  db: EntityManager,
  playerKey: number,
  currency: string,
  sessionId: string,
): Promise<number> {
  const wallet = await db.findOneBy(WalletRow, { playerKey, currency, sessionId });
  return wallet?.balance ?? 0;
}

/** A player's own wallets by currency. `ownWallet` is the nil UUID. */
export async function listWallets(
  db: EntityManager,
  playerKey: number,
  ownWallet: string,
): Promise<WalletBalance[]> {
  return db.query<WalletBalance[]>(
    `SELECT currency, balance, (
       SELECT coalesce(sum(in_play), 0)::bigint FROM rounds
       WHERE player_key = wallets.player_key AND currency = wallets.currency AND mode = 'real'
         AND status IN ('insurance', 'playing')
     ) AS "inPlay"
     FROM wallets WHERE player_key = $1 AND session_id = $2 ORDER BY currency`,
    [playerKey, ownWallet],
  );
}

export interface CashMovement {
  readonly operatorId: string;
  readonly transactionId: string;
  readonly playerKey: number;
  readonly playerId: string;
  readonly currency: string;
  readonly type: CashType;
  readonly amount: number;
  readonly now: Date;
}

/**
 * What became of a deposit or withdrawal. `moved` and `repeated` carry the transaction, the first one also where the
 * id was used for something else; the others the balance that stood in the way.
 */
export type CashOutcome =
  | { readonly outcome: 'moved' | 'repeated' | 'conflict'; readonly transaction: WalletTransactionRow }
  | { readonly outcome: 'insufficient' | 'limit'; readonly balance: number };

/** Moves money between the operator's cashier and the wallet, once for each transaction id: one call, one decision. */
export async function moveCash(tx: EntityManager, movement: CashMovement): Promise<CashOutcome> {
  const rows = await tx.query<{ outcome: CashOutcome['outcome']; balance: number }[]>(
    'SELECT outcome, balance FROM move_cash($1, $2, $3, $4, $5, $6, $7, $8)',
    [
      movement.operatorId,
      movement.transactionId,
      movement.playerKey,
      movement.playerId,
      movement.currency,
      movement.type,
      movement.amount,
      movement.now,
    ],
  );
  const [{ outcome, balance }] = rows;
  if (outcome === 'insufficient' || outcome === 'limit') return { outcome, balance };
  const { operatorId, transactionId } = movement;
  const transaction = await findTransaction(tx, operatorId, transactionId);
  if (transaction === null) throw new Error('Broken invariant: move_cash has left its transaction');
  return { outcome, transaction };
}

/** Null when no such transaction id has arrived. */
export async function findTransaction(
  db: EntityManager,
  operatorId: string,
  transactionId: string,
): Promise<WalletTransactionRow | null> {
  const rows = await db.query<WalletTransactionRow[]>(
    `SELECT operator_id AS "operatorId", transaction_id AS "transactionId", player_key AS "playerKey",
       player_id AS "playerId", currency, type, amount, balance_before AS "balanceBefore",
       balance_after AS "balanceAfter", at
     FROM wallet_transactions WHERE operator_id = $1 AND transaction_id = $2`,
    [operatorId, transactionId],
  );
  return rows.at(0) ?? null;
}

export interface PlayMoney {
  readonly playerKey: number;
  readonly currency: string;
  readonly sessionId: string;
  readonly operatorId: string;
  readonly amount: number;
  readonly now: Date;
}

/** Opens the wallet of a demo or test session with play money from the mint. */
export async function grantPlayMoney(tx: EntityManager, grant: PlayMoney): Promise<void> {
  await tx.query(
    `WITH wallet AS (
       INSERT INTO wallets (player_key, currency, session_id, balance, entry_count, updated_at)
       VALUES ($1, $2, $3, $5, 1, $6)
       RETURNING *
     )
     INSERT INTO transfers (player_key, currency, session_id, entry_no, operator_id, kind, reason, debit_account,
       credit_account, amount, balance_after, at)
     SELECT player_key, currency, session_id, entry_count, $4, 'grant', 'session_opened', 'mint', 'player', $5,
       balance, $6
     FROM wallet`,
    [grant.playerKey, grant.currency, grant.sessionId, grant.operatorId, grant.amount, grant.now],
  );
}
