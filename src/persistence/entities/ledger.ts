import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Position } from '../records/position';

export type TransferKind = 'deposit' | 'withdrawal' | 'grant' | 'stake' | 'payout' | 'refund' | 'reversal';
export type Account = 'player' | 'house' | 'cashier' | 'mint';
export type CashType = 'deposit' | 'withdrawal';

/** A cached balance with the number of its entries; both can be made again from the transfers. */
@Entity('wallets')
@Check('wallets_balance_range', 'balance >= 0 AND balance <= 9007199254740991')
@Check('wallets_entry_count_positive', 'entry_count >= 0')
export class WalletRow {
  @PrimaryColumn({ name: 'player_key', type: 'bigint', primaryKeyConstraintName: 'wallets_pk' })
  playerKey: number;

  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'wallets_pk' })
  currency: string;

  /** The nil UUID for the player's own wallet, the session for the play money of one session. */
  @PrimaryColumn({ name: 'session_id', type: 'uuid', primaryKeyConstraintName: 'wallets_pk' })
  sessionId: string;

  @Column({ type: 'bigint' })
  balance: number;

  @Column({ name: 'entry_count', type: 'bigint' })
  entryCount: number;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Date;
}

/** One movement of money, from one account into another; append-only. */
@Entity('transfers')
@Index('transfers_by_position', ['position'])
@Index('transfers_by_round', ['playerKey', 'roundId'], { where: 'round_id IS NOT NULL' })
@Check('transfers_amount_positive', 'amount > 0')
@Check('transfers_balance_range', 'balance_after >= 0 AND balance_after <= 9007199254740991')
@Check(
  'transfers_accounts',
  `(kind, debit_account, credit_account) IN (
    ('deposit', 'cashier', 'player'), ('withdrawal', 'player', 'cashier'), ('grant', 'mint', 'player'),
    ('stake', 'player', 'house'), ('payout', 'house', 'player'),
    ('refund', 'house', 'player'), ('reversal', 'player', 'house'))`,
)
@Check(
  'transfers_round_given',
  `(kind IN ('stake', 'payout', 'refund', 'reversal')) = (round_id IS NOT NULL)`,
)
@Check('transfers_transaction_given', `(kind IN ('deposit', 'withdrawal')) = (transaction_id IS NOT NULL)`)
@Check('transfers_position_positive', 'position > 0')
export class TransferRow {
  @PrimaryColumn({ name: 'player_key', type: 'bigint', primaryKeyConstraintName: 'transfers_pk' })
  playerKey: number;

  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'transfers_pk' })
  currency: string;

  @PrimaryColumn({ name: 'session_id', type: 'uuid', primaryKeyConstraintName: 'transfers_pk' })
  sessionId: string;

  /** Counts the wallet's entries from 1, without gaps. */
  @PrimaryColumn({ name: 'entry_no', type: 'bigint', primaryKeyConstraintName: 'transfers_pk' })
  entryNo: number;

  @Column({ name: 'operator_id', type: 'uuid' })
  operatorId: string;

  @Column({ type: 'text' })
  kind: TransferKind;

  @Column({ type: 'text' })
  reason: string;

  @Column({ name: 'debit_account', type: 'text' })
  debitAccount: Account;

  @Column({ name: 'credit_account', type: 'text' })
  creditAccount: Account;

  @Column({ type: 'bigint' })
  amount: number;

  @Column({ name: 'balance_after', type: 'bigint' })
  balanceAfter: number;

  @Column({ name: 'round_id', type: 'uuid', nullable: true })
  roundId: string | null;

  @Column({ name: 'round_version', type: 'integer', nullable: true })
  roundVersion: number | null;

  @Column({ type: 'text', nullable: true })
  bet: string | null;

  @Column({ name: 'transaction_id', type: 'text', nullable: true })
  transactionId: string | null;

  @Column({ type: 'timestamptz' })
  at: Date;

  @Position()
  position?: number;
}

/** A deposit or withdrawal under the operator's own transaction id, which is taken for ever; append-only. */
@Entity('wallet_transactions')
@Index('wallet_transactions_by_position', ['position'])
@Check('wallet_transactions_type_known', `type IN ('deposit', 'withdrawal')`)
@Check('wallet_transactions_amount_positive', 'amount > 0')
@Check('wallet_transactions_position_positive', 'position > 0')
export class WalletTransactionRow {
  @PrimaryColumn({ name: 'operator_id', type: 'uuid', primaryKeyConstraintName: 'wallet_transactions_pk' })
  operatorId: string;

  @PrimaryColumn({ name: 'transaction_id', type: 'text', primaryKeyConstraintName: 'wallet_transactions_pk' })
  transactionId: string;

  @Column({ name: 'player_key', type: 'bigint' })
  playerKey: number;

  @Column({ name: 'player_id', type: 'text' })
  playerId: string;

  @Column({ type: 'text' })
  currency: string;

  @Column({ type: 'text' })
  type: CashType;

  @Column({ type: 'bigint' })
  amount: number;

  @Column({ name: 'balance_before', type: 'bigint' })
  balanceBefore: number;

  @Column({ name: 'balance_after', type: 'bigint' })
  balanceAfter: number;

  @Column({ type: 'timestamptz' })
  at: Date;

  @Position()
  position?: number;
}
