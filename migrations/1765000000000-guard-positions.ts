import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every table whose rows are sealed. */
const SEALED = [
  'round_steps',
  'transfers',
  'wallet_transactions',
  'cancellations',
  'rule_sets',
  'configuration_changes',
  'reminder_acknowledgements',
  'erasures',
  'software_changes',
  'round_removals',
  'table_steps',
  'table_changes',
];

/**
 * Seals cover what lies behind position 0, so nothing may lie before it. Rows that are there are not looked at: one that
 * was put there by hand must not keep the server from starting, and the audit names it.
 */
export class GuardPositions1765000000000 implements MigrationInterface {
  name = 'GuardPositions1765000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of SEALED) {
      await runner.query(
        `ALTER TABLE ${table} ADD CONSTRAINT ${table}_position_positive CHECK (position > 0) NOT VALID`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of SEALED)
      await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_position_positive`);
  }
}
