import type { DataSource } from 'typeorm';

/** What is not numbered without a gap: the events of tables, and the steps of their rounds. */
export async function gapsOfTables(dataSource: DataSource): Promise<string[]> {
  return dataSource
    .query<{ gap: string }[]>(
      `SELECT 'the events of table ' || t.table_id AS gap
       FROM tables t LEFT JOIN table_events e USING (table_key, table_id)
       GROUP BY t.table_key, t.table_id, t.event_no
       HAVING count(e.event_no) <> t.event_no OR coalesce(max(e.event_no), 0) <> t.event_no OR min(e.event_no) < 1
       UNION ALL
       SELECT 'the steps of round ' || r.round_id
       FROM table_rounds r LEFT JOIN table_steps s USING (table_key, round_id)
       GROUP BY r.table_key, r.round_id, r.version
       HAVING count(s.version) <> r.version OR max(s.version) <> r.version OR min(s.version) < 1`,
    )
    .then((rows) => rows.map(({ gap }) => `${gap} have gaps`));
}
