import type { Check } from '../../src/verifier/check';
import type { Noted } from '../../src/verifier/check-noted';
import type { AnyProof } from '../../src/verifier/read-proof';

const written = ({ what, verdict, detail }: Check): string => `${verdict} ${what}: ${detail}`;

/** What contradicts. */
export function wrongs(checks: readonly Check[]): string[] {
  return checks.filter(({ verdict }) => verdict === 'wrong').map(written);
}

/** What does not contradict, and is not proved. */
export function opens(checks: readonly Check[]): string[] {
  return checks.filter(({ verdict }) => verdict === 'open' || verdict === 'chosen').map(written);
}

/** What a careful player of the round had noted before it. */
export function noted({ commitment, clientSeed, nonce, shoe }: AnyProof): Noted {
  return { commitment, clientSeed, nonce, start: shoe.start };
}
