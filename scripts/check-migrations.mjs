import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

// Proves on a throw-away PostgreSQL that every migration can be run, undone and run again, and that the
// schema they make is the one that the entities describe.
const require = createRequire(import.meta.url);
const dist = resolve(import.meta.dirname, '..', 'dist', 'src');
const { startEmbeddedPostgres } = require(join(dist, 'embedded-postgres', 'embedded-postgres.js'));
const { createDataSource } = require(join(dist, 'database', 'data-source.js'));
const { migrate, migrateDown } = require(join(dist, 'database', 'migrate.js'));
const { entities } = require(join(dist, 'persistence', 'entities.js'));

const ignore = () => undefined;
const folder = mkdtempSync(join(tmpdir(), 'holecard-migrations-'));
const postgres = await startEmbeddedPostgres({
  dataDir: folder,
  log: { info: ignore, warn: ignore, error: ignore },
  settings: { fsync: 'off' },
});
try {
  const dataSource = await createDataSource(postgres.url, 2, entities).initialize();
  const ran = await migrate(dataSource);
  const first = await describeSchema(dataSource);
  const drift = await dataSource.driver.createSchemaBuilder().log();
  await migrateDown(dataSource);
  const left = await describeSchema(dataSource);
  await migrate(dataSource);
  const second = await describeSchema(dataSource);
  await dataSource.destroy();

  const problems = [
    ...(ran.length === 0 ? ['No migration was found.'] : []),
    ...drift.upQueries.map(({ query }) => `The entities and the schema differ: ${query}`),
    ...left.map((line) => `Undoing every migration left behind: ${line}`),
    ...first.filter((line) => !second.includes(line)).map((line) => `The second run did not make: ${line}`),
  ];
  process.stdout.write(
    problems.length === 0 ? `${ran.length} migrations are sound.\n` : `${problems.join('\n')}\n`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Relations, constraints, indexes, functions and triggers as lines of text, without TypeORM's own table. */
async function describeSchema(dataSource) {
  const rows = await dataSource.query(`
    SELECT 'relation ' || c.relname || ' ' || c.relkind::text AS line
      FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relname !~ '^(migrations|PK_)'
    UNION ALL
    SELECT 'column ' || a.attrelid::regclass || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
           || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND a.attnum > 0
       AND NOT a.attisdropped AND c.relname !~ '^migrations'
    UNION ALL
    SELECT 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
      FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace AND conrelid <> 'migrations'::regclass
    UNION ALL
    SELECT 'function ' || proname || ' ' || md5(prosrc) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL
    SELECT 'trigger ' || tgrelid::regclass || ' ' || pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL
    SELECT 'type ' || typname FROM pg_type
     WHERE typnamespace = 'public'::regnamespace AND typtype IN ('d', 'e')
    ORDER BY 1`);
  return rows.map(({ line }) => line);
}
