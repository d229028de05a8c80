import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Rounds of shared tables are assessed as a whole, all bettors together, for they win and lose by the same cards
 * (docs/reports.md): one place in the queue and one assessment a round, under the table's key. What their bettors had added
 * one by one is taken out, and all rounds of tables are queued again. A line says itself which mode and band of stakes it
 * belongs to.
 */
export class AssessRoundsOfTables1764900000000 implements MigrationInterface {
  name = 'AssessRoundsOfTables1764900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LINES_BY_MODE_AND_BAND);
    await runner.query(ONE_PLACE_A_ROUND);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(A_PLACE_FOR_EACH_BETTOR);
    await runner.query(BAND_OF_THE_ROUND);
  }
}

const OF_BETTORS = `SELECT player_key, round_id FROM rounds WHERE table_key IS NOT NULL`;
const OF_TABLES = `SELECT table_key, round_id FROM table_rounds`;
const GAMES_OF_TABLES = `SELECT game_id FROM table_rounds`;

const LINES_BY_MODE_AND_BAND = `
  DELETE FROM return_totals WHERE game_id IN (${GAMES_OF_TABLES});
  DELETE FROM round_assessments WHERE (player_key, round_id) IN (${OF_BETTORS});
  -- Nothing can be cancelled any more of rounds that were removed.
  DELETE FROM round_assessments a WHERE NOT EXISTS (
    SELECT FROM rounds r WHERE r.player_key = a.player_key AND r.round_id = a.round_id);
  UPDATE round_assessments a SET lines = (
    SELECT jsonb_agg(line || jsonb_build_object('mode', r.mode, 'stakeBand', a.stake_band, 'rounds', 1))
    FROM jsonb_array_elements(a.lines) AS line)
  FROM rounds r WHERE r.player_key = a.player_key AND r.round_id = a.round_id;
  ALTER TABLE round_assessments DROP COLUMN stake_band;
`;

const ONE_PLACE_A_ROUND = `
  DROP TRIGGER rounds_to_be_assessed ON rounds;
  CREATE TRIGGER rounds_to_be_assessed AFTER INSERT OR UPDATE OF status ON rounds
    FOR EACH ROW WHEN (NEW.table_key IS NULL AND NEW.status IN ('settled', 'cancelled'))
    EXECUTE FUNCTION queue_for_assessment();

  CREATE FUNCTION queue_table_round_for_assessment() RETURNS TRIGGER LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO rounds_to_assess (player_key, round_id, ended_at)
    VALUES (NEW.table_key, NEW.round_id, NEW.ended_at);
    RETURN NULL;
  END
  $$;

  CREATE TRIGGER table_rounds_to_be_assessed AFTER INSERT OR UPDATE OF status ON table_rounds
    FOR EACH ROW WHEN (NEW.status IN ('settled', 'cancelled')) EXECUTE FUNCTION queue_table_round_for_assessment();

  DELETE FROM rounds_to_assess WHERE (player_key, round_id) IN (${OF_BETTORS});
  INSERT INTO rounds_to_assess (player_key, round_id, ended_at)
  SELECT table_key, round_id, ended_at FROM table_rounds WHERE status = 'settled' ORDER BY ended_at;
`;

const A_PLACE_FOR_EACH_BETTOR = `
  DROP TRIGGER table_rounds_to_be_assessed ON table_rounds;
  DROP FUNCTION queue_table_round_for_assessment();
  DROP TRIGGER rounds_to_be_assessed ON rounds;
  CREATE TRIGGER rounds_to_be_assessed AFTER INSERT OR UPDATE OF status ON rounds
    FOR EACH ROW WHEN (NEW.status IN ('settled', 'cancelled')) EXECUTE FUNCTION queue_for_assessment();

  DELETE FROM rounds_to_assess WHERE (player_key, round_id) IN (${OF_TABLES});
  INSERT INTO rounds_to_assess (player_key, round_id, ended_at)
  SELECT player_key, round_id, ended_at FROM rounds WHERE table_key IS NOT NULL AND status = 'settled' ORDER BY ended_at;
`;

const BAND_OF_THE_ROUND = `
  DELETE FROM return_totals WHERE game_id IN (${GAMES_OF_TABLES});
  DELETE FROM round_assessments WHERE (player_key, round_id) IN (${OF_TABLES});
  ALTER TABLE round_assessments ADD COLUMN stake_band SMALLINT;
  UPDATE round_assessments SET stake_band = (lines->0->>'stakeBand')::SMALLINT,
    lines = (SELECT jsonb_agg(line - 'mode' - 'stakeBand' - 'rounds') FROM jsonb_array_elements(lines) AS line);
  ALTER TABLE round_assessments ALTER COLUMN stake_band SET NOT NULL;
`;
