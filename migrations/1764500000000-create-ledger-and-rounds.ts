import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The first schema. Everything about a player leads with `player_key`, so that the data can be sharded by player;
 * session and round ids carry that key (see docs/design.md). Records that explain money are append-only: a trigger
 * refuses UPDATE, DELETE and TRUNCATE on them.
 */
export class CreateLedgerAndRounds1764500000000 implements MigrationInterface {
  name = 'CreateLedgerAndRounds1764500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(OPERATORS);
    await runner.query(PLAYERS_AND_MONEY);
    await runner.query(SESSIONS_AND_ROUNDS);
    await runner.query(APPEND_ONLY);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE cancellations, round_steps, rounds, shoes, seeds, sessions, idempotency_records, wallet_transactions,
        transfers, wallets, players, game_limits, rule_sets, seen_signatures, api_keys, operators, server_secrets;
      DROP FUNCTION refuse_change();
    `);
  }
}

const OPERATORS = `
  CREATE TABLE server_secrets (
    name  TEXT NOT NULL,
    value BYTEA NOT NULL,
    CONSTRAINT server_secrets_pk PRIMARY KEY (name)
  );

  CREATE TABLE operators (
    operator_id        UUID NOT NULL,
    name               TEXT NOT NULL,
    requires_signature BOOLEAN NOT NULL DEFAULT FALSE,
    max_return_ppm     INTEGER NOT NULL DEFAULT 1005000,
    player_edge_games  TEXT[] NOT NULL DEFAULT '{}',
    created_at         TIMESTAMPTZ NOT NULL,
    CONSTRAINT operators_pk PRIMARY KEY (operator_id),
    CONSTRAINT operators_name_unique UNIQUE (name),
    CONSTRAINT operators_max_return_positive CHECK (max_return_ppm > 0)
  );

  CREATE TABLE api_keys (
    key_id      UUID NOT NULL,
    operator_id UUID NOT NULL,
    label       TEXT NOT NULL,
    key_hash    BYTEA NOT NULL,
    scopes      TEXT[] NOT NULL,
    created_at  TIMESTAMPTZ NOT NULL,
    revoked_at  TIMESTAMPTZ,
    CONSTRAINT api_keys_pk PRIMARY KEY (key_id),
    CONSTRAINT api_keys_hash_unique UNIQUE (key_hash),
    CONSTRAINT api_keys_operator_fk FOREIGN KEY (operator_id) REFERENCES operators,
    CONSTRAINT api_keys_scopes_known CHECK (scopes <@ ARRAY['play', 'wallet', 'history', 'tables', 'admin'])
  );

  CREATE TABLE seen_signatures (
    operator_id    UUID NOT NULL,
    signature_hash BYTEA NOT NULL,
    seen_at        TIMESTAMPTZ NOT NULL,
    CONSTRAINT seen_signatures_pk PRIMARY KEY (operator_id, signature_hash)
  );
  CREATE INDEX seen_signatures_by_time ON seen_signatures (seen_at);

  CREATE TABLE rule_sets (
    operator_id        UUID NOT NULL,
    rule_set_id        TEXT NOT NULL,
    version            INTEGER NOT NULL,
    name               TEXT NOT NULL,
    settings           JSONB NOT NULL,
    theoretical_return JSONB NOT NULL,
    created_at         TIMESTAMPTZ NOT NULL,
    CONSTRAINT rule_sets_pk PRIMARY KEY (operator_id, rule_set_id, version),
    CONSTRAINT rule_sets_operator_fk FOREIGN KEY (operator_id) REFERENCES operators,
    CONSTRAINT rule_sets_version_positive CHECK (version > 0)
  );

  CREATE TABLE game_limits (
    operator_id UUID NOT NULL,
    game_id     TEXT NOT NULL,
    currency    TEXT NOT NULL,
    limits      JSONB NOT NULL,
    updated_at  TIMESTAMPTZ NOT NULL,
    CONSTRAINT game_limits_pk PRIMARY KEY (operator_id, game_id, currency),
    CONSTRAINT game_limits_operator_fk FOREIGN KEY (operator_id) REFERENCES operators
  );
`;

const PLAYERS_AND_MONEY = `
  CREATE TABLE players (
    player_key  BIGINT NOT NULL,
    operator_id UUID NOT NULL,
    player_id   TEXT NOT NULL,
    settings    JSONB NOT NULL DEFAULT '{}',
    created_at  TIMESTAMPTZ NOT NULL,
    updated_at  TIMESTAMPTZ NOT NULL,
    CONSTRAINT players_pk PRIMARY KEY (player_key),
    CONSTRAINT players_key_range CHECK (player_key > 0 AND player_key < 1125899906842624)
  );
  CREATE INDEX players_by_operator ON players (operator_id, player_id);

  -- session_id is the nil UUID for a player's own wallet and the session for a demo or test balance.
  CREATE TABLE wallets (
    player_key  BIGINT NOT NULL,
    currency    TEXT NOT NULL,
    session_id  UUID NOT NULL,
    balance     BIGINT NOT NULL,
    entry_count BIGINT NOT NULL,
    updated_at  TIMESTAMPTZ NOT NULL,
    CONSTRAINT wallets_pk PRIMARY KEY (player_key, currency, session_id),
    CONSTRAINT wallets_balance_range CHECK (balance >= 0 AND balance <= 9007199254740991),
    CONSTRAINT wallets_entry_count_positive CHECK (entry_count >= 0)
  );

