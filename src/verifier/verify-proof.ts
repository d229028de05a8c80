import { createHash } from 'node:crypto';
import { canonicalJson } from '../application/canonical-json';
import { type Check, checked } from './check';
import { checkBets } from './check-bets';
import { checkNoted, type Noted } from './check-noted';
import { checkPlay } from './check-play';
import { checkRules } from './check-rules';
import { cardsToCome, checkCards, checkShoe } from './check-shoe';
import type { AnyProof } from './read-proof';

/**
 * Checks a round's proof by itself, and against what a player noted before he bet: the hash over it, the place, the rule
 * set, limits and bets, the server seed against its commitment, every card against the seeds, every choice against the
 * rules, and the money against the result. What cannot be decided is said to be open: nothing is taken for granted.
 */
export function verifyProof(proof: AnyProof, noted: Noted = {}): Check[] {
  const { serverSeed } = proof;
  const seeds =
    serverSeed === null
      ? cardsToCome(proof)
      : [seedCheck(proof, serverSeed), ...checkCards(proof, serverSeed)];
  return [
    checked(
      'the hash',
      'it fits; whoever changes a proof can make another, so the rest is checked by itself',
      () => hashFault(proof),
    ),
    ...checkRules(proof),
    checkBets(proof),
    checkShoe(proof),
    ...seeds,
    ...checkNoted(proof, noted),
    ...checkPlay(proof),
  ];
}

/** The server seed is not under the hash: it is revealed later. */
function hashFault(proof: AnyProof): string | null {
  const { hash } = proof;
  const claims = Object.entries(proof).filter(([name]) => name !== 'hash' && name !== 'serverSeed');
  const found = createHash('sha256')
    .update(canonicalJson(Object.fromEntries(claims)))
    .digest('hex');
  return found === hash ? null : `hash should be ${found}: something in the proof was changed`;
}

function seedCheck({ commitment }: AnyProof, serverSeed: string): Check {
  return checked('the server seed', 'it is the one of the commitment in the proof', () => {
    const found = createHash('sha256').update(Buffer.from(serverSeed, 'hex')).digest('hex');
    return found === commitment
      ? null
      : `serverSeed: its SHA-256 is ${found}, the commitment is ${commitment}`;
  });
}
