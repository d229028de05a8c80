import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

// A process of its own that runs an embedded PostgreSQL, for the tests that kill it.
const require = createRequire(import.meta.url);
const dist = resolve(import.meta.dirname, '..', '..', 'dist', 'src');
const { startEmbeddedPostgres } = require(join(dist, 'embedded-postgres', 'embedded-postgres.js'));

const ignore = () => undefined;
try {
  const { url } = await startEmbeddedPostgres({
    dataDir: process.argv[2],
    settings: { fsync: 'off' },
    log: { info: ignore, warn: ignore, error: ignore },
  });
  process.stdout.write(`${url}\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
