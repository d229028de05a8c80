import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

// Writes the OpenAPI document of the build to a temporary file and lints it by the rules of redocly.yaml.
const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'holecard-openapi-'));
const document = join(folder, 'openapi.json');

try {
  const write = join(root, 'dist', 'src', 'operations', 'openapi.js');
  const redocly = join(root, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
  const isSound =
    run(write, document) && run(redocly, 'lint', '--config', join(root, 'redocly.yaml'), document);
  process.exitCode = isSound ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(...args) {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status === 0;
}