  CREATE TABLE transfers (
    player_key     BIGINT NOT NULL,
    currency       TEXT NOT NULL,
    session_id     UUID NOT NULL,
    entry_no       BIGINT NOT NULL,
    operator_id    UUID NOT NULL,
    kind           TEXT NOT NULL,
    reason         TEXT NOT NULL,
    debit_account  TEXT NOT NULL,
    credit_account TEXT NOT NULL,
    amount         BIGINT NOT NULL,
    balance_after  BIGINT NOT NULL,
    round_id       UUID,
    round_version  INTEGER,
    bet            TEXT,
    transaction_id TEXT,
    at             TIMESTAMPTZ NOT NULL,
    CONSTRAINT transfers_pk PRIMARY KEY (player_key, currency, session_id, entry_no),
    CONSTRAINT transfers_amount_positive CHECK (amount > 0),
    CONSTRAINT transfers_balance_range CHECK (balance_after >= 0 AND balance_after <= 9007199254740991),
    CONSTRAINT transfers_accounts CHECK ((kind, debit_account, credit_account) IN (
      ('deposit', 'cashier', 'player'), ('withdrawal', 'player', 'cashier'), ('grant', 'mint', 'player'),
      ('stake', 'player', 'house'), ('payout', 'house', 'player'),
      ('refund', 'house', 'player'), ('reversal', 'player', 'house'))),
    CONSTRAINT transfers_round_given CHECK ((kind IN ('stake', 'payout', 'refund', 'reversal')) = (round_id IS NOT NULL)),
    CONSTRAINT transfers_transaction_given CHECK ((kind IN ('deposit', 'withdrawal')) = (transaction_id IS NOT NULL))
  );
  CREATE INDEX transfers_by_round ON transfers (player_key, round_id) WHERE round_id IS NOT NULL;

  -- The operator's own transaction ids, which are his for ever and across his players.
  CREATE TABLE wallet_transactions (
    operator_id    UUID NOT NULL,
    transaction_id TEXT NOT NULL,
    player_key     BIGINT NOT NULL,
    player_id      TEXT NOT NULL,
    currency       TEXT NOT NULL,
    type           TEXT NOT NULL,
    amount         BIGINT NOT NULL,
    balance_before BIGINT NOT NULL,
    balance_after  BIGINT NOT NULL,
    at             TIMESTAMPTZ NOT NULL,
    CONSTRAINT wallet_transactions_pk PRIMARY KEY (operator_id, transaction_id),
    CONSTRAINT wallet_transactions_type_known CHECK (type IN ('deposit', 'withdrawal')),
    CONSTRAINT wallet_transactions_amount_positive CHECK (amount > 0)
  );

  -- player_key is 0 where the request is about no player.
  CREATE TABLE idempotency_records (
    player_key   BIGINT NOT NULL,
    operator_id  UUID NOT NULL,
    key          TEXT NOT NULL,
    request_hash BYTEA NOT NULL,
    status       SMALLINT NOT NULL,
    answer       JSON NOT NULL,
    created_at   TIMESTAMPTZ NOT NULL,
    CONSTRAINT idempotency_records_pk PRIMARY KEY (player_key, operator_id, key)
  );
  CREATE INDEX idempotency_records_by_operator ON idempotency_records (operator_id, key);
  CREATE INDEX idempotency_records_by_time ON idempotency_records (created_at);
`;

const SESSIONS_AND_ROUNDS = `
  CREATE TABLE sessions (
    player_key          BIGINT NOT NULL,
    session_id          UUID NOT NULL,
    operator_id         UUID NOT NULL,
    player_id           TEXT NOT NULL,
    game_id             TEXT NOT NULL,
    rule_set_version    INTEGER NOT NULL,
    mode                TEXT NOT NULL,
    currency            TEXT NOT NULL,
    limits              JSONB NOT NULL,
    lang                TEXT,
    country             TEXT,
    ip                  TEXT,
    return_url          TEXT,
    external_session_id TEXT,
    opened_at           TIMESTAMPTZ NOT NULL,
    expires_at          TIMESTAMPTZ NOT NULL,
    closed_at           TIMESTAMPTZ,
    CONSTRAINT sessions_pk PRIMARY KEY (player_key, session_id),
    CONSTRAINT sessions_external_unique UNIQUE (player_key, external_session_id),
    CONSTRAINT sessions_mode_known CHECK (mode IN ('real', 'demo', 'test'))
  );
  CREATE INDEX sessions_by_external ON sessions (operator_id, external_session_id)
    WHERE external_session_id IS NOT NULL;

