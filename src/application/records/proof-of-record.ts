import type { Proof } from '../fairness/make-proof';
import { type ProofContext, readProof } from '../fairness/proof';
import { isRefusal, type Refusal } from '../refusal';
import type { Request } from '../request';
import type { RoundBody } from '../rounds/round-body';

/** The proof of a round, with everybody's bets; null while it is open, for it would give cards away. */
export async function proofOfRecord(
  context: ProofContext,
  request: Request,
  { id, endedAt }: Pick<RoundBody, 'id' | 'endedAt'>,
): Promise<Proof | null | Refusal> {
  if (endedAt === null) return null;
  const answer = await readProof(context, request, id, null);
  return isRefusal(answer) ? answer : answer.body;
}
