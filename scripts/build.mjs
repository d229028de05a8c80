import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const inputs = [
  'src',
  'migrations',
  'nest-cli.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

/** Compiles into dist when anything that goes into it has changed since the last time. */
export function ensureBuild(root) {
  const stampPath = join(root, 'dist', '.sources');
  const stamp = hashOf(root);
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return;
  process.stdout.write('Building …\n');
  const nest = join(root, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
  const { status } = spawnSync(process.execPath, [nest, 'build'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error('The build failed');
  const bundle = spawnSync(process.execPath, [join(root, 'scripts', 'bundle-verifier.mjs')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (bundle.status !== 0) throw new Error('The verifier could not be bundled');
  // The build empties dist first, so that a stamp only ever lies beside a whole build.
  writeFileSync(stampPath, stamp);
}

function hashOf(root) {
  const hash = createHash('sha256').update(process.version);
  for (const input of inputs) {
    for (const path of filesBelow(root, input))
      hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

function filesBelow(root, path) {
  if (!existsSync(join(root, path))) return [];
  if (/\.json$/.test(path)) return [path];
  return readdirSync(join(root, path), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
    .sort();
}
