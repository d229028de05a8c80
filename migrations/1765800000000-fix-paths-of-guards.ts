import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Guards that look something up in a table look where only the owner can make one: whoever may make a temporary table of
 * that name would turn them to look into his.
 */
export class FixPathsOfGuards1765800000000 implements MigrationInterface {
  name = 'FixPathsOfGuards1765800000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [name] of GUARDS) {
      await runner.query(`ALTER FUNCTION ${name} SET search_path = pg_catalog, public, pg_temp`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, path] of GUARDS) {
      const before = path === null ? 'RESET search_path' : `SET search_path = ${path}`;
      await runner.query(`ALTER FUNCTION ${name} ${before}`);
    }
  }
}

/** Each with the path that it had before; null where it had the caller's. */
const GUARDS = [
  ['refuse_salt()', null],
  ['refuse_early_removal()', null],
  ['refuse_deletion_but_removal()', null],
  ['refuse_erased_player()', 'pg_catalog, public'],
  ['refuse_change_but_erasing()', 'pg_catalog, public'],
] as const;
