import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Two more conditions of a deal in commit_step: it must not follow the player's last round in the game too soon, and
 * nothing of it may be suspended. Everything else in the function is as CreateCommitStep has made it.
 */
export class HoldDealsInCommitStep1764600000002 implements MigrationInterface {
  name = 'HoldDealsInCommitStep1764600000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(commitStep(PACE, SUSPENSION));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(commitStep('', ''));
  }
}

/** Two sessions of one player take turns; what the second one sees then holds the first one's round. */
const PACE = `
      IF (round->>'minIntervalMs')::INTEGER > 0 THEN
        PERFORM pg_advisory_xact_lock(hashtextextended(concat('pace ', player, ' ', round->>'gameId'), 0));
        IF (SELECT dealt_at FROM rounds WHERE player_key = player AND game_id = round->>'gameId'
            ORDER BY round_id DESC LIMIT 1) > made_at - (round->>'minIntervalMs')::INTEGER * interval '1 millisecond'
        THEN RAISE EXCEPTION 'pace' USING ERRCODE = 'HC409'; END IF;
      END IF;
`;

/**
 * Looked up after the round was inserted: whoever suspends waits for all who hold the lock of that insertion, and those
 * who take it later see the suspension. A table is named by rounds that are played at one.
 */
const SUSPENSION = `
    IF (round->>'version')::INTEGER = 1
      AND suspended_scope(operator, round->>'gameId', round->>'tableId', player) IS NOT NULL
    THEN RAISE EXCEPTION 'suspended' USING ERRCODE = 'HC409'; END IF;
`;

