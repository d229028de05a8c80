import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Answers about sessions are kept without what they tell of a person, which is added from the session's row when they go
 * out: those that were kept before this lose it, too. Nothing but the order of their members depends on how they are
 * written, and that stays.
 */
export class ForgetPersonsInAnswers1765900000000 implements MigrationInterface {
  name = 'ForgetPersonsInAnswers1765900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE idempotency_records SET answer = (
        SELECT json_object_agg(part.key, CASE part.key WHEN 'body' THEN (
            SELECT json_object_agg(member.key,
              CASE WHEN member.key IN ('lang', 'country', 'ip', 'returnUrl') THEN 'null' ELSE member.value END
              ORDER BY member.ordinality)
            FROM json_each(part.value) WITH ORDINALITY AS member
          ) ELSE part.value END ORDER BY part.ordinality)
        FROM json_each(answer) WITH ORDINALITY AS part
      )
      -- The answers that are a session.
      WHERE answer -> 'body' -> 'returnUrl' IS NOT NULL
    `);
  }

  /** What was forgotten does not come back; the program of before gives the answers without it. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
