import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Erasing a player: his name goes, what he played and paid stays. No sealed row has a hash that depends on the name, so
 * the chain of seals stays as it is (docs/records.md). Rows that are append-only let one change through: the name of the
 * row's own player becomes the name that nobody can have. What a session knows of a person is forgotten by its age, too.
 */
export class CreateErasures1764600100000 implements MigrationInterface {
  name = 'CreateErasures1764600100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ERASURES);
    await runner.query(NOTHING_BUT_THE_NAME);
    await runner.query(NOTHING_NEW_ABOUT_THE_ERASED);
    await runner.query(ERASE_PLAYER);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION erase_player(JSONB);
      DROP TRIGGER sessions_of_the_living ON sessions;
      DROP TRIGGER wallet_transactions_of_the_living ON wallet_transactions;
      DROP TRIGGER cancellations_of_the_living ON cancellations;
      DROP FUNCTION refuse_erased_player();
      DROP TRIGGER wallet_transactions_erasing_only ON wallet_transactions;
      DROP TRIGGER cancellations_erasing_only ON cancellations;
      DROP TRIGGER wallet_transactions_append_only ON wallet_transactions;
      DROP TRIGGER cancellations_append_only ON cancellations;
      DROP FUNCTION refuse_change_but_erasing();
      DROP FUNCTION amounts_without_name(JSONB, TEXT);
      DROP FUNCTION erased_name(BIGINT);
      CREATE TRIGGER wallet_transactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_transactions
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
      CREATE TRIGGER cancellations_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON cancellations
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
      DROP INDEX sessions_with_personal_data;
      ALTER TABLE players DROP COLUMN erased_at;
      DROP TABLE erasures;
    `);
  }
}

const ERASURES = `
  -- Says that a player was erased, and does not say who he was.
  CREATE TABLE erasures (
    player_key   BIGINT NOT NULL,
    operator_id  UUID NOT NULL,
    reason       TEXT NOT NULL,
    reference    TEXT,
    actor_key_id UUID NOT NULL,
    actor_name   TEXT,
    request_id   TEXT NOT NULL,
    at           TIMESTAMPTZ NOT NULL,
    position     BIGINT NOT NULL DEFAULT nextval('record_positions'),
    CONSTRAINT erasures_pk PRIMARY KEY (player_key),
    CONSTRAINT erasures_reason_known
      CHECK (reason IN ('player_request', 'account_closed', 'retention_over', 'created_by_mistake'))
  );
  CREATE INDEX erasures_by_position ON erasures (position);
  CREATE INDEX erasures_by_time ON erasures (at);
  CREATE TRIGGER erasures_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON erasures
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

  ALTER TABLE players ADD COLUMN erased_at TIMESTAMPTZ;