/** @param pace @param suspension SQL, empty for the function as it was before. */
const commitStep = (pace: string, suspension: string): string => `
  CREATE OR REPLACE FUNCTION commit_step(decision JSONB) RETURNS BIGINT LANGUAGE plpgsql AS $$
  DECLARE
    player     BIGINT := (decision->>'playerKey')::BIGINT;
    operator   UUID := (decision->>'operatorId')::UUID;
    made_at    TIMESTAMPTZ := (decision->>'at')::TIMESTAMPTZ;
    idem       JSONB := decision->'idempotency';
    round      JSONB := decision->'round';
    shoe       JSONB := decision->'keptShoe';
    seed       JSONB := decision->'seed';
    wallet     JSONB := decision->'wallet';
    cancelled  JSONB := decision->'cancellation';
    moves      INTEGER := jsonb_array_length(wallet->'transfers');
    balance_is BIGINT;
    entries    BIGINT;
  BEGIN
    IF idem <> 'null' THEN
      INSERT INTO idempotency_records (player_key, operator_id, key, request_hash, status, answer, created_at)
      VALUES (player, operator, idem->>'key', decode(idem->>'requestHash', 'hex'), (idem->>'status')::SMALLINT,
              idem->'answer', made_at)
      ON CONFLICT DO NOTHING;
      IF NOT FOUND THEN RAISE EXCEPTION 'idempotency' USING ERRCODE = 'HC409'; END IF;
    END IF;

    IF (round->>'version')::INTEGER = 1 THEN
${pace}      PERFORM FROM sessions WHERE player_key = player AND session_id = (round->>'sessionId')::UUID
        AND closed_at IS NULL AND expires_at > made_at FOR SHARE;
      IF NOT FOUND THEN RAISE EXCEPTION 'session' USING ERRCODE = 'HC409'; END IF;
      INSERT INTO rounds (player_key, round_id, session_id, operator_id, player_id, game_id, rule_set_version, mode,
        currency, limits, decision_seconds, seed_no, client_seed, nonce, shoe, status, version, staked, returned, in_play, bets, dealt_at,
        deadline, ended_at)
      VALUES (player, (round->>'id')::UUID, (round->>'sessionId')::UUID, operator, round->>'playerId', round->>'gameId',
        (round->>'ruleSetVersion')::INTEGER, round->>'mode', round->>'currency', round->'limits',
        (round->>'decisionSeconds')::INTEGER, (round->>'seedNo')::INTEGER, round->>'clientSeed',
        (round->>'nonce')::INTEGER, round->'shoe', round->>'status', 1,
        (round->>'staked')::BIGINT, (round->>'returned')::BIGINT, (round->>'inPlay')::BIGINT, round->'bets', made_at,
        (round->>'deadline')::TIMESTAMPTZ, (round->>'endedAt')::TIMESTAMPTZ)
      ON CONFLICT DO NOTHING;
    ELSE
      UPDATE rounds SET status = round->>'status', version = version + 1, staked = (round->>'staked')::BIGINT,
        returned = (round->>'returned')::BIGINT, in_play = (round->>'inPlay')::BIGINT, bets = round->'bets',
        deadline = (round->>'deadline')::TIMESTAMPTZ, ended_at = (round->>'endedAt')::TIMESTAMPTZ
      WHERE player_key = player AND round_id = (round->>'id')::UUID AND version = (round->>'version')::INTEGER - 1;
    END IF;
    IF NOT FOUND THEN RAISE EXCEPTION 'round' USING ERRCODE = 'HC409'; END IF;
${suspension}
    -- A nonce is used once, and a seed that is being revealed deals no more: whoever comes second decides anew.
    IF seed <> 'null' THEN
      UPDATE seeds SET next_nonce = (seed->>'nextNonce')::INTEGER
      WHERE player_key = player AND session_id = (round->>'sessionId')::UUID AND seed_no = (seed->>'no')::INTEGER
        AND next_nonce = (seed->>'nonce')::INTEGER AND client_seed = seed->>'clientSeed' AND revealed_at IS NULL;
      IF NOT FOUND THEN RAISE EXCEPTION 'seed' USING ERRCODE = 'HC409'; END IF;
    END IF;

    -- A kept shoe goes on exactly where it stood when the decision was made: no card of it is dealt twice.
    IF shoe <> 'null' AND (shoe->>'dealtBefore')::INTEGER = 0 THEN
      INSERT INTO shoes (player_key, session_id, shoe_no, seed_no, client_seed, nonce, dealt, opened_at)
      VALUES (player, (round->>'sessionId')::UUID, (shoe->>'no')::INTEGER, (shoe->>'seedNo')::INTEGER,
              shoe->>'clientSeed', (shoe->>'nonce')::INTEGER, (shoe->>'dealt')::INTEGER, made_at)
      ON CONFLICT DO NOTHING;
      IF NOT FOUND THEN RAISE EXCEPTION 'shoe' USING ERRCODE = 'HC409'; END IF;
    ELSIF shoe <> 'null' THEN
      UPDATE shoes SET dealt = (shoe->>'dealt')::INTEGER
      WHERE player_key = player AND session_id = (round->>'sessionId')::UUID AND shoe_no = (shoe->>'no')::INTEGER
        AND dealt = (shoe->>'dealtBefore')::INTEGER;
      IF NOT FOUND THEN RAISE EXCEPTION 'shoe' USING ERRCODE = 'HC409'; END IF;
    END IF;

    IF cancelled <> 'null' THEN
      INSERT INTO cancellations (player_key, round_id, operator_id, reason, note, actor_key_id, actor_name,
        status_before, amounts, round_before, request_id, at)
      VALUES (player, (round->>'id')::UUID, operator, cancelled->>'reason', cancelled->>'note',
        (cancelled->>'actorKeyId')::UUID, cancelled->>'actorName', cancelled->>'statusBefore', cancelled->'amounts',
        cancelled->'roundBefore', decision->>'requestId', made_at);
    END IF;

    IF moves = 0 THEN
      SELECT balance INTO balance_is FROM wallets
      WHERE player_key = player AND currency = wallet->>'currency' AND session_id = (wallet->>'sessionId')::UUID;
    ELSE
      UPDATE wallets SET balance = balance + (wallet->>'change')::BIGINT, entry_count = entry_count + moves,
        updated_at = made_at
      WHERE player_key = player AND currency = wallet->>'currency' AND session_id = (wallet->>'sessionId')::UUID
        AND balance >= (wallet->>'needed')::BIGINT
      RETURNING balance, entry_count INTO balance_is, entries;
    END IF;
    IF NOT FOUND THEN RAISE EXCEPTION 'wallet' USING ERRCODE = 'HC409'; END IF;

    INSERT INTO transfers (player_key, currency, session_id, entry_no, operator_id, kind, reason, debit_account,
      credit_account, amount, balance_after, round_id, round_version, bet, at)
    SELECT player, wallet->>'currency', (wallet->>'sessionId')::UUID, entries - moves + place, operator, move->>'kind',
      move->>'reason', CASE WHEN leaves THEN 'player' ELSE 'house' END, CASE WHEN leaves THEN 'house' ELSE 'player' END,
      amount, balance_is - (wallet->>'change')::BIGINT
        + sum(CASE WHEN leaves THEN -amount ELSE amount END) OVER (ORDER BY place),
      (round->>'id')::UUID, (round->>'version')::INTEGER, move->>'bet', made_at
    FROM jsonb_array_elements(wallet->'transfers') WITH ORDINALITY AS listed (move, place),
      LATERAL (SELECT (move->>'amount')::BIGINT AS amount, move->>'kind' IN ('stake', 'reversal') AS leaves) AS parts;

    INSERT INTO round_steps (player_key, round_id, version, step, balance_after, actor, request_id, at)
    VALUES (player, (round->>'id')::UUID, (round->>'version')::INTEGER, decision->'step', balance_is,
            decision->>'actor', decision->>'requestId', made_at);
    RETURN balance_is;
  END
  $$;
`;
