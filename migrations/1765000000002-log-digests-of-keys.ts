import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The log of changes tells of every API key a digest of its hash, so that a key that was exchanged behind the back of the
 * log is found. The digest lets nobody in: a key is 32 random bytes, its hash is what the database compares, and this is a
 * hash of that. The keys that are there are put on record as they are found.
 */
export class LogDigestsOfKeys1765000000002 implements MigrationInterface {
  name = 'LogDigestsOfKeys1765000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LOGGED_ROW);
    await runner.query(logConfigurationChange('logged_row(to_jsonb(OLD))', 'logged_row(to_jsonb(NEW))', ''));
    await runner.query(found(WITH_DIGEST));
  }

  async down(runner: QueryRunner): Promise<void> {
    const without = (row: string): string => `to_jsonb(${row}) - 'key_hash' - 'position'`;
    await runner.query(logConfigurationChange(without('OLD'), without('NEW'), ANOTHER_HASH));
    await runner.query('DROP FUNCTION logged_row(JSONB)');
    await runner.query(found(WITHOUT_DIGEST));
  }
}

const LOGGED_ROW = `
  -- A row as the log tells it: of an API key a digest in place of its hash.
  CREATE FUNCTION logged_row(a_row JSONB) RETURNS JSONB LANGUAGE sql IMMUTABLE AS $$
    SELECT a_row - 'key_hash' - 'position' || CASE WHEN a_row ? 'key_hash' THEN jsonb_build_object(
      'key_digest', encode(sha256(decode(substr(a_row->>'key_hash', 3), 'hex')), 'hex')) ELSE '{}' END
  $$;
`;

const ANOTHER_HASH = `
      IF to_jsonb(OLD)->'key_hash' IS DISTINCT FROM to_jsonb(NEW)->'key_hash' THEN
        new_row := new_row || '{"key_hash": "another one"}';
      END IF;`;

/** As CreateSeals has made it, but for how a row is told. */
const logConfigurationChange = (oldRow: string, newRow: string, marking: string): string => `
  CREATE OR REPLACE FUNCTION log_configuration_change() RETURNS TRIGGER LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, public SET bytea_output = 'hex' AS $$
  DECLARE
    old_row JSONB := CASE WHEN TG_OP <> 'INSERT' THEN ${oldRow} END;
    new_row JSONB := CASE WHEN TG_OP <> 'DELETE' THEN ${newRow} END;
    this_row JSONB := coalesce(new_row, old_row);
    named TEXT := current_setting('holecard.actor', true);
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      IF to_jsonb(OLD) = to_jsonb(NEW) THEN RETURN NULL; END IF;${marking}
    END IF;
    INSERT INTO public.configuration_changes (operator_id, subject, subject_key, operation, before, after, actor,
      request_id, at)
    VALUES ((this_row->>'operator_id')::UUID, TG_TABLE_NAME,
      CASE TG_TABLE_NAME WHEN 'operators' THEN this_row->>'name' WHEN 'api_keys' THEN this_row->>'key_id'
        WHEN 'game_limits' THEN concat(this_row->>'game_id', ' ', this_row->>'currency')
        ELSE concat(this_row->>'rule_set_id', '@', this_row->>'version') END,
      TG_OP, old_row, new_row,
      CASE WHEN named IS NULL OR named = '' THEN concat('database:', session_user) ELSE named END,
      nullif(current_setting('holecard.request_id', true), ''), date_trunc('milliseconds', now()));
    RETURN NULL;
  END
  $$;
`;

/** Of what the log said last of every key that is still there: a change that it does not tell stays one. */
const found = (after: string): string => `
  INSERT INTO configuration_changes (operator_id, subject, subject_key, operation, after, actor, at)
  SELECT last.operator_id, 'api_keys', subject_key, 'FOUND', ${after}, 'migration', date_trunc('milliseconds', now())
  FROM (
    SELECT DISTINCT ON (operator_id, subject_key) operator_id, subject_key, after
    FROM configuration_changes WHERE subject = 'api_keys' ORDER BY operator_id, subject_key, position DESC
  ) AS last JOIN api_keys ON key_id::text = subject_key
  WHERE after IS NOT NULL;
`;

const WITH_DIGEST = `after - 'key_hash' || jsonb_build_object('key_digest', encode(sha256(key_hash), 'hex'))`;
const WITHOUT_DIGEST = `after - 'key_digest'`;
