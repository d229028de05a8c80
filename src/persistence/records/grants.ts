import type { EntityManager } from 'typeorm';

/** What there is to know of a role before it is given anything. */
export interface RoleStanding {
  readonly isSuperuser: boolean;
  /** Whether it owns the records, or may act as who does: then it could give itself everything. */
  readonly isOwner: boolean;
}

export async function findRole(db: EntityManager, role: string): Promise<RoleStanding | null> {
  const rows = await db.query<RoleStanding[]>(
    `SELECT rolsuper AS "isSuperuser", pg_has_role(oid, (
       SELECT relowner FROM pg_class WHERE oid = 'round_steps'::regclass), 'MEMBER') AS "isOwner"
     FROM pg_roles WHERE rolname = $1`,
    [role],
  );
  return rows.at(0) ?? null;
}

/** Only what is forgotten in the normal course of things may be deleted. */
const FORGOTTEN = [
  'idempotency_records',
  'seen_signatures',
  'rounds_to_assess',
  'table_events',
  'table_leases',
  'table_sheets',
];

/** Written once by the server. */
const NEVER_UPDATED = ['server_secrets'];

const TABLES = `
  SELECT c.relname AS name, EXISTS (
    SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = c.relname || '_append_only') AS "isAppendOnly"
  FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1`;

/**
 * The statements that let a role run the server and no more. Tables are append-only where a trigger says so; in those it
 * may read and add rows, and neither change nor remove one, whatever becomes of the trigger.
 */
export async function grantStatements(db: EntityManager, role: string): Promise<string[]> {
  const tables = await db.query<{ name: string; isAppendOnly: boolean }[]>(TABLES);
  const [{ database, grantee }] = await db.query<[{ database: string; grantee: string }]>(
    'SELECT quote_ident(current_database()) AS database, quote_ident($1) AS grantee',
    [role],
  );
  return [
    `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${grantee}`,
    `REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM ${grantee}`,
    `GRANT CONNECT ON DATABASE ${database} TO ${grantee}`,
    `GRANT USAGE ON SCHEMA public TO ${grantee}`,
    `GRANT USAGE, SELECT ON SEQUENCE record_positions TO ${grantee}`,
    ...tables.map(
      ({ name, isAppendOnly }) => `GRANT ${rightsIn(name, isAppendOnly)} ON public.${name} TO ${grantee}`,
    ),
  ];
}

function rightsIn(table: string, isAppendOnly: boolean): string {
  // The log of changes is written by its triggers, with the rights of the owner; what is old is removed by him.
  if (['migrations', 'configuration_changes', 'round_removals'].includes(table)) return 'SELECT';
  if (isAppendOnly || NEVER_UPDATED.includes(table)) return 'SELECT, INSERT';
  return FORGOTTEN.includes(table) ? 'SELECT, INSERT, UPDATE, DELETE' : 'SELECT, INSERT, UPDATE';
}
