import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who lifted the suspension of a player was answered with his name, and the answer was kept for no player: erasing him
 * left it where it was. From now on erasing takes it along; this deletes what was left behind.
 */
export class ForgetSuspensionsOfTheErased1765000000003 implements MigrationInterface {
  name = 'ForgetSuspensionsOfTheErased1765000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM idempotency_records kept USING suspensions s JOIN erasures USING (player_key)
      WHERE kept.player_key = 0 AND kept.operator_id = s.operator_id
        AND kept.answer->'body'->>'id' = s.suspension_id::text;
    `);
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}
