import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whoever puts the removal of rounds on record must not choose its time, or what is young would pass for old: the
 * database's clock counts the five years, writes the time down, and counts again when a row is deleted. Removals that are
 * on record with a time to come let nothing be deleted any more; the audit names them.
 */
export class DateRemovalsByTheDatabase1765000000001 implements MigrationInterface {
  name = 'DateRemovalsByTheDatabase1765000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      refuseEarlyRemoval("at <= clock_timestamp() - interval '5 years'", 'NEW.at := clock_timestamp();'),
    );
    await runner.query(refuseDeletion(SEALED_LONG_AGO));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(refuseEarlyRemoval("at <= NEW.at - interval '5 years'", ''));
    await runner.query(refuseDeletion(''));
  }
}

const SEALED_LONG_AGO = `
        AND EXISTS (SELECT FROM seals WHERE seals.operator_id = m.operator_id AND to_position = m.up_to_position
          AND seals.at <= clock_timestamp() - interval '5 years')`;

const refuseEarlyRemoval = (isOld: string, dated: string): string => `
  CREATE OR REPLACE FUNCTION refuse_early_removal() RETURNS TRIGGER LANGUAGE plpgsql AS $$
  BEGIN
    IF NOT EXISTS (SELECT FROM seals WHERE operator_id = NEW.operator_id AND to_position = NEW.up_to_position
      AND ${isOld}) THEN
      RAISE EXCEPTION 'rounds are kept for five years at least after they were sealed'
        USING ERRCODE = 'restrict_violation';
    END IF;
    ${dated}
    RETURN NEW;
  END
  $$;
`;

/** A round goes as a whole, or stays as a whole (see CreateRoundRemovals). */
const refuseDeletion = (condition: string): string => `
  CREATE OR REPLACE FUNCTION refuse_deletion_but_removal() RETURNS TRIGGER LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (
      SELECT FROM rounds r JOIN round_removals m USING (operator_id)
      WHERE r.player_key = OLD.player_key AND r.round_id = OLD.round_id AND r.ended_at IS NOT NULL
        AND m.up_to_position >= OLD.position${condition}
        AND (SELECT max(s.position) FROM round_steps s
             WHERE s.player_key = OLD.player_key AND s.round_id = OLD.round_id) <= m.up_to_position) THEN
      RETURN OLD;
    END IF;
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
  END
  $$;
`;
