import { readFileSync } from 'node:fs';
import type { Proof } from '../application/fairness/proof';
import { verifyProof } from './verify-proof';

// Exit codes: 0 the proof holds, 1 it does not, 2 it could not be read.
function main(files: readonly string[]): number {
  if (files.length !== 1) {
    process.stderr.write('Usage: npm run verify -- proof.json\n');
    return 2;
  }
  const proof = read(files[0]);
  if (proof === null) return 2;
  const checks = verifyProof(proof);
  for (const { what, wrong } of checks) {
    process.stdout.write(wrong === null ? `ok    ${what}\n` : `WRONG ${what}: ${wrong}\n`);
  }
  const holds = checks.every(({ wrong }) => wrong === null);
  process.stdout.write(
    holds ? `Round ${proof.roundId} was dealt and paid as it had to be.\n` : 'The proof does not hold.\n',
  );
  return holds ? 0 : 1;
}

function read(file: string): Proof | null {
  try {
    const proof = JSON.parse(readFileSync(file, 'utf8')) as { format?: unknown } | null;
    if (proof?.format !== 'holecard-proof/1')
      throw new Error('it is no proof of a round (format holecard-proof/1)');
    return proof as Proof;
  } catch (error) {
    process.stderr.write(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    return null;
  }
}

process.exitCode = main(process.argv.slice(2));
