import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Shared tables. A table is a shard of its own, as a player is: everything about it leads with `table_key`, the last 50
 * bits of its id and of its rounds' ids. What a bettor staked and got back is a row of `rounds` in his own shard.
 */
export class CreateTables1764700000000 implements MigrationInterface {
  name = 'CreateTables1764700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(ROUNDS_OF_TABLES);
    await runner.query(EVENTS);
    await runner.query(BETTORS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sessions DROP COLUMN table_id;
      ALTER TABLE rounds DROP COLUMN table_key, DROP COLUMN table_id, DROP COLUMN bettor, DROP COLUMN balance_after;
      DROP TABLE table_events, table_steps, table_rounds, table_shoes, table_changes, table_sheets, table_leases, tables;
    `);
  }
}

const TABLES = `
  -- state is the table as a machine; what is looked for is repeated beside it.
  CREATE TABLE tables (
    table_key        BIGINT NOT NULL,
    table_id         UUID NOT NULL,
    operator_id      UUID NOT NULL,
    game_id          TEXT NOT NULL,
    rule_set_version INTEGER NOT NULL,
    mode             TEXT NOT NULL,
    currency         TEXT NOT NULL,
    state            JSONB NOT NULL,
    phase            TEXT NOT NULL,
    due_at           TIMESTAMPTZ,
    round_id         UUID NOT NULL,
    event_no         BIGINT NOT NULL,
    transcript       BYTEA NOT NULL,
    alias_key        BYTEA NOT NULL,
    opened_at        TIMESTAMPTZ NOT NULL,
    closed_at        TIMESTAMPTZ,
    CONSTRAINT tables_pk PRIMARY KEY (table_key, table_id),
    CONSTRAINT tables_mode_known CHECK (mode IN ('real', 'test')),
    CONSTRAINT tables_phase_known
      CHECK (phase IN ('betting', 'insurance', 'deciding', 'result', 'paused', 'closed')),
    CONSTRAINT tables_closed CHECK ((phase = 'closed') = (closed_at IS NOT NULL)),
    CONSTRAINT tables_transcript_length CHECK (octet_length(transcript) = 32)
  );
  CREATE INDEX tables_by_operator ON tables (operator_id, table_id);
  CREATE INDEX tables_open ON tables (table_id) WHERE closed_at IS NULL;

  -- Which process drives a table. The fence grows with every holder: a write of an earlier one is refused.
  CREATE TABLE table_leases (
    table_key  BIGINT NOT NULL,
    table_id   UUID NOT NULL,
    holder     TEXT NOT NULL,
    fence      BIGINT NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT table_leases_pk PRIMARY KEY (table_key, table_id)
  );

  -- What a bettor has on a table for the round that is bet on or played, and the wallet that pays for it.
  CREATE TABLE table_sheets (
    table_key         BIGINT NOT NULL,
    table_id          UUID NOT NULL,
    player_key        BIGINT NOT NULL,
    player_id         TEXT NOT NULL,
    session_id        UUID NOT NULL,
    wallet_session_id UUID NOT NULL,
    mode              TEXT NOT NULL,
    sheet             JSONB NOT NULL,
    CONSTRAINT table_sheets_pk PRIMARY KEY (table_key, table_id, player_key),
    CONSTRAINT table_sheets_mode_known CHECK (mode IN ('real', 'demo', 'test'))
  );

  -- What supervisors did to a table, and why.
  CREATE TABLE table_changes (
    table_key   BIGINT NOT NULL,
    table_id    UUID NOT NULL,
    change_no   INTEGER NOT NULL,
    operator_id UUID NOT NULL,
    kind        TEXT NOT NULL,
    reason      TEXT,
    note        TEXT,
    details     JSONB NOT NULL,
    actor       TEXT NOT NULL,
    actor_name  TEXT,
    request_id  TEXT NOT NULL,
    at          TIMESTAMPTZ NOT NULL,
    position    BIGINT NOT NULL DEFAULT nextval('record_positions'),
    CONSTRAINT table_changes_pk PRIMARY KEY (table_key, table_id, change_no),
    CONSTRAINT table_changes_kind_known
      CHECK (kind IN ('opened', 'changed', 'paused', 'resumed', 'closed', 'scripted', 'advanced'))
  );
  CREATE INDEX table_changes_by_position ON table_changes (position);
  CREATE TRIGGER table_changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON table_changes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
`;

const ROUNDS_OF_TABLES = `
  -- Its server seed is the row of "seeds" under the table's key and id, with the number of the shoe.
  CREATE TABLE table_shoes (
    table_key BIGINT NOT NULL,
    table_id  UUID NOT NULL,
    shoe_no   INTEGER NOT NULL,
    salt      TEXT NOT NULL,
    cut       INTEGER NOT NULL,
    exposed   TEXT,
    burned    INTEGER NOT NULL,
    dealt     INTEGER NOT NULL,
    opened_at TIMESTAMPTZ NOT NULL,
    ended_at  TIMESTAMPTZ,
    CONSTRAINT table_shoes_pk PRIMARY KEY (table_key, table_id, shoe_no)
  );

  CREATE TABLE table_rounds (
    table_key        BIGINT NOT NULL,
    round_id         UUID NOT NULL,
    table_id         UUID NOT NULL,
    operator_id      UUID NOT NULL,
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
    bettors          INTEGER NOT NULL,
    dealt_at         TIMESTAMPTZ NOT NULL,
    ended_at         TIMESTAMPTZ,
    CONSTRAINT table_rounds_pk PRIMARY KEY (table_key, round_id),
    CONSTRAINT table_rounds_status_known CHECK (status IN ('insurance', 'playing', 'settled', 'cancelled')),
    CONSTRAINT table_rounds_ended CHECK ((status IN ('settled', 'cancelled')) = (ended_at IS NOT NULL))
  );
  CREATE INDEX table_rounds_by_table ON table_rounds (table_key, table_id, round_id);

  CREATE TABLE table_steps (
    table_key  BIGINT NOT NULL,
    round_id   UUID NOT NULL,
    version    INTEGER NOT NULL,
    step       JSONB NOT NULL,
    actor      TEXT NOT NULL,
    request_id TEXT NOT NULL,
    at         TIMESTAMPTZ NOT NULL,
    position   BIGINT NOT NULL DEFAULT nextval('record_positions'),
    CONSTRAINT table_steps_pk PRIMARY KEY (table_key, round_id, version)
  );
  CREATE INDEX table_steps_by_position ON table_steps (position);
  CREATE TRIGGER table_steps_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON table_steps
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
`;

/** `private` maps a player's key to what only he is told with the event. */
const EVENTS = `
  CREATE TABLE table_events (
    table_key BIGINT NOT NULL,
    table_id  UUID NOT NULL,
    event_no  BIGINT NOT NULL,
    type      TEXT NOT NULL,
    round_id  UUID NOT NULL,
    body      JSONB NOT NULL,
    private   JSONB,
    at        TIMESTAMPTZ NOT NULL,
    CONSTRAINT table_events_pk PRIMARY KEY (table_key, table_id, event_no)
  );
  CREATE INDEX table_events_by_time ON table_events (at);
`;

/** One bettor's part in a table's round; the steps are the table's. `balance_after` is his wallet's after its last move. */
const BETTORS = `
  ALTER TABLE rounds ADD COLUMN table_key BIGINT, ADD COLUMN table_id UUID, ADD COLUMN bettor INTEGER,
    ADD COLUMN balance_after BIGINT,
    ADD CONSTRAINT rounds_table_whole CHECK (
      (table_key IS NULL AND table_id IS NULL AND bettor IS NULL AND balance_after IS NULL)
      OR (table_key IS NOT NULL AND table_id IS NOT NULL AND bettor IS NOT NULL AND balance_after IS NOT NULL));
  CREATE INDEX rounds_by_table ON rounds (table_key, round_id) WHERE table_key IS NOT NULL;
  ALTER TABLE sessions ADD COLUMN table_id UUID;
  CREATE INDEX sessions_by_table ON sessions (table_id, expires_at) WHERE table_id IS NOT NULL;
`;
