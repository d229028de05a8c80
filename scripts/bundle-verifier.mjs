import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';

// The verifier is one file without dependencies, so that it can be handed to whoever wants to check a round.
const root = resolve(import.meta.dirname, '..');

buildSync({
  entryPoints: [join(root, 'src', 'verifier', 'main.ts')],
  outfile: join(root, 'dist', 'verify.cjs'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
});
