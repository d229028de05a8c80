import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What takes no new rounds: everything, an operator, a game, a table, a player. A suspension is a row that is changed
 * once, when it is lifted, and is never removed; both are logged in configuration_changes, which is append-only and
 * sealed. A player stands in it by his key alone, so that his name can be erased without touching the log.
 */
export class CreateSuspensions1764600000000 implements MigrationInterface {
  name = 'CreateSuspensions1764600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SUSPENSIONS);
    await runner.query(LIFTED_ONCE);
    await runner.query(LOG);
    await runner.query(SUSPENDED_SCOPE);
  }

  async down(runner: QueryRunner): Promise<void> {
    // What was logged of suspensions stays in the log: the older constraint is for the rows that come.
    await runner.query(`
      DROP FUNCTION suspended_scope(UUID, TEXT, TEXT, BIGINT);
      DROP TABLE suspensions;
      DROP FUNCTION log_suspension();
      DROP FUNCTION refuse_change_but_lifting();
      ALTER TABLE configuration_changes DROP CONSTRAINT configuration_changes_subject_known;
      ALTER TABLE configuration_changes ADD CONSTRAINT configuration_changes_subject_known
        CHECK (subject IN ('operators', 'api_keys', 'game_limits', 'rule_sets')) NOT VALID;
    `);
  }
}

const SUSPENSIONS = `
  -- operator_id is NULL where all operators are meant, and the player or the game of none but him otherwise.
  CREATE TABLE suspensions (
    suspension_id   UUID NOT NULL,
    issuer          TEXT NOT NULL,
    scope           TEXT NOT NULL,
    operator_id     UUID,
    game_id         TEXT,
    table_id        TEXT,
    player_key      BIGINT,
    reason          TEXT NOT NULL,
    note            TEXT,
    actor_key_id    UUID,
    actor_name      TEXT,
    request_id      TEXT,
    suspended_at    TIMESTAMPTZ NOT NULL,
    lift_reason     TEXT,
    lift_note       TEXT,
    lift_key_id     UUID,
    lift_name       TEXT,
    lift_request_id TEXT,
    lifted_at       TIMESTAMPTZ,
    CONSTRAINT suspensions_pk PRIMARY KEY (suspension_id),
    CONSTRAINT suspensions_operator_fk FOREIGN KEY (operator_id) REFERENCES operators,
    CONSTRAINT suspensions_issuer_known CHECK (issuer IN ('operator', 'installation')),
    CONSTRAINT suspensions_operators_own CHECK (issuer = 'installation' OR operator_id IS NOT NULL),
    CONSTRAINT suspensions_subject_given CHECK (CASE scope
      WHEN 'everything' THEN num_nonnulls(operator_id, game_id, table_id, player_key) = 0
      WHEN 'operator' THEN operator_id IS NOT NULL AND num_nonnulls(game_id, table_id, player_key) = 0
      WHEN 'game' THEN game_id IS NOT NULL AND num_nonnulls(table_id, player_key) = 0
      WHEN 'table' THEN num_nonnulls(operator_id, table_id) = 2 AND num_nonnulls(game_id, player_key) = 0
      WHEN 'player' THEN num_nonnulls(operator_id, player_key) = 2 AND num_nonnulls(game_id, table_id) = 0
      ELSE FALSE END),
    CONSTRAINT suspensions_lifted_whole CHECK ((lifted_at IS NULL) = (lift_reason IS NULL))
  );
  CREATE INDEX suspensions_by_operator ON suspensions (operator_id, suspension_id);
  -- What a deal looks at: next to nothing, however much was suspended and lifted before.
  CREATE INDEX suspensions_of_players ON suspensions (player_key) WHERE lifted_at IS NULL AND player_key IS NOT NULL;
  CREATE INDEX suspensions_of_many ON suspensions (operator_id) WHERE lifted_at IS NULL AND player_key IS NULL;
`;

const LIFTED_ONCE = `
  CREATE FUNCTION refuse_change_but_lifting() RETURNS TRIGGER LANGUAGE plpgsql AS $$
  DECLARE
    lifting CONSTANT TEXT[] := '{lift_reason,lift_note,lift_key_id,lift_name,lift_request_id,lifted_at}';
  BEGIN
    IF OLD.lifted_at IS NULL AND NEW.lifted_at IS NOT NULL AND to_jsonb(OLD) - lifting = to_jsonb(NEW) - lifting THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a suspension is lifted once and not changed otherwise' USING ERRCODE = 'restrict_violation';
  END
  $$;

  CREATE TRIGGER suspensions_lifted_once BEFORE UPDATE ON suspensions
    FOR EACH ROW EXECUTE FUNCTION refuse_change_but_lifting();
  CREATE TRIGGER suspensions_kept BEFORE DELETE OR TRUNCATE ON suspensions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
`;

/** As log_configuration_change; what binds all operators stands in the chain of the nil UUID, which is nobody's. */
const LOG = `
  ALTER TABLE configuration_changes DROP CONSTRAINT configuration_changes_subject_known;
  ALTER TABLE configuration_changes ADD CONSTRAINT configuration_changes_subject_known
    CHECK (subject IN ('operators', 'api_keys', 'game_limits', 'rule_sets', 'suspensions'));

  CREATE FUNCTION log_suspension() RETURNS TRIGGER LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, public AS $$
  DECLARE
    named TEXT := current_setting('holecard.actor', true);
  BEGIN
    INSERT INTO public.configuration_changes (operator_id, subject, subject_key, operation, before, after, actor,
      request_id, at)
    VALUES (coalesce(NEW.operator_id, '00000000-0000-0000-0000-000000000000'), TG_TABLE_NAME, NEW.suspension_id::text,
      TG_OP, CASE WHEN TG_OP = 'UPDATE' THEN to_jsonb(OLD) END, to_jsonb(NEW),
      CASE WHEN named IS NULL OR named = '' THEN concat('database:', session_user) ELSE named END,
      nullif(current_setting('holecard.request_id', true), ''), date_trunc('milliseconds', now()));
    RETURN NULL;
  END
  $$;

  CREATE TRIGGER suspensions_logged AFTER INSERT OR UPDATE ON suspensions
    FOR EACH ROW EXECUTE FUNCTION log_suspension();
`;

/** The widest scope comes first: it is what a refusal names. */
const SUSPENDED_SCOPE = `
  CREATE FUNCTION suspended_scope(an_operator UUID, a_game TEXT, a_table TEXT, a_player BIGINT)
  RETURNS TEXT LANGUAGE plpgsql STABLE AS $$
  BEGIN
    RETURN (
      SELECT scope FROM (
        SELECT scope FROM suspensions WHERE lifted_at IS NULL AND player_key IS NULL
          AND (operator_id IS NULL OR operator_id = an_operator)
          AND (game_id IS NULL OR game_id = a_game) AND (table_id IS NULL OR table_id = a_table)
        UNION ALL
        SELECT scope FROM suspensions WHERE lifted_at IS NULL AND player_key = a_player
      ) AS found
      ORDER BY array_position('{everything,operator,game,table,player}'::text[], scope) LIMIT 1);
  END
  $$;
`;
