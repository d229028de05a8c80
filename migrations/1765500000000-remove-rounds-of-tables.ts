import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Old rounds of shared tables may be removed like those that were played alone: their steps, which are the table's, and
 * the cancellations of all their bettors, once a removal on record covers them. Everything that is under seal of a round has
 * to be old enough, its transfers too, which stay. And five years are five years of UTC, whatever zone a session is in.
 */
export class RemoveRoundsOfTables1765500000000 implements MigrationInterface {
  name = 'RemoveRoundsOfTables1765500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(refuseEarlyRemoval(FIVE_YEARS_AGO));
    await runner.query(OF_BOTH_KINDS);
    await runner.query(`
      DROP TRIGGER table_steps_append_only ON table_steps;
      CREATE TRIGGER table_steps_append_only BEFORE UPDATE OR TRUNCATE ON table_steps
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
      CREATE TRIGGER table_steps_removal_only BEFORE DELETE ON table_steps
        FOR EACH ROW EXECUTE FUNCTION refuse_deletion_but_removal();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER table_steps_removal_only ON table_steps;
      DROP TRIGGER table_steps_append_only ON table_steps;
      CREATE TRIGGER table_steps_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON table_steps
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
    `);
    await runner.query(OF_PRIVATE_ROUNDS);
    await runner.query(refuseEarlyRemoval("clock_timestamp() - interval '5 years'"));
  }
}

const FIVE_YEARS_AGO = "(clock_timestamp() AT TIME ZONE 'UTC' - interval '5 years') AT TIME ZONE 'UTC'";

const refuseEarlyRemoval = (latest: string): string => `
  CREATE OR REPLACE FUNCTION refuse_early_removal() RETURNS TRIGGER LANGUAGE plpgsql AS $$
  BEGIN
    IF NOT EXISTS (SELECT FROM seals WHERE operator_id = NEW.operator_id AND to_position = NEW.up_to_position
      AND at <= ${latest}) THEN
      RAISE EXCEPTION 'rounds are kept for five years at least after they were sealed'
        USING ERRCODE = 'restrict_violation';
    END IF;
    NEW.at := clock_timestamp();
    RETURN NEW;
  END
  $$;
`;

/**
 * A round goes as a whole, or stays as a whole (see CreateRoundRemovals). Its transfers are looked at once: with its first
 * step, without which it is not gone.
 */
const OF_BOTH_KINDS = `
  CREATE OR REPLACE FUNCTION refuse_deletion_but_removal() RETURNS TRIGGER LANGUAGE plpgsql AS $$
  DECLARE
    its_operator  UUID;
    its_table     BIGINT;
    last_position BIGINT;
  BEGIN
    IF TG_TABLE_NAME = 'table_steps' THEN
      its_table := OLD.table_key;
      SELECT r.operator_id INTO its_operator FROM table_rounds r
      WHERE r.table_key = its_table AND r.round_id = OLD.round_id AND r.ended_at IS NOT NULL;
    ELSE
      SELECT r.operator_id, r.table_key INTO its_operator, its_table FROM rounds r
      WHERE r.player_key = OLD.player_key AND r.round_id = OLD.round_id AND r.ended_at IS NOT NULL;
    END IF;
    IF its_table IS NULL THEN
      SELECT max(s.position) INTO last_position FROM round_steps s
      WHERE s.player_key = OLD.player_key AND s.round_id = OLD.round_id;
    ELSE
      SELECT max(s.position) INTO last_position FROM table_steps s
      WHERE s.table_key = its_table AND s.round_id = OLD.round_id;
    END IF;
    IF TG_TABLE_NAME = 'table_steps' THEN
      IF OLD.version = 1 THEN
        last_position := greatest(last_position, (SELECT max(t.position) FROM rounds r
          JOIN transfers t ON t.player_key = r.player_key AND t.round_id = r.round_id
          WHERE r.table_key = its_table AND r.round_id = OLD.round_id));
      END IF;
    ELSIF TG_TABLE_NAME = 'round_steps' THEN
      IF OLD.version = 1 THEN
        last_position := greatest(last_position, (SELECT max(t.position) FROM transfers t
          WHERE t.player_key = OLD.player_key AND t.round_id = OLD.round_id));
      END IF;
    END IF;
    IF last_position IS NOT NULL AND EXISTS (
      SELECT FROM round_removals m JOIN seals ON seals.operator_id = m.operator_id AND to_position = m.up_to_position
      WHERE m.operator_id = its_operator AND m.up_to_position >= greatest(last_position, OLD.position)
        AND seals.at <= ${FIVE_YEARS_AGO}) THEN
      RETURN OLD;
    END IF;
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
  END
  $$;
`;

/** As DateRemovalsByTheDatabase left it. */
const OF_PRIVATE_ROUNDS = `
  CREATE OR REPLACE FUNCTION refuse_deletion_but_removal() RETURNS TRIGGER LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (
      SELECT FROM rounds r JOIN round_removals m USING (operator_id)
      WHERE r.player_key = OLD.player_key AND r.round_id = OLD.round_id AND r.ended_at IS NOT NULL
        AND m.up_to_position >= OLD.position
        AND EXISTS (SELECT FROM seals WHERE seals.operator_id = m.operator_id AND to_position = m.up_to_position
          AND seals.at <= clock_timestamp() - interval '5 years')
        AND (SELECT max(s.position) FROM round_steps s
             WHERE s.player_key = OLD.player_key AND s.round_id = OLD.round_id) <= m.up_to_position) THEN
      RETURN OLD;
    END IF;
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
  END
  $$;
`;
