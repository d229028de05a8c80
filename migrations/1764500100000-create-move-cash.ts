import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Deposits and withdrawals are decided by the database in one call. The wallet is locked before the transaction id is
 * looked up, so that equal requests to one wallet come one after the other; two players who use one id at once meet at
 * the primary key of wallet_transactions, where the second waits for the first.
 */
export class CreateMoveCash1764500100000 implements MigrationInterface {
  name = 'CreateMoveCash1764500100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(OUTCOME_OF_USED_TRANSACTION);
    await runner.query(MOVE_CASH);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION move_cash; DROP FUNCTION outcome_of_used_transaction;');
  }
}

/** Null when the id is free; it is a repetition only when all that was said with it is the same. */
const OUTCOME_OF_USED_TRANSACTION = `
  CREATE FUNCTION outcome_of_used_transaction(
    an_operator UUID, a_transaction TEXT, a_player BIGINT, a_currency TEXT, a_type TEXT, an_amount BIGINT
  ) RETURNS TEXT LANGUAGE sql AS $$
    SELECT CASE
      WHEN (player_key, currency, type, amount) = (a_player, a_currency, a_type, an_amount) THEN 'repeated'
      ELSE 'conflict' END
    FROM wallet_transactions WHERE operator_id = an_operator AND transaction_id = a_transaction
  $$;
`;

const MOVE_CASH = `
  CREATE FUNCTION move_cash(
    an_operator UUID, a_transaction TEXT, a_player BIGINT, a_player_id TEXT, a_currency TEXT, a_type TEXT,
    an_amount BIGINT, a_time TIMESTAMPTZ, OUT outcome TEXT, OUT balance BIGINT
  ) LANGUAGE plpgsql AS $$
  DECLARE
    own_wallet CONSTANT UUID := '00000000-0000-0000-0000-000000000000';
    -- Below what a wallet can hold, so that no payout or refund of an open round can ever fail.
    max_balance CONSTANT BIGINT := 4000000000000000;
    before BIGINT;
    entries BIGINT;
  BEGIN
    -- A used id is found before anything is written: it must not leave an empty wallet behind.
    outcome := outcome_of_used_transaction(an_operator, a_transaction, a_player, a_currency, a_type, an_amount);
    IF outcome IS NOT NULL THEN RETURN; END IF;

    IF a_type = 'deposit' THEN
      INSERT INTO wallets (player_key, currency, session_id, balance, entry_count, updated_at)
      VALUES (a_player, a_currency, own_wallet, 0, 0, a_time) ON CONFLICT DO NOTHING;
    END IF;
    SELECT w.balance, w.entry_count INTO before, entries FROM wallets w
    WHERE w.player_key = a_player AND w.currency = a_currency AND w.session_id = own_wallet FOR UPDATE;
    before := coalesce(before, 0);
    balance := before + CASE a_type WHEN 'deposit' THEN an_amount ELSE -an_amount END;

    -- Whoever held the wallet may have used the id meanwhile; each statement of this function sees what is true now.
    outcome := outcome_of_used_transaction(an_operator, a_transaction, a_player, a_currency, a_type, an_amount);
    IF outcome IS NOT NULL THEN RETURN; END IF;
    IF balance < 0 OR (a_type = 'deposit' AND balance > max_balance) THEN
      outcome := CASE WHEN balance < 0 THEN 'insufficient' ELSE 'limit' END;
      balance := before;
      RETURN;
    END IF;

    INSERT INTO wallet_transactions (operator_id, transaction_id, player_key, player_id, currency, type, amount,
      balance_before, balance_after, at)
    VALUES (an_operator, a_transaction, a_player, a_player_id, a_currency, a_type, an_amount, before, balance, a_time)
    ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      outcome := outcome_of_used_transaction(an_operator, a_transaction, a_player, a_currency, a_type, an_amount);
      RETURN;
    END IF;

    INSERT INTO transfers (player_key, currency, session_id, entry_no, operator_id, kind, reason, debit_account,
      credit_account, amount, balance_after, transaction_id, at)
    VALUES (a_player, a_currency, own_wallet, entries + 1, an_operator, a_type, a_type,
      CASE a_type WHEN 'deposit' THEN 'cashier' ELSE 'player' END,
      CASE a_type WHEN 'deposit' THEN 'player' ELSE 'cashier' END, an_amount, balance, a_transaction, a_time);
    UPDATE wallets w SET balance = move_cash.balance, entry_count = entries + 1, updated_at = a_time
    WHERE w.player_key = a_player AND w.currency = a_currency AND w.session_id = own_wallet;
    outcome := 'moved';
  END
  $$;
`;
