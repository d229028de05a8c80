import { isRefusal, type Refusal } from '../refusal';
import type { Request } from '../request';
import type { RoundContext } from './context';
import { readSharedRound } from './read-shared';
import { roundBody, type RoundBody } from './round-body';
import { loadRoundFor, wantsAdvice } from './standing';

/** The round as the caller may see it, a private one or one of a shared table, with the balance that the wallet has now. */
export async function readRound(
  { dataSource }: RoundContext,
  request: Request,
  roundId: string,
): Promise<RoundBody | Refusal> {
  const loaded = await loadRoundFor(dataSource, request, roundId);
  if (isRefusal(loaded)) {
    return loaded.refused === 'not_found' ? readSharedRound(dataSource, request, roundId) : loaded;
  }
  const { standing, ruleSet } = loaded;
  return roundBody(standing.round, ruleSet, { balance: standing.balance, advice: wantsAdvice(standing) });
}