  CREATE INDEX sessions_with_personal_data ON sessions (expires_at)
    WHERE ip IS NOT NULL OR country IS NOT NULL OR lang IS NOT NULL OR return_url IS NOT NULL;
`;

/**
 * The dot is no ASCII, of which ids of players are made: no operator can give this name to anybody. The statement
 * triggers that refuse everything are made anew for everything but UPDATE, which is looked at row by row.
 */
const NOTHING_BUT_THE_NAME = `
  CREATE FUNCTION erased_name(a_player BIGINT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
    SELECT 'erased·' || a_player
  $$;

  CREATE FUNCTION amounts_without_name(amounts JSONB, name TEXT) RETURNS JSONB LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(jsonb_agg(amount || jsonb_build_object('playerId', name) ORDER BY place), '[]')
    FROM jsonb_array_elements(amounts) WITH ORDINALITY AS listed (amount, place)
  $$;

  CREATE FUNCTION refuse_change_but_erasing() RETURNS TRIGGER LANGUAGE plpgsql
    SET search_path = pg_catalog, public AS $$
  DECLARE
    erased JSONB := to_jsonb(OLD);
  BEGIN
    IF TG_TABLE_NAME = 'wallet_transactions' THEN
      erased := erased || jsonb_build_object('player_id', erased_name(OLD.player_key));
    ELSE
      erased := erased || jsonb_build_object(
        'amounts', amounts_without_name(erased->'amounts', erased_name(OLD.player_key)),
        'round_before', erased->'round_before' || jsonb_build_object('playerId', erased_name(OLD.player_key)));
    END IF;
    IF to_jsonb(NEW) = erased THEN RETURN NEW; END IF;
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
  END
  $$;

  DROP TRIGGER wallet_transactions_append_only ON wallet_transactions;
  DROP TRIGGER cancellations_append_only ON cancellations;
  CREATE TRIGGER wallet_transactions_append_only BEFORE DELETE OR TRUNCATE ON wallet_transactions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER cancellations_append_only BEFORE DELETE OR TRUNCATE ON cancellations
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER wallet_transactions_erasing_only BEFORE UPDATE ON wallet_transactions
    FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasing();
  CREATE TRIGGER cancellations_erasing_only BEFORE UPDATE ON cancellations
    FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasing();
`;

/**
 * Whoever read the player before he was erased must not write his name afterwards. Writers share the player's row, the
 * erasing has it alone; who comes second decides anew on what is true then. Deals share the session instead.
 */
const NOTHING_NEW_ABOUT_THE_ERASED = `
  CREATE FUNCTION refuse_erased_player() RETURNS TRIGGER LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
  DECLARE
    erased TIMESTAMPTZ;
  BEGIN
    SELECT erased_at INTO erased FROM players WHERE player_key = NEW.player_key FOR SHARE;
    IF erased IS NOT NULL THEN
      RAISE EXCEPTION 'the player was erased meanwhile' USING ERRCODE = 'serialization_failure';
    END IF;
    RETURN NEW;
  END
  $$;

  CREATE TRIGGER sessions_of_the_living BEFORE INSERT ON sessions
    FOR EACH ROW EXECUTE FUNCTION refuse_erased_player();
  CREATE TRIGGER wallet_transactions_of_the_living BEFORE INSERT ON wallet_transactions
    FOR EACH ROW EXECUTE FUNCTION refuse_erased_player();
  CREATE TRIGGER cancellations_of_the_living BEFORE INSERT ON cancellations
    FOR EACH ROW EXECUTE FUNCTION refuse_erased_player();
`;

/**
 * One decision as data, as in commit_step. It runs with the rights of its owner: the role of the server may change no
 * row of the append-only tables by itself. It answers 'erased'; 'moved' when the name is no longer his; 'round_open',
 * 'wallet_not_empty' or 'suspended' when something of his is unfinished, and then the caller undoes what was begun. Sessions are closed
 * first, which waits for the deals in them: what is found open afterwards is all there will ever be.
 */
const ERASE_PLAYER = `
  CREATE FUNCTION erase_player(erasure JSONB) RETURNS TEXT LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, public AS $$
  DECLARE
    player  BIGINT := (erasure->>'playerKey')::BIGINT;
    made_at TIMESTAMPTZ := (erasure->>'at')::TIMESTAMPTZ;
    name    TEXT := erased_name(player);
  BEGIN
    PERFORM FROM players WHERE player_key = player AND operator_id = (erasure->>'operatorId')::UUID
      AND player_id = erasure->>'playerId' FOR UPDATE;
    IF NOT FOUND THEN RETURN 'moved'; END IF;

    UPDATE sessions SET closed_at = coalesce(closed_at, made_at), player_id = name, lang = NULL, country = NULL,
      ip = NULL, return_url = NULL, external_session_id = NULL
    WHERE player_key = player;
    PERFORM FROM wallets WHERE player_key = player FOR UPDATE;
    IF EXISTS (SELECT FROM wallets WHERE player_key = player AND balance > 0
      AND session_id = '00000000-0000-0000-0000-000000000000'
      AND NOT erasure->'playCurrencies' ? currency) THEN RETURN 'wallet_not_empty'; END IF;
    -- A sheet is what somebody has on a shared table: a seat, or bets that are not charged yet.
    IF EXISTS (SELECT FROM rounds WHERE player_key = player AND ended_at IS NULL)
      OR EXISTS (SELECT FROM table_sheets WHERE player_key = player) THEN RETURN 'round_open'; END IF;

    -- Whoever is excluded must not come back as somebody new.
    IF EXISTS (SELECT FROM suspensions WHERE player_key = player AND lifted_at IS NULL) THEN
      RETURN 'suspended';
    END IF;

    UPDATE rounds SET player_id = name WHERE player_key = player;
    UPDATE wallet_transactions SET player_id = name WHERE player_key = player;
    UPDATE cancellations SET amounts = amounts_without_name(amounts, name),
      round_before = round_before || jsonb_build_object('playerId', name)
    WHERE player_key = player;
    -- What a supervisor was answered about a round of a shared table names everybody who bet in it.
    DELETE FROM idempotency_records WHERE player_key = player
      OR player_key IN (SELECT table_key FROM rounds WHERE player_key = player AND table_key IS NOT NULL);
    UPDATE players SET player_id = name, settings = '{}', updated_at = made_at, erased_at = made_at
    WHERE player_key = player;
    INSERT INTO erasures (player_key, operator_id, reason, reference, actor_key_id, actor_name, request_id, at)
    VALUES (player, (erasure->>'operatorId')::UUID, erasure->>'reason', erasure->>'reference',
      (erasure->>'actorKeyId')::UUID, erasure->>'actorName', erasure->>'requestId', made_at);
    RETURN 'erased';
  END
  $$;
`;
