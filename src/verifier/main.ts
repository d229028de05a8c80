import { readFileSync } from 'node:fs';
import type { Proof } from '../application/fairness/make-proof';
import { type Check, verifyProof } from './verify-proof';

// Exit codes: 0 the proof holds, 1 it does not, 2 it could not be read, 3 its seed is not revealed yet.
function main(files: readonly string[]): number {
  if (files.length !== 1) {
    process.stderr.write('Usage: npm run verify -- proof.json\n');
    return 2;
  }
  const proof = read(files[0]);
  if (proof === null) return 2;
  const checks = verifyProof(proof);
  for (const { what, wrong, open } of checks) {
    const sign = wrong === null ? 'ok   ' : open === true ? 'OPEN ' : 'WRONG';
    process.stdout.write(`${sign} ${what}${wrong === null ? '' : `: ${wrong}`}\n`);
  }
  return verdictOn(proof, checks);
}

function verdictOn({ roundId }: Proof, checks: readonly Check[]): number {
  const wrong = checks.filter((check) => check.wrong !== null);
  if (wrong.some(({ open }) => open !== true)) {
    process.stdout.write('The proof does not hold.\n');
    return 1;
  }
  if (wrong.length > 0) {
    process.stdout.write(
      'The rest holds. Rotate the seed of the session, or wait until the shoe of the table has ended, and take the proof ' +
        'again to check the cards.\n',
    );
    return 3;
  }
  process.stdout.write(`Round ${roundId} was dealt and paid as it had to be.\n`);
  return 0;
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
