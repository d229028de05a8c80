import type { EntityManager } from 'typeorm';
import type { UnloggedChange } from './configuration-changes';

const OF_THE_TABLE = 'c.table_key = t.table_key AND c.table_id = t.table_id';

/** How the table was opened, and what supervisors set last, by the log of what they did: limits as a whole, times one by one. */
const LOGGED = `
  SELECT (SELECT details FROM table_changes c WHERE ${OF_THE_TABLE} AND change_no = 1) AS opened,
    (SELECT details->'limits' FROM table_changes c
      WHERE ${OF_THE_TABLE} AND jsonb_typeof(details->'limits') = 'object' ORDER BY change_no DESC LIMIT 1) AS limits,
    (SELECT jsonb_object_agg(name, value) FROM (
      SELECT DISTINCT ON (name) name, value
      FROM table_changes c CROSS JOIN LATERAL jsonb_each(
        CASE jsonb_typeof(details->'seconds') WHEN 'object' THEN details->'seconds' ELSE '{}' END) AS set (name, value)
      WHERE ${OF_THE_TABLE} AND value <> 'null' ORDER BY name, change_no DESC) AS latest) AS seconds`;

/**
 * Shared tables that are not as the log of what supervisors did says, or not what their rounds were dealt under. While a
 * change waits for the next countdown, the limits in force have to be ones that were set before. Openings of before they
 * told the game, mode and currency have none of these to compare: NULL is no difference.
 */
export async function changedTables(db: EntityManager): Promise<UnloggedChange[]> {
  return db.query<UnloggedChange[]>(
    `SELECT t.operator_id AS "operatorId", NULL AS "sealNo", 'tables' AS "table", t.table_id::text AS key,
       'was changed, and the log of its changes does not tell: ' || what AS what
     FROM tables t CROSS JOIN LATERAL (${LOGGED}) AS logged
     CROSS JOIN LATERAL (
       SELECT coalesce(nullif(state->'next', 'null')->'limits', state->'limits') AS limits,
         coalesce(nullif(state->'next', 'null')->'seconds', state->'seconds') AS seconds) AS set_to
     CROSS JOIN LATERAL (VALUES
       ('limits', set_to.limits IS DISTINCT FROM logged.limits OR NOT EXISTS (
         SELECT FROM table_changes c WHERE ${OF_THE_TABLE} AND details->'limits' = state->'limits')),
       ('seconds', set_to.seconds IS DISTINCT FROM logged.seconds),
       ('mode', opened->>'mode' <> t.mode
         OR EXISTS (SELECT FROM table_rounds c WHERE ${OF_THE_TABLE} AND c.mode <> t.mode)),
       ('currency', opened->>'currency' <> t.currency
         OR EXISTS (SELECT FROM table_rounds c WHERE ${OF_THE_TABLE} AND c.currency <> t.currency)),
       ('game', (opened->>'gameId', (opened->>'ruleSetVersion')::integer) <> (t.game_id, t.rule_set_version)
         OR EXISTS (SELECT FROM table_rounds c WHERE ${OF_THE_TABLE}
           AND (c.game_id, c.rule_set_version) <> (t.game_id, t.rule_set_version))),
       ('operator', t.operator_id <> (
         SELECT operator_id FROM table_changes c WHERE ${OF_THE_TABLE} ORDER BY change_no LIMIT 1))
     ) AS checks (what, wrong)
     WHERE wrong ORDER BY t.operator_id, t.table_id, what`,
  );
}
