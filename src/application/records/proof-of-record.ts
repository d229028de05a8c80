import type { Proof } from '../fairness/make-proof';
import { readProof } from '../fairness/proof';
import { isRefusal, type Refusal } from '../refusal';
import type { Request } from '../request';
import type { RoundContext } from '../rounds/context';
import type { RoundBody } from '../rounds/round-body';

/**
 * The proof of a round that was read before, with everybody's bets; null where it was open then. `moved` when the round
 * was cancelled since: a record must not say two things, and has to be read anew.
 */
export async function proofOfRecord(
  context: RoundContext,
  request: Request,
  { id, status, endedAt }: Pick<RoundBody, 'id' | 'status' | 'endedAt'>,
): Promise<Proof | null | 'moved' | Refusal> {
  if (endedAt === null) return null;
  const answer = await readProof(context, request, id, null);
  if (isRefusal(answer)) return answer;
  return answer.body.status === status ? answer.body : 'moved';
}
