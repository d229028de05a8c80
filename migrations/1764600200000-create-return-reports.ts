import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What games returned, and how well they were played (docs/reports.md). A round that ends stands in a queue, in the
 * transaction that ends it, whoever writes that; a worker assesses it later, behind the traffic, and adds it to the sums
 * that reports are read from. Rounds that ended before are queued by this migration.
 */
export class CreateReturnReports1764600200000 implements MigrationInterface {
  name = 'CreateReturnReports1764600200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ASSESSMENTS);
    await runner.query(QUEUE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER rounds_to_be_assessed ON rounds;
      DROP FUNCTION queue_for_assessment();
      DROP TABLE rounds_to_assess, round_assessments, return_totals;
    `);
  }
}

const ASSESSMENTS = `
  -- What one round added to the sums. A round that is cancelled afterwards is taken out of them again, once.
  CREATE TABLE round_assessments (
    player_key   BIGINT NOT NULL,
    round_id     UUID NOT NULL,
    operator_id  UUID NOT NULL,
    day          DATE NOT NULL,
    stake_band   SMALLINT NOT NULL,
    lines        JSONB NOT NULL,
    assessed_at  TIMESTAMPTZ NOT NULL,
    taken_out_at TIMESTAMPTZ,
    CONSTRAINT round_assessments_pk PRIMARY KEY (player_key, round_id)
  );

  -- The operator's, across his players: one row for each kind of bet, day in UTC and band of stakes. Sums of an operator's
  -- money exceed what one number of 64 bits holds safely, as do squares of stakes.
  CREATE TABLE return_totals (
    operator_id              UUID NOT NULL,
    game_id                  TEXT NOT NULL,
    rule_set_version         INTEGER NOT NULL,
    currency                 TEXT NOT NULL,
    mode                     TEXT NOT NULL,
    day                      DATE NOT NULL,
    stake_band               SMALLINT NOT NULL,
    bet                      TEXT NOT NULL,
    rounds                   BIGINT NOT NULL,
    initial_stake            NUMERIC NOT NULL,
    staked                   NUMERIC NOT NULL,
    returned                 NUMERIC NOT NULL,
    squared_stakes           NUMERIC NOT NULL,
    expected_variance        NUMERIC NOT NULL,
    squared_luck             NUMERIC NOT NULL,
    given_away               NUMERIC NOT NULL,
    given_away_automatically NUMERIC NOT NULL,
    CONSTRAINT return_totals_pk
      PRIMARY KEY (operator_id, game_id, rule_set_version, currency, mode, day, stake_band, bet),
    CONSTRAINT return_totals_mode_known CHECK (mode IN ('real', 'demo', 'test')),
    CONSTRAINT return_totals_not_negative CHECK (rounds >= 0 AND initial_stake >= 0 AND staked >= 0 AND returned >= 0)
  );
`;

/**
 * A trigger, because rounds are ended in several ways, and none may be forgotten. It adds a row and decides nothing: play
 * and money do not depend on it.
 */
const QUEUE = `
  CREATE TABLE rounds_to_assess (
    queue_no   BIGINT GENERATED ALWAYS AS IDENTITY,
    player_key BIGINT NOT NULL,
    round_id   UUID NOT NULL,
    ended_at   TIMESTAMPTZ NOT NULL,
    failure    TEXT,
    CONSTRAINT rounds_to_assess_pk PRIMARY KEY (queue_no)
  );

  CREATE FUNCTION queue_for_assessment() RETURNS TRIGGER LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO rounds_to_assess (player_key, round_id, ended_at)
    VALUES (NEW.player_key, NEW.round_id, NEW.ended_at);
    RETURN NULL;
  END
  $$;

  CREATE TRIGGER rounds_to_be_assessed AFTER INSERT OR UPDATE OF status ON rounds
    FOR EACH ROW WHEN (NEW.status IN ('settled', 'cancelled')) EXECUTE FUNCTION queue_for_assessment();

  INSERT INTO rounds_to_assess (player_key, round_id, ended_at)
  SELECT player_key, round_id, ended_at FROM rounds WHERE status = 'settled' ORDER BY ended_at;
`;
