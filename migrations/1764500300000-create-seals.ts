import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The chain of seals over the records. Every record gets a position when it is written; a worker seals what lies between
 * two positions once no transaction can add to it any more (docs/records.md). Changes of the configuration are logged by
 * triggers, so that those made past the application are in the log as well.
 */
export class CreateSeals1764500300000 implements MigrationInterface {
  name = 'CreateSeals1764500300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CHANGES);
    await runner.query(POSITIONS);
    await runner.query(SEALS);
    await runner.query(LOG_OF_CHANGES);
  }

  async down(runner: QueryRunner): Promise<void> {
    const logged = ['operators', 'api_keys', 'game_limits', 'rule_sets'];
    await runner.query(logged.map((table) => `DROP TRIGGER ${table}_logged ON ${table};`).join('\n'));
    await runner.query(`
      DROP FUNCTION log_configuration_change();
      DROP TABLE seals, signing_keys, configuration_changes;
      ALTER TABLE round_steps DROP COLUMN position;
      ALTER TABLE transfers DROP COLUMN position;
      ALTER TABLE wallet_transactions DROP COLUMN position;
      ALTER TABLE cancellations DROP COLUMN position;
      ALTER TABLE rule_sets DROP COLUMN position;
      DROP SEQUENCE record_positions;
    `);
  }
}

const CHANGES = `
  CREATE SEQUENCE record_positions AS BIGINT;

  CREATE TABLE configuration_changes (
    position    BIGINT NOT NULL DEFAULT nextval('record_positions'),
    operator_id UUID NOT NULL,
    subject     TEXT NOT NULL,
    subject_key TEXT NOT NULL,
    operation   TEXT NOT NULL,
    before      JSONB,
    after       JSONB,
    actor       TEXT NOT NULL,
    request_id  TEXT,
    at          TIMESTAMPTZ NOT NULL,
    CONSTRAINT configuration_changes_pk PRIMARY KEY (position),
    CONSTRAINT configuration_changes_subject_known
      CHECK (subject IN ('operators', 'api_keys', 'game_limits', 'rule_sets')),
    CONSTRAINT configuration_changes_operation_known CHECK (operation IN ('FOUND', 'INSERT', 'UPDATE', 'DELETE'))
  );
  CREATE INDEX configuration_changes_by_operator ON configuration_changes (operator_id, position);
  CREATE TRIGGER configuration_changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON configuration_changes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
`;

/** A default that is no constant writes every row anew, which gives those that are there their positions. */
const POSITIONS = `
  ALTER TABLE round_steps ADD COLUMN position BIGINT NOT NULL DEFAULT nextval('record_positions');
  ALTER TABLE transfers ADD COLUMN position BIGINT NOT NULL DEFAULT nextval('record_positions');
  ALTER TABLE wallet_transactions ADD COLUMN position BIGINT NOT NULL DEFAULT nextval('record_positions');
  ALTER TABLE cancellations ADD COLUMN position BIGINT NOT NULL DEFAULT nextval('record_positions');
  ALTER TABLE rule_sets ADD COLUMN position BIGINT NOT NULL DEFAULT nextval('record_positions');
  CREATE INDEX round_steps_by_position ON round_steps (position);
  CREATE INDEX transfers_by_position ON transfers (position);
  CREATE INDEX wallet_transactions_by_position ON wallet_transactions (position);
  CREATE INDEX cancellations_by_position ON cancellations (position);
  CREATE INDEX rule_sets_by_position ON rule_sets (position);
`;

const SEALS = `
  CREATE TABLE seals (
    operator_id   UUID NOT NULL,
    seal_no       BIGINT NOT NULL,
    previous_hash BYTEA NOT NULL,
    hash          BYTEA NOT NULL,
    salt          BYTEA NOT NULL,
    from_position BIGINT NOT NULL,
    to_position   BIGINT NOT NULL,
    row_count     INTEGER NOT NULL,
    rows_total    BIGINT NOT NULL,
    covers        TEXT NOT NULL,
    at            TIMESTAMPTZ NOT NULL,
    CONSTRAINT seals_pk PRIMARY KEY (operator_id, seal_no),
    CONSTRAINT seals_number_positive CHECK (seal_no > 0),
    CONSTRAINT seals_range CHECK (from_position < to_position),
    CONSTRAINT seals_whole_milliseconds CHECK (date_trunc('milliseconds', at) = at),
    CONSTRAINT seals_hash_lengths
      CHECK (octet_length(hash) = 32 AND octet_length(previous_hash) = 32 AND octet_length(salt) = 16)
  );
  CREATE UNIQUE INDEX seals_by_operator_position ON seals (operator_id, to_position);
  CREATE INDEX seals_by_position ON seals (to_position);
  CREATE TRIGGER seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON seals
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

  CREATE TABLE signing_keys (
    key_id        TEXT NOT NULL,
    public_key    BYTEA NOT NULL,
    first_used_at TIMESTAMPTZ NOT NULL,
    CONSTRAINT signing_keys_pk PRIMARY KEY (key_id),
    CONSTRAINT signing_keys_length CHECK (octet_length(public_key) = 32)
  );
  CREATE TRIGGER signing_keys_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON signing_keys
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
`;

/**
 * The function writes with the rights of its owner, so that nobody who may change a setting may also write the log by
 * hand. Who did it is what the application says of the transaction, or else the role that was logged in.
 */
const LOG_OF_CHANGES = `
  CREATE FUNCTION log_configuration_change() RETURNS TRIGGER LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, public AS $$
  DECLARE
    old_row JSONB := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - 'key_hash' - 'position' END;
    new_row JSONB := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - 'key_hash' - 'position' END;
    this_row JSONB := coalesce(new_row, old_row);
    named TEXT := current_setting('holecard.actor', true);
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      IF to_jsonb(OLD) = to_jsonb(NEW) THEN RETURN NULL; END IF;
      IF to_jsonb(OLD)->'key_hash' IS DISTINCT FROM to_jsonb(NEW)->'key_hash' THEN
        new_row := new_row || '{"key_hash": "another one"}';
      END IF;
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

  CREATE TRIGGER operators_logged AFTER INSERT OR UPDATE OR DELETE ON operators
    FOR EACH ROW EXECUTE FUNCTION log_configuration_change();
  CREATE TRIGGER api_keys_logged AFTER INSERT OR UPDATE OR DELETE ON api_keys
    FOR EACH ROW EXECUTE FUNCTION log_configuration_change();
  CREATE TRIGGER game_limits_logged AFTER INSERT OR UPDATE OR DELETE ON game_limits
    FOR EACH ROW EXECUTE FUNCTION log_configuration_change();
  CREATE TRIGGER rule_sets_logged AFTER INSERT ON rule_sets
    FOR EACH ROW EXECUTE FUNCTION log_configuration_change();

  INSERT INTO configuration_changes (operator_id, subject, subject_key, operation, after, actor, at)
  SELECT operator_id, 'operators', name, 'FOUND', to_jsonb(operators), 'migration', date_trunc('milliseconds', now())
  FROM operators
  UNION ALL
  SELECT operator_id, 'api_keys', key_id::text, 'FOUND', to_jsonb(api_keys) - 'key_hash', 'migration',
    date_trunc('milliseconds', now()) FROM api_keys
  UNION ALL
  SELECT operator_id, 'game_limits', concat(game_id, ' ', currency), 'FOUND', to_jsonb(game_limits), 'migration',
    date_trunc('milliseconds', now()) FROM game_limits;
`;
