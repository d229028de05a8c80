import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Functions that run with the rights of the owner look for tables where only he can make some: a temporary table of the
 * caller's comes last, so that none stands in for one of ours. And they may be used by nobody but whom `grant` names, or
 * by the triggers that are there. Private parts of events that do not say of which money they speak are forgotten.
 */
export class CloseDefinerFunctions1765400000000 implements MigrationInterface {
  name = 'CloseDefinerFunctions1765400000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const name of FUNCTIONS) {
      await runner.query(`ALTER FUNCTION ${name} SET search_path = pg_catalog, public, pg_temp`);
      await runner.query(`REVOKE EXECUTE ON FUNCTION ${name} FROM PUBLIC`);
    }
    await runner.query('UPDATE table_events SET private = NULL WHERE private IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of FUNCTIONS) {
      await runner.query(`GRANT EXECUTE ON FUNCTION ${name} TO PUBLIC`);
      await runner.query(`ALTER FUNCTION ${name} SET search_path = pg_catalog, public`);
    }
  }
}

const FUNCTIONS = ['erase_player(JSONB)', 'log_configuration_change()', 'log_suspension()'] as const;
