import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which program served an operator, from when on: a row for every change of the digest over the deployed files that a
 * start has found. It stands in each operator's own chain of seals, so that his records name the program that made them.
 */
export class CreateSoftwareChanges1764600100001 implements MigrationInterface {
  name = 'CreateSoftwareChanges1764600100001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE software_changes (
        position      BIGINT NOT NULL DEFAULT nextval('record_positions'),
        operator_id   UUID NOT NULL,
        name          TEXT NOT NULL,
        version       TEXT NOT NULL,
        digest        TEXT NOT NULL,
        digest_before TEXT,
        node          TEXT NOT NULL,
        at            TIMESTAMPTZ NOT NULL,
        CONSTRAINT software_changes_pk PRIMARY KEY (position),
        CONSTRAINT software_changes_digest_length CHECK (length(digest) = 64)
      );
      CREATE INDEX software_changes_by_operator ON software_changes (operator_id, position);
      CREATE TRIGGER software_changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON software_changes
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE software_changes');
  }
}
