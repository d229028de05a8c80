import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The write of a shared table. `commit_table` takes all that one command, or one transition, came to, as data, and writes
 * it set by set: a table with hundreds of bettors is charged and settled by a handful of statements. The caller holds the
 * lock on the table's row, so what it decided on is still so; what it could not lock is checked here, and raises SQLSTATE
 * HC409 with its name. Wallets come last and in the order of their keys, as in every other transaction.
 */
export class CreateCommitTable1764700100000 implements MigrationInterface {
  name = 'CreateCommitTable1764700100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ROUND);
    await runner.query(MONEY);
    await runner.query(COMMIT_TABLE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION commit_table(JSONB);
      DROP FUNCTION move_table_money(JSONB);
      DROP FUNCTION write_table_round(JSONB);
    `);
  }
}

/** The round, its steps, each bettor's part in it, and the audit rows of a cancellation. */
const ROUND = `
  CREATE FUNCTION write_table_round(decision JSONB) RETURNS VOID LANGUAGE plpgsql AS $$
  DECLARE
    the_table BIGINT := (decision->>'tableKey')::BIGINT;
    made_at   TIMESTAMPTZ := (decision->>'at')::TIMESTAMPTZ;
    round     JSONB := decision->'round';
    round_is  UUID := (round->>'id')::UUID;
  BEGIN
    IF round->'dealt' IS NOT NULL AND round->'dealt' <> 'null' THEN
      INSERT INTO table_rounds (table_key, round_id, table_id, operator_id, game_id, rule_set_version, mode, currency,
        limits, decision_seconds, seed_no, client_seed, nonce, shoe, status, version, bettors, dealt_at, ended_at)
      SELECT the_table, round_is, t.table_id, t.operator_id, t.game_id, t.rule_set_version, t.mode, t.currency,
        d."limits", d."decisionSeconds", d."seedNo", d."clientSeed", d."nonce", d."shoe", round->>'status',
        (round->>'version')::INTEGER, d."bettors", made_at, (round->>'endedAt')::TIMESTAMPTZ
      FROM tables t, jsonb_to_record(round->'dealt') AS d ("limits" JSONB, "decisionSeconds" INTEGER,
        "seedNo" INTEGER, "clientSeed" TEXT, "nonce" INTEGER, "shoe" JSONB, "bettors" INTEGER)
      WHERE t.table_key = the_table AND t.table_id = (decision->>'tableId')::UUID;

      INSERT INTO rounds (player_key, round_id, session_id, operator_id, player_id, game_id, rule_set_version, mode,
        currency, limits, decision_seconds, seed_no, client_seed, nonce, shoe, status, version, staked, returned,
        in_play, bets, dealt_at, deadline, ended_at, table_key, table_id, bettor, balance_after)
      SELECT b."playerKey", round_is, b."sessionId", r.operator_id, b."playerId", r.game_id, r.rule_set_version,
        b.mode, r.currency, r.limits, r.decision_seconds, r.seed_no, r.client_seed, r.nonce, r.shoe, r.status,
        r.version, b.staked, b.returned, b."inPlay", b.bets, made_at, made_at, r.ended_at, the_table, r.table_id,
        b.bettor, b."balanceAfter"
      FROM table_rounds r, jsonb_to_recordset(round->'bettors') AS b ("playerKey" BIGINT, "playerId" TEXT,
        "sessionId" UUID, mode TEXT, bettor INTEGER, staked BIGINT, returned BIGINT, "inPlay" BIGINT, bets JSONB,
        "balanceAfter" BIGINT)
      WHERE r.table_key = the_table AND r.round_id = round_is;

      -- After the rows above: who suspends somebody waits for all that were written before (see suspended_scope).
      PERFORM FROM jsonb_to_recordset(round->'bettors') AS b ("playerKey" BIGINT), tables t
      WHERE t.table_key = the_table AND t.table_id = (decision->>'tableId')::UUID
        AND suspended_scope(t.operator_id, t.game_id, t.table_id::TEXT, b."playerKey") IS NOT NULL;
      IF FOUND THEN RAISE EXCEPTION 'suspended' USING ERRCODE = 'HC409'; END IF;

      UPDATE seeds SET next_nonce = greatest(next_nonce, (round->'dealt'->>'nonce')::INTEGER + 1)
      WHERE player_key = the_table AND session_id = (decision->>'tableId')::UUID
        AND seed_no = (round->'dealt'->>'seedNo')::INTEGER AND revealed_at IS NULL;
      IF NOT FOUND THEN RAISE EXCEPTION 'seed' USING ERRCODE = 'HC409'; END IF;
    ELSE
      UPDATE table_rounds SET status = round->>'status', version = (round->>'version')::INTEGER,
        ended_at = (round->>'endedAt')::TIMESTAMPTZ
      WHERE table_key = the_table AND round_id = round_is;
      UPDATE rounds SET status = round->>'status', staked = b.staked, returned = b.returned, in_play = b."inPlay",
        bets = b.bets, ended_at = (round->>'endedAt')::TIMESTAMPTZ, balance_after = b."balanceAfter"
      FROM jsonb_to_recordset(round->'bettors') AS b ("playerKey" BIGINT, staked BIGINT, returned BIGINT,
        "inPlay" BIGINT, bets JSONB, "balanceAfter" BIGINT)
      WHERE rounds.player_key = b."playerKey" AND rounds.round_id = round_is;
      IF (round->>'statusChanged')::BOOLEAN THEN
        UPDATE rounds SET status = round->>'status', ended_at = (round->>'endedAt')::TIMESTAMPTZ
        WHERE table_key = the_table AND round_id = round_is AND status <> round->>'status';
      END IF;
    END IF;

    INSERT INTO table_steps (table_key, round_id, version, step, actor, request_id, at)
    SELECT the_table, round_is, s.version, s.step, s.actor, decision->>'requestId', made_at
    FROM jsonb_to_recordset(round->'steps') AS s (version INTEGER, step JSONB, actor TEXT);

    INSERT INTO cancellations (player_key, round_id, operator_id, reason, note, actor_key_id, actor_name, status_before,
      amounts, round_before, request_id, at)
    SELECT c."playerKey", round_is, (decision->>'operatorId')::UUID, c.reason, c.note, c."actorKeyId", c."actorName",
      c."statusBefore", c.amounts, c."roundBefore", decision->>'requestId', made_at
    FROM jsonb_to_recordset(round->'cancellations') AS c ("playerKey" BIGINT, reason TEXT, note TEXT,
      "actorKeyId" UUID, "actorName" TEXT, "statusBefore" TEXT, amounts JSONB, "roundBefore" JSONB);
  END
  $$;
`;

/** Every transfer of the round in the order it came, each in its wallet's gapless sequence; the wallets with them. */
const MONEY = `
  CREATE FUNCTION move_table_money(decision JSONB) RETURNS VOID LANGUAGE plpgsql AS $$
  DECLARE
    made_at TIMESTAMPTZ := (decision->>'at')::TIMESTAMPTZ;
    written INTEGER;
  BEGIN
    PERFORM FROM wallets w
    WHERE w.currency = decision->>'currency' AND (w.player_key, w.session_id) IN (
      SELECT (move->>'playerKey')::BIGINT, (move->>'walletSessionId')::UUID
      FROM jsonb_array_elements(decision->'transfers') AS move)
    ORDER BY w.player_key, w.session_id FOR UPDATE;

    WITH moves AS (
      SELECT (move->>'playerKey')::BIGINT AS player_key, (move->>'walletSessionId')::UUID AS session_id, place,
        move->>'kind' AS kind, move->>'reason' AS reason, move->>'bet' AS bet, (move->>'version')::INTEGER AS version,
        (move->>'amount')::BIGINT AS amount, move->>'kind' IN ('stake', 'reversal') AS leaves,
        CASE WHEN move->>'kind' IN ('stake', 'reversal') THEN -(move->>'amount')::BIGINT
          ELSE (move->>'amount')::BIGINT END AS change
      FROM jsonb_array_elements(decision->'transfers') WITH ORDINALITY AS listed (move, place)
    ), sums AS (
      SELECT player_key, session_id, sum(change)::BIGINT AS change, count(*) AS moves FROM moves GROUP BY 1, 2
    ), moved AS (
      UPDATE wallets w SET balance = w.balance + sums.change, entry_count = w.entry_count + sums.moves,
        updated_at = made_at
      FROM sums
      WHERE w.player_key = sums.player_key AND w.session_id = sums.session_id AND w.currency = decision->>'currency'
      RETURNING w.player_key, w.session_id, w.balance - sums.change AS balance_before,
        w.entry_count - sums.moves AS entries_before
    )
    INSERT INTO transfers (player_key, currency, session_id, entry_no, operator_id, kind, reason, debit_account,
      credit_account, amount, balance_after, round_id, round_version, bet, at)
    SELECT m.player_key, decision->>'currency', m.session_id,
      w.entries_before + row_number() OVER ordered, (decision->>'operatorId')::UUID, m.kind, m.reason,
      CASE WHEN m.leaves THEN 'player' ELSE 'house' END, CASE WHEN m.leaves THEN 'house' ELSE 'player' END, m.amount,
      w.balance_before + sum(m.change) OVER ordered, (decision->'round'->>'id')::UUID, m.version, m.bet, made_at
    FROM moves m JOIN moved w USING (player_key, session_id)
    WINDOW ordered AS (PARTITION BY m.player_key, m.session_id ORDER BY m.place);
    GET DIAGNOSTICS written = ROW_COUNT;
    IF written <> jsonb_array_length(decision->'transfers') THEN
      RAISE EXCEPTION 'wallet' USING ERRCODE = 'HC409';
    END IF;
  END
  $$;
`;

const COMMIT_TABLE = `
  CREATE FUNCTION commit_table(decision JSONB) RETURNS VOID LANGUAGE plpgsql AS $$
  DECLARE
    the_table BIGINT := (decision->>'tableKey')::BIGINT;
    table_is  UUID := (decision->>'tableId')::UUID;
    made_at   TIMESTAMPTZ := (decision->>'at')::TIMESTAMPTZ;
    lease     JSONB := decision->'lease';
    after_it  JSONB := decision->'table';
    shoe      JSONB := decision->'shoe';
    change    JSONB := decision->'change';
  BEGIN
    -- A process that lost its lease, and does not know it yet, must not drive the table.
    IF lease <> 'null' THEN
      PERFORM FROM table_leases WHERE table_key = the_table AND table_id = table_is AND holder = lease->>'holder'
        AND fence = (lease->>'fence')::BIGINT AND expires_at > clock_timestamp() FOR SHARE;
      IF NOT FOUND THEN RAISE EXCEPTION 'lease' USING ERRCODE = 'HC409'; END IF;
    END IF;

    UPDATE tables SET state = after_it->'state', phase = after_it->>'phase',
      due_at = (after_it->>'dueAt')::TIMESTAMPTZ, round_id = (after_it->>'roundId')::UUID,
      event_no = event_no + jsonb_array_length(decision->'events'),
      transcript = coalesce(decode(after_it->>'transcript', 'hex'), transcript),
      closed_at = CASE WHEN after_it->>'phase' = 'closed' THEN coalesce(closed_at, made_at) END
    WHERE table_key = the_table AND table_id = table_is AND event_no = (decision->>'eventNo')::BIGINT;
    IF NOT FOUND THEN RAISE EXCEPTION 'table' USING ERRCODE = 'HC409'; END IF;

    INSERT INTO table_events (table_key, table_id, event_no, type, round_id, body, private, at)
    SELECT the_table, table_is, (decision->>'eventNo')::BIGINT + place, e->>'type', (e->>'roundId')::UUID, e->'body',
      nullif(e->'private', 'null'), made_at
    FROM jsonb_array_elements(decision->'events') WITH ORDINALITY AS listed (e, place);

    DELETE FROM table_sheets WHERE table_key = the_table AND table_id = table_is
      AND player_key IN (SELECT jsonb_array_elements_text(decision->'droppedSheets')::BIGINT);
    INSERT INTO table_sheets (table_key, table_id, player_key, player_id, session_id, wallet_session_id, mode, sheet)
    SELECT the_table, table_is, s."playerKey", s."playerId", s."sessionId", s."walletSessionId", s.mode, s.sheet
    FROM jsonb_to_recordset(decision->'sheets') AS s ("playerKey" BIGINT, "playerId" TEXT, "sessionId" UUID,
      "walletSessionId" UUID, mode TEXT, sheet JSONB)
    ON CONFLICT (table_key, table_id, player_key) DO UPDATE SET session_id = excluded.session_id,
      wallet_session_id = excluded.wallet_session_id, mode = excluded.mode, sheet = excluded.sheet;

    IF shoe <> 'null' THEN
      UPDATE table_shoes SET ended_at = made_at
      WHERE table_key = the_table AND table_id = table_is AND shoe_no < (shoe->>'number')::INTEGER AND ended_at IS NULL;
      INSERT INTO table_shoes (table_key, table_id, shoe_no, salt, cut, exposed, burned, dealt, opened_at)
      VALUES (the_table, table_is, (shoe->>'number')::INTEGER, shoe->>'salt', (shoe->>'cut')::INTEGER,
        shoe->>'exposed', (shoe->>'burned')::INTEGER, (shoe->>'dealt')::INTEGER, made_at)
      ON CONFLICT (table_key, table_id, shoe_no) DO UPDATE SET dealt = excluded.dealt;
    END IF;
    IF after_it->>'phase' = 'closed' THEN
      UPDATE table_shoes SET ended_at = made_at WHERE table_key = the_table AND table_id = table_is AND ended_at IS NULL;
    END IF;

    IF change <> 'null' THEN
      INSERT INTO table_changes (table_key, table_id, change_no, operator_id, kind, reason, note, details, actor,
        actor_name, request_id, at)
      SELECT the_table, table_is, count(*) + 1, (decision->>'operatorId')::UUID, change->>'kind', change->>'reason',
        change->>'note', change->'details', change->>'actor', change->>'actorName', decision->>'requestId', made_at
      FROM table_changes WHERE table_key = the_table AND table_id = table_is;
    END IF;

    IF decision->'round' <> 'null' THEN PERFORM write_table_round(decision); END IF;
    IF jsonb_array_length(decision->'transfers') > 0 THEN PERFORM move_table_money(decision); END IF;
    PERFORM pg_notify('table_events', concat(table_is, ' ',
      (decision->>'eventNo')::BIGINT + jsonb_array_length(decision->'events')));
  END
  $$;
`;
