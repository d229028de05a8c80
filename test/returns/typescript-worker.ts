import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

const SWC = JSON.stringify({
  jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2023' },
  module: { type: 'commonjs' },
});

/** Runs a source file in a thread of its own: tests are compiled as they run, and threads have to do the same. */
export function startTypeScript(path: string, workerData: unknown): Worker {
  const file = JSON.stringify(join(__dirname, '../..', path));
  const code = `
    const { transformFileSync } = require('@swc/core');
    require.extensions['.ts'] = (module, file) =>
      module._compile(transformFileSync(file, ${SWC}).code, file);
    require(${file});
  `;
  return new Worker(code, { eval: true, workerData });
}
