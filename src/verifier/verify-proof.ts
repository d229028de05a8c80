import { createHash } from 'node:crypto';
import { canonicalJson } from '../application/canonical-json';
import { type Check, checked, open } from './check';
import { checkBets } from './check-bets';
import { checkModes, type ProofStanding } from './check-modes';
import { checkNoted, type Noted } from './check-noted';
import { checkPlay } from './check-play';
import { checkRules } from './check-rules';
import { cardsToCome, checkCards, checkShoe } from './check-shoe';
import type { AnyProof } from './read-proof';

/**
 * Checks a round's proof by itself, and against what a player noted before he bet: the hash over it, the place, the rule
 * set, limits and bets, the server seed against its commitment, every card against the seeds, every choice against the
 * rules, and the money against the result. What cannot be decided is said to be open: nothing is taken for granted.
 * Nothing is played again under rules, limits or bets that do not hold: that could go on for as long as a liar likes.
 */
export function verifyProof(
  proof: AnyProof,
  noted: Noted = {},
  standing: ProofStanding = 'by itself',
): Check[] {
  const { serverSeed } = proof;
  const seed = serverSeed === null ? [] : [seedCheck(proof, serverSeed)];
  const grounds = [...checkRules(proof), checkBets(proof), checkShoe(proof)];
  const areSound = grounds.every(({ verdict }) => verdict !== 'wrong');
  const unplayed = open('the play', 'neither cards nor choices were followed on grounds that are WRONG');
  return [
    checked(
      'the hash',
      'it fits; whoever changes a proof can make another, so the rest is checked by itself',
      () => hashFault(proof),
    ),
    ...grounds,
    ...checkModes(proof, standing),
    ...seed,
    ...(areSound ? cardChecks(proof) : [unplayed]),
    ...checkNoted(proof, noted),
    ...(areSound ? checkPlay(proof) : []),
  ];
}

function cardChecks(proof: AnyProof): Check[] {
  return proof.serverSeed === null ? cardsToCome(proof) : checkCards(proof, proof.serverSeed);
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
