import type { EntityManager } from 'typeorm';

/** The server's secret of that name. The first caller's fresh value becomes it; everybody reads the same one. */
export async function keepSecret(db: EntityManager, name: string, fresh: Buffer): Promise<Buffer> {
  await db.query('INSERT INTO server_secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    name,
    fresh,
  ]);
  const kept = await findSecret(db, name);
  if (kept === null) throw new Error(`the server secret ${name} has vanished`);
  return kept;
}

/** The server's secret of that name; null where none was kept. */
export async function findSecret(db: EntityManager, name: string): Promise<Buffer | null> {
  const rows = await db.query<{ value: Buffer }[]>('SELECT value FROM server_secrets WHERE name = $1', [
    name,
  ]);
  return rows.at(0)?.value ?? null;
}

/** Whether the role that asks may read them; an auditor needs not. */
export async function mayReadSecrets(db: EntityManager): Promise<boolean> {
  const [{ may }] = await db.query<[{ may: boolean }]>(
    `SELECT has_table_privilege('server_secrets', 'SELECT') AS may`,
  );
  return may;
}
