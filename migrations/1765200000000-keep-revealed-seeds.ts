import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A seed that was revealed is public: it is kept in plain, so that proofs of old rounds outlive the key that it was
 * encrypted under. Of a secret one the name of its key is kept, so that a start can tell whether it has all keys.
 */
export class KeepRevealedSeeds1765200000000 implements MigrationInterface {
  name = 'KeepRevealedSeeds1765200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE seeds
        -- Null while it is secret; of seeds that were revealed before this column, too, until "seeds -- reseal" has run.
        ADD COLUMN revealed_seed BYTEA,
        -- Null for seeds of before this column.
        ADD COLUMN sealed_under TEXT,
        ADD CONSTRAINT seeds_revealed_as_committed
          CHECK (revealed_seed IS NULL OR (revealed_at IS NOT NULL AND sha256(revealed_seed) = commitment));
      CREATE INDEX seeds_by_key ON seeds (sealed_under, player_key, session_id, seed_no) WHERE revealed_seed IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX seeds_by_key;
      ALTER TABLE seeds DROP CONSTRAINT seeds_revealed_as_committed, DROP COLUMN revealed_seed, DROP COLUMN sealed_under;
    `);
  }
}
