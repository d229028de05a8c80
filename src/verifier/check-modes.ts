import { type Check, open } from './check';
import type { AnyProof } from './read-proof';

/** Whether a proof stands by itself, or under the signature of a record, which then speaks for the names and modes in it. */
export type ProofStanding = 'by itself' | 'in a record';

/**
 * What is not proved of play money at a table. Those who only bet behind others may do so with play money, and no card and
 * no rule tells which it was (DX-08). So their modes rest on the word of whoever made the proof, or on his signature; and
 * before the third form their money was in one sum with everybody's.
 */
export function checkModes(proof: AnyProof, standing: ProofStanding): Check[] {
  if (proof.format === 'holecard-proof/1' || proof.bettors === undefined) return [];
  const what = 'the play money';
  const seated = new Set(
    proof.steps.flatMap((step) => (step.type === 'deal' ? step.bets.seats.map(({ bettor }) => bettor) : [])),
  );
  const behind = proof.bettors.filter(({ bettor }) => !seated.has(bettor));
  const modes = new Set(proof.bettors.map(({ mode }) => mode));
  if (behind.length === 0 && modes.size < 2) return [];
  if (proof.format === 'holecard-proof/2') {
    return [open(what, 'real and play money are one sum in this old form: ask for a newer one of the round')];
  }
  const record = `GET /v1/rounds/${proof.roundId}/record`;
  const told = `${behind.length} only bet behind others: what with, real or play money, is for a signed record to say, ${record}`;
  return standing === 'by itself' ? [open(what, told)] : [];
}
