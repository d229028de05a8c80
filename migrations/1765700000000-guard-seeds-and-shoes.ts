import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What was published of a seed or of a table's shoe stays as it was published. A seed is what it was committed to; its
 * count only grows; once it is revealed it stays revealed, and so does the word that stood beside it. Of a table's shoe
 * only what has left it grows, until it ends, once. Nothing of both is deleted. Secret seeds may be encrypted anew.
 * Rounds of a table are found by their shoe, whose salt follows from those of the shoe before.
 */
export class GuardSeedsAndShoes1765700000000 implements MigrationInterface {
  name = 'GuardSeedsAndShoes1765700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(REFUSALS);
    await runner.query(SEEDS);
    await runner.query(SHOES);
    await runner.query('CREATE INDEX table_rounds_by_shoe ON table_rounds (table_key, table_id, seed_no)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX table_rounds_by_shoe;
      DROP TRIGGER seeds_kept ON seeds;
      DROP TRIGGER seeds_salted_once ON seeds;
      DROP TRIGGER seeds_not_deleted ON seeds;
      DROP TRIGGER table_shoes_kept ON table_shoes;
      DROP TRIGGER table_shoes_not_deleted ON table_shoes;
      DROP FUNCTION refuse_salt();
      DROP FUNCTION refuse_published();
    `);
  }
}

const REFUSALS = `
  CREATE FUNCTION refuse_published() RETURNS TRIGGER LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'what was published in % stays: % refused', TG_TABLE_NAME, TG_OP
      USING ERRCODE = 'restrict_violation';
  END
  $$;

  -- A player's word counts for the shoes to come, and he may change it; the salt of a table's shoe is set once.
  CREATE FUNCTION refuse_salt() RETURNS TRIGGER LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM tables WHERE table_key = OLD.player_key AND table_id = OLD.session_id) THEN
      RAISE EXCEPTION 'the salt of a shoe stays: % of % refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
  END
  $$;
`;

/**
 * The conditions stand with the triggers, so that a deal, which only counts on, calls no function. What is sealed may be
 * sealed anew while it is secret, and is needed no more once the seed is kept in plain.
 */
const SEEDS = `
  CREATE TRIGGER seeds_kept BEFORE UPDATE ON seeds FOR EACH ROW WHEN (
    (OLD.player_key, OLD.session_id, OLD.seed_no, OLD.commitment, OLD.made_at)
      IS DISTINCT FROM (NEW.player_key, NEW.session_id, NEW.seed_no, NEW.commitment, NEW.made_at)
    OR NEW.next_nonce < OLD.next_nonce
    -- It is revealed as a whole, and stays so.
    OR (OLD.revealed_at IS NULL AND NEW.revealed_at IS NOT NULL AND NEW.revealed_seed IS NULL)
    OR (OLD.revealed_seed IS NOT NULL AND OLD.revealed_seed IS DISTINCT FROM NEW.revealed_seed)
    OR (OLD.revealed_at IS NOT NULL AND (OLD.revealed_at, OLD.client_seed, OLD.next_nonce)
      IS DISTINCT FROM (NEW.revealed_at, NEW.client_seed, NEW.next_nonce))
    -- One that was revealed before it was kept in plain still needs what is sealed.
    OR (OLD.revealed_at IS NOT NULL AND OLD.revealed_seed IS NULL
      AND (OLD.sealed_seed, OLD.sealed_under) IS DISTINCT FROM (NEW.sealed_seed, NEW.sealed_under)))
    EXECUTE FUNCTION refuse_published();
  CREATE TRIGGER seeds_salted_once BEFORE UPDATE OF client_seed ON seeds FOR EACH ROW
    WHEN (OLD.client_seed <> '' AND OLD.client_seed <> NEW.client_seed) EXECUTE FUNCTION refuse_salt();
  CREATE TRIGGER seeds_not_deleted BEFORE DELETE OR TRUNCATE ON seeds
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_published();
`;

const SHOES = `
  CREATE TRIGGER table_shoes_kept BEFORE UPDATE ON table_shoes FOR EACH ROW WHEN (
    (OLD.table_key, OLD.table_id, OLD.shoe_no, OLD.salt, OLD.cut, OLD.exposed, OLD.burned, OLD.opened_at)
      IS DISTINCT FROM (NEW.table_key, NEW.table_id, NEW.shoe_no, NEW.salt, NEW.cut, NEW.exposed, NEW.burned, NEW.opened_at)
    OR NEW.dealt < OLD.dealt
    OR (OLD.ended_at IS NOT NULL AND (OLD.ended_at, OLD.dealt) IS DISTINCT FROM (NEW.ended_at, NEW.dealt)))
    EXECUTE FUNCTION refuse_published();
  CREATE TRIGGER table_shoes_not_deleted BEFORE DELETE OR TRUNCATE ON table_shoes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_published();
`;
