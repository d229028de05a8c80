import { resolve } from 'node:path';
import { ensureBuild } from './build.mjs';
import { ensureDependencies } from './dependencies.mjs';

// Everything that has to be there before the compiled program or the tests can run. The scripts that this
// one runs before replace the shell by node (exec), so that a signal reaches the server itself.
const root = resolve(import.meta.dirname, '..');

try {
  ensureDependencies(root);
  ensureBuild(root);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
