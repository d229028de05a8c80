import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Old rounds may be removed: their steps and cancellations, which are append-only otherwise, once it is on record up to
 * which position an operator's rounds are, and everything up to there was sealed five years before. The seals stay, with
 * the hash of every row that is gone; transfers stay as well (docs/records.md).
 */
export class CreateRoundRemovals1764600100002 implements MigrationInterface {
  name = 'CreateRoundRemovals1764600100002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(REMOVALS);
    await runner.query(DELETIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER round_steps_removal_only ON round_steps;
      DROP TRIGGER cancellations_removal_only ON cancellations;
      DROP TRIGGER round_steps_append_only ON round_steps;
      DROP TRIGGER cancellations_append_only ON cancellations;
      CREATE TRIGGER round_steps_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON round_steps
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
      CREATE TRIGGER cancellations_append_only BEFORE DELETE OR TRUNCATE ON cancellations
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
      DROP FUNCTION refuse_deletion_but_removal();
      DROP TABLE round_removals;
      DROP FUNCTION refuse_early_removal();
    `);
  }
}

const REMOVALS = `
  CREATE TABLE round_removals (
    position       BIGINT NOT NULL DEFAULT nextval('record_positions'),
    operator_id    UUID NOT NULL,
    up_to_position BIGINT NOT NULL,
    actor          TEXT NOT NULL,
    at             TIMESTAMPTZ NOT NULL,
    CONSTRAINT round_removals_pk PRIMARY KEY (position)
  );
  CREATE INDEX round_removals_by_operator ON round_removals (operator_id, up_to_position);
  CREATE TRIGGER round_removals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON round_removals
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

  CREATE FUNCTION refuse_early_removal() RETURNS TRIGGER LANGUAGE plpgsql AS $$
  BEGIN
    IF NOT EXISTS (SELECT FROM seals WHERE operator_id = NEW.operator_id AND to_position = NEW.up_to_position
      AND at <= NEW.at - interval '5 years') THEN
      RAISE EXCEPTION 'rounds are kept for five years at least after they were sealed'
        USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
  END
  $$;
  CREATE TRIGGER round_removals_not_early BEFORE INSERT ON round_removals
    FOR EACH ROW EXECUTE FUNCTION refuse_early_removal();
`;

/**
 * A round goes as a whole, or stays as a whole: one that went on after the position is kept with its older steps. What
 * has no steps of its own, as the part of a bettor in a round of a shared table, stays.
 */
const DELETIONS = `
  CREATE FUNCTION refuse_deletion_but_removal() RETURNS TRIGGER LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (
      SELECT FROM rounds r JOIN round_removals m USING (operator_id)
      WHERE r.player_key = OLD.player_key AND r.round_id = OLD.round_id AND r.ended_at IS NOT NULL
        AND m.up_to_position >= OLD.position
        AND (SELECT max(s.position) FROM round_steps s
             WHERE s.player_key = OLD.player_key AND s.round_id = OLD.round_id) <= m.up_to_position) THEN
      RETURN OLD;
    END IF;
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
  END
  $$;

  DROP TRIGGER round_steps_append_only ON round_steps;
  DROP TRIGGER cancellations_append_only ON cancellations;
  CREATE TRIGGER round_steps_append_only BEFORE UPDATE OR TRUNCATE ON round_steps
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER cancellations_append_only BEFORE TRUNCATE ON cancellations
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER round_steps_removal_only BEFORE DELETE ON round_steps
    FOR EACH ROW EXECUTE FUNCTION refuse_deletion_but_removal();
  CREATE TRIGGER cancellations_removal_only BEFORE DELETE ON cancellations
    FOR EACH ROW EXECUTE FUNCTION refuse_deletion_but_removal();
`;
