import type { DataSource, EntityManager } from 'typeorm';
import { listRecordedRounds, type PlayerRound } from '../../persistence/rounds/history';
import { findSession } from '../../persistence/sessions';
import { playerKeyOf } from '../ids';
import type { Request } from '../request';
import { roundBody, type RoundBody } from '../rounds/round-body';
import { ruleSetOf } from '../rounds/rule-set-of';
import { type HistoryFilter, selectionOf } from './filter';
import { pageOf, type ReadPage } from './pages';

/**
 * The caller's rounds that pass the filter, newest first, each as its player may see it now; the round of a table once
 * for each of its players. `balance` is the one after the last step that moved the player's money.
 */
export function roundsHistory(
  dataSource: DataSource,
  request: Request,
  filter: HistoryFilter,
): ReadPage<RoundBody, PlayerRound> {
  return async (after, limit) => {
    const reached = await confined(dataSource.manager, request, filter);
    if (reached === null) return { items: [], next: null };
    const selection = selectionOf(request, reached);
    const rows = await listRecordedRounds(dataSource.manager, selection, after, limit + 1);
    const { items, next } = pageOf(rows, limit, ({ round: { roundId, playerKey } }) => ({
      roundId,
      playerKey,
    }));
    const shown = items.map(({ round, ownRuleSet }) =>
      roundBody(round, ruleSetOf(round.gameId, round.ruleSetVersion, ownRuleSet), { advice: false }),
    );
    return { items: shown, next };
  };
}

/**
 * The filter of an operator's key as it is. That of a session's token within what the token may read round by round: the
 * rounds of its player in its game, mode and currency. Null where nothing of that is asked for.
 */
async function confined(
  db: EntityManager,
  { caller }: Request,
  filter: HistoryFilter,
): Promise<HistoryFilter | null> {
  const { operatorId, sessionId } = caller;
  if (sessionId === null) return filter;
  const session = await findSession(db, operatorId, playerKeyOf(sessionId), sessionId);
  if (session === null) return null;
  const { playerId, gameId, mode, currency } = session;
  const own: HistoryFilter = { playerId, gameId, mode, currency };
  const fields = Object.keys(own) as (keyof HistoryFilter)[];
  const isWithin = fields.every((field) => filter[field] === undefined || filter[field] === own[field]);
  return isWithin ? { ...filter, ...own } : null;
}
