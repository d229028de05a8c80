import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Installs the packages of package-lock.json when node_modules lack any of them, or have other versions. */
export function ensureDependencies(root) {
  if (areInstalled(root)) return;
  process.stdout.write('Installing dependencies …\n');
  // Started through npm we use the same npm; its path is that of a script for node.
  const npm = process.env.npm_execpath ?? '';
  const [command, ...prefix] = npm.endsWith('npm-cli.js') ? [process.execPath, npm] : ['npm'];
  const { status, error } = spawnSync(command, [...prefix, 'ci'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // A NODE_ENV of production would leave out what the build needs.
    env: { ...process.env, NODE_ENV: 'development' },
  });
  if (status !== 0) {
    throw new Error(`npm ci failed${error === undefined ? '' : `: ${error.message}`}`);
  }
}

/** Compares with the list that npm keeps of what it has installed; an interrupted installation has none. */
function areInstalled(root) {
  const listPath = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(listPath)) return false;
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(listPath);
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || (entry.optional && !isForThisMachine(entry))) return true;
    return installed[path]?.version === entry.version && installed[path]?.integrity === entry.integrity;
  });
}

function readPackages(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages;
}

/** Of the optional packages only those made for this very platform must be there. */
function isForThisMachine({ os, cpu, libc }) {
  return Boolean(os?.includes(process.platform) && cpu?.includes(process.arch) && libc === undefined);
}
