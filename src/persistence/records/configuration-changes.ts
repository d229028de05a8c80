import type { EntityManager } from 'typeorm';

/** Names who makes the changes of this transaction, for the log that the database keeps of them. */
export async function nameActor(tx: EntityManager, actor: string, requestId: string | null): Promise<void> {
  await tx.query(
    `SELECT set_config('holecard.actor', $1, true), set_config('holecard.request_id', $2, true)`,
    [actor, requestId ?? ''],
  );
}

/** Who was named in this transaction; null when nobody was. */
export async function namedActor(tx: EntityManager): Promise<string | null> {
  const [{ actor }] = await tx.query<[{ actor: string | null }]>(
    `SELECT nullif(current_setting('holecard.actor', true), '') AS actor`,
  );
  return actor;
}

/** A setting that is not what the log of changes says it became. */
export interface UnloggedChange {
  readonly operatorId: string;
  readonly sealNo: null;
  readonly table: string;
  readonly key: string;
  readonly what: string;
}

const SETTINGS = `
  SELECT operator_id, 'operators' AS subject, name AS subject_key, to_jsonb(o) AS state FROM operators o
  UNION ALL SELECT operator_id, 'api_keys', key_id::text,
    to_jsonb(k) - 'key_hash' || jsonb_build_object('key_digest', encode(sha256(k.key_hash), 'hex')) FROM api_keys k
  UNION ALL SELECT operator_id, 'game_limits', concat(game_id, ' ', currency), to_jsonb(l) FROM game_limits l
  UNION ALL SELECT coalesce(operator_id, '00000000-0000-0000-0000-000000000000'), 'suspensions', suspension_id::text,
    to_jsonb(s) FROM suspensions s`;

const LAST_CHANGES = `
  SELECT DISTINCT ON (operator_id, subject, subject_key) operator_id, subject, subject_key,
    after - 'key_hash' AS state
  FROM configuration_changes WHERE subject <> 'rule_sets'
  ORDER BY operator_id, subject, subject_key, position DESC`;

/** Settings that were changed behind the back of the log: with its triggers switched off, or the log itself edited. */
export async function unloggedChanges(db: EntityManager): Promise<UnloggedChange[]> {
  return db.query<UnloggedChange[]>(
    `SELECT operator_id AS "operatorId", NULL AS "sealNo", subject AS "table", subject_key AS key,
       CASE WHEN now_is.state IS NULL THEN 'was removed, and the log of changes does not tell'
         WHEN logged.state IS NULL THEN 'was inserted, and the log of changes does not tell'
         ELSE 'was changed, and the log of changes does not tell: ' || (
           SELECT string_agg(name, ', ' ORDER BY name) FROM (
             SELECT jsonb_object_keys(now_is.state || logged.state) AS name) AS names
           WHERE now_is.state->name IS DISTINCT FROM logged.state->name) END AS what
     FROM (${SETTINGS}) AS now_is
     FULL JOIN (SELECT * FROM (${LAST_CHANGES}) AS last WHERE state IS NOT NULL) AS logged
       USING (operator_id, subject, subject_key)
     WHERE now_is.state IS DISTINCT FROM logged.state
     ORDER BY operator_id, subject, subject_key`,
  );
}
