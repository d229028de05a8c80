import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Nobody bets at a shared table for a player who was erased meanwhile: as with sessions, whoever writes shares the
 * player's row, and the erasing has it alone.
 */
export class GuardSheetsOfTheErased1764800000000 implements MigrationInterface {
  name = 'GuardSheetsOfTheErased1764800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TRIGGER table_sheets_of_the_living BEFORE INSERT ON table_sheets
        FOR EACH ROW EXECUTE FUNCTION refuse_erased_player();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER table_sheets_of_the_living ON table_sheets');
  }
}
