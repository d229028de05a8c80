import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How fast rounds may follow each other, and after how long a player is told how long he has played and what came of
 * it. What he acknowledged, and when, is a record: append-only and sealed.
 */
export class AddPlayPaceAndReminders1764600000001 implements MigrationInterface {
  name = 'AddPlayPaceAndReminders1764600000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SETTINGS);
    await runner.query(ACKNOWLEDGEMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE reminder_acknowledgements;
      ALTER TABLE sessions DROP COLUMN reminder_seconds;
      ALTER TABLE operators DROP COLUMN reminder_seconds, DROP COLUMN min_round_interval_ms;
    `);
  }
}

const SETTINGS = `
  ALTER TABLE operators
    ADD COLUMN min_round_interval_ms INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN reminder_seconds INTEGER,
    ADD CONSTRAINT operators_min_round_interval_range CHECK (min_round_interval_ms BETWEEN 0 AND 600000),
    ADD CONSTRAINT operators_reminder_range CHECK (reminder_seconds BETWEEN 60 AND 86400);
  -- NULL: the operator's own interval, if he has one.
  ALTER TABLE sessions
    ADD COLUMN reminder_seconds INTEGER,
    ADD CONSTRAINT sessions_reminder_range CHECK (reminder_seconds BETWEEN 60 AND 86400);
`;

const ACKNOWLEDGEMENTS = `
  CREATE TABLE reminder_acknowledgements (
    player_key      BIGINT NOT NULL,
    session_id      UUID NOT NULL,
    at              TIMESTAMPTZ NOT NULL,
    operator_id     UUID NOT NULL,
    due_at          TIMESTAMPTZ NOT NULL,
    elapsed_seconds INTEGER NOT NULL,
    staked          BIGINT NOT NULL,
    returned        BIGINT NOT NULL,
    actor           TEXT NOT NULL,
    request_id      TEXT NOT NULL,
    position        BIGINT NOT NULL DEFAULT nextval('record_positions'),
    CONSTRAINT reminder_acknowledgements_pk PRIMARY KEY (player_key, session_id, at),
    CONSTRAINT reminder_acknowledgements_range CHECK (elapsed_seconds >= 0 AND staked >= 0 AND returned >= 0)
  );
  CREATE INDEX reminder_acknowledgements_by_position ON reminder_acknowledgements (position);
  CREATE TRIGGER reminder_acknowledgements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE
    ON reminder_acknowledgements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
`;
