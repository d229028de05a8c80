import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownDeployment } from '../software/deployed-files';

/** The file that the build makes of the verifier: all of it, with no need of anything beside it but Node. */
export const VERIFIER_FILE = 'verify.cjs';

let program: Promise<Buffer> | null = null;

/**
 * The program that verifies proofs offline, as it was built with this server. It is read once: a file that is exchanged
 * later is not handed out.
 *
 * @throws when the server was not built.
 */
export function verifierProgram(): Promise<Buffer> {
  program ??= readFile(join(ownDeployment().root, 'dist', VERIFIER_FILE)).catch((error: unknown) => {
    program = null;
    throw error;
  });
  return program;
}
