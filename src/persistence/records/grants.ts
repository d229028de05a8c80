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

/** Makes a role that may log in, and owns nothing; false where the caller may make none. */
export async function createRole(db: EntityManager, role: string, password: string): Promise<boolean> {
  const [{ may }] = await db.query<[{ may: boolean }]>(
    'SELECT rolsuper OR rolcreaterole AS may FROM pg_roles WHERE rolname = current_user',
  );
  if (!may) return false;
  const [{ statement }] = await db.query<[{ statement: string }]>(
    `SELECT format('CREATE ROLE %I LOGIN PASSWORD %L', $1::text, $2::text) AS statement`,
    [role, password],
  );
  await db.query(statement);
  return true;
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

/** Of what is published row by row, only what becomes known later is changed; to encrypt seeds anew is for the owner. */
const UPDATED_COLUMNS: Readonly<Record<string, string>> = {
  seeds: 'client_seed, next_nonce, revealed_at, revealed_seed',
  table_shoes: 'dealt, ended_at',
};

interface TableToGrant {
  readonly name: string;
  readonly isAppendOnly: boolean;
  /** Its columns but the position, in their order; null where it has none and its rows are not sealed. */
  readonly columns: readonly string[] | null;
}

const TABLES = `
  SELECT c.relname AS name, EXISTS (
      SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = c.relname || '_append_only') AS "isAppendOnly",
    CASE WHEN bool_or(a.attname = 'position') THEN
      json_agg(quote_ident(a.attname) ORDER BY a.attnum) FILTER (WHERE a.attname <> 'position') END AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' GROUP BY c.oid, c.relname ORDER BY 1`;

/**
 * The statements that let a role run the server and no more. Tables are append-only where a trigger says so; in those it
 * may read and add rows, and neither change nor remove one, whatever becomes of the trigger. The position of a row that
 * will be sealed is the database's to give: a role that could choose it could put rows where no seal ever comes.
 */
export async function grantStatements(db: EntityManager, role: string): Promise<string[]> {
  const tables = await db.query<TableToGrant[]>(TABLES);
  const [{ database, grantee }] = await db.query<[{ database: string; grantee: string }]>(
    'SELECT quote_ident(current_database()) AS database, quote_ident($1) AS grantee',
    [role],
  );
  return [
    `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${grantee}`,
    `REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM ${grantee}`,
    `GRANT CONNECT ON DATABASE ${database} TO ${grantee}`,
    // Whoever can make temporary tables can try to pass them off as ours.
    `REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC, ${grantee}`,
    `GRANT EXECUTE ON FUNCTION public.erase_player(jsonb) TO ${grantee}`,
    `GRANT USAGE ON SCHEMA public TO ${grantee}`,
    `GRANT USAGE, SELECT ON SEQUENCE record_positions TO ${grantee}`,
    ...tables.map((table) => `GRANT ${rightsIn(table)} ON public.${table.name} TO ${grantee}`),
  ];
}

function rightsIn({ name, isAppendOnly, columns }: TableToGrant): string {
  // The log of changes is written by its triggers, with the rights of the owner; what is old is removed by him.
  if (['migrations', 'configuration_changes', 'round_removals'].includes(name)) return 'SELECT';
  const insert = columns === null ? 'INSERT' : `INSERT (${columns.join(', ')})`;
  if (isAppendOnly || NEVER_UPDATED.includes(name)) return `SELECT, ${insert}`;
  if (FORGOTTEN.includes(name)) return 'SELECT, INSERT, UPDATE, DELETE';
  return name in UPDATED_COLUMNS
    ? `SELECT, INSERT, UPDATE (${UPDATED_COLUMNS[name]})`
    : 'SELECT, INSERT, UPDATE';
}