  -- Server seeds, encrypted. The hash is public from the start, the seed itself once revealed_at is set.
  CREATE TABLE seeds (
    player_key  BIGINT NOT NULL,
    session_id  UUID NOT NULL,
    seed_no     INTEGER NOT NULL,
    sealed_seed BYTEA NOT NULL,
    commitment  BYTEA NOT NULL,
    client_seed TEXT NOT NULL,
    next_nonce  INTEGER NOT NULL,
    made_at     TIMESTAMPTZ NOT NULL,
    revealed_at TIMESTAMPTZ,
    CONSTRAINT seeds_pk PRIMARY KEY (player_key, session_id, seed_no),
    CONSTRAINT seeds_commitment_length CHECK (octet_length(commitment) = 32),
    CONSTRAINT seeds_next_nonce_positive CHECK (next_nonce >= 0)
  );

  -- A shoe that is kept from round to round belongs to the session (C-25).
  CREATE TABLE shoes (
    player_key  BIGINT NOT NULL,
    session_id  UUID NOT NULL,
    shoe_no     INTEGER NOT NULL,
    seed_no     INTEGER NOT NULL,
    client_seed TEXT NOT NULL,
    nonce       INTEGER NOT NULL,
    dealt       INTEGER NOT NULL,
    opened_at   TIMESTAMPTZ NOT NULL,
    CONSTRAINT shoes_pk PRIMARY KEY (player_key, session_id, shoe_no),
    CONSTRAINT shoes_dealt_positive CHECK (dealt >= 0)
  );

  CREATE TABLE rounds (
    player_key       BIGINT NOT NULL,
    round_id         UUID NOT NULL,
    session_id       UUID NOT NULL,
    operator_id      UUID NOT NULL,
    player_id        TEXT NOT NULL,
    game_id          TEXT NOT NULL,
    rule_set_version INTEGER NOT NULL,
    mode             TEXT NOT NULL,
    currency         TEXT NOT NULL,
    limits           JSONB NOT NULL,
    decision_seconds INTEGER NOT NULL,
    seed_no          INTEGER NOT NULL,
    client_seed      TEXT NOT NULL,
    nonce            INTEGER NOT NULL,
    shoe             JSONB NOT NULL,
    status           TEXT NOT NULL,
    version          INTEGER NOT NULL,
    staked           BIGINT NOT NULL,
    returned         BIGINT NOT NULL,
    in_play          BIGINT NOT NULL,
    bets             JSONB NOT NULL,
    dealt_at         TIMESTAMPTZ NOT NULL,
    deadline         TIMESTAMPTZ NOT NULL,
    ended_at         TIMESTAMPTZ,
    CONSTRAINT rounds_pk PRIMARY KEY (player_key, round_id),
    CONSTRAINT rounds_status_known CHECK (status IN ('insurance', 'playing', 'settled', 'cancelled')),
    CONSTRAINT rounds_mode_known CHECK (mode IN ('real', 'demo', 'test')),
    CONSTRAINT rounds_money_range CHECK (staked > 0 AND returned >= 0 AND in_play >= 0),
    CONSTRAINT rounds_ended CHECK ((status IN ('settled', 'cancelled')) = (ended_at IS NOT NULL)),
    CONSTRAINT rounds_nothing_in_play_when_ended CHECK (ended_at IS NULL OR in_play = 0)
  );
  CREATE UNIQUE INDEX rounds_one_open_per_session ON rounds (player_key, session_id)
    WHERE status IN ('insurance', 'playing');
  CREATE INDEX rounds_by_player_game ON rounds (player_key, game_id, round_id);
  CREATE INDEX rounds_by_operator ON rounds (operator_id, round_id);
  CREATE INDEX rounds_by_deadline ON rounds (deadline) WHERE status IN ('insurance', 'playing');

  CREATE TABLE round_steps (
    player_key    BIGINT NOT NULL,
    round_id      UUID NOT NULL,
    version       INTEGER NOT NULL,
    step          JSONB NOT NULL,
    balance_after BIGINT NOT NULL,
    actor         TEXT NOT NULL,
    request_id    TEXT NOT NULL,
    at            TIMESTAMPTZ NOT NULL,
    CONSTRAINT round_steps_pk PRIMARY KEY (player_key, round_id, version)
  );

  CREATE TABLE cancellations (
    player_key    BIGINT NOT NULL,
    round_id      UUID NOT NULL,
    operator_id   UUID NOT NULL,
    reason        TEXT NOT NULL,
    note          TEXT,
    actor_key_id  UUID,
    actor_name    TEXT,
    status_before TEXT NOT NULL,
    amounts       JSONB NOT NULL,
    round_before  JSONB NOT NULL,
    request_id    TEXT NOT NULL,
    at            TIMESTAMPTZ NOT NULL,
    CONSTRAINT cancellations_pk PRIMARY KEY (player_key, round_id)
  );
  CREATE INDEX cancellations_by_operator ON cancellations (operator_id, at, round_id);
`;

const APPEND_ONLY = `
  CREATE FUNCTION refuse_change() RETURNS TRIGGER LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
  END
  $$;

  CREATE TRIGGER transfers_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transfers
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER wallet_transactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_transactions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER round_steps_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON round_steps
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER cancellations_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON cancellations
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER rule_sets_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rule_sets
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
`;
