import type { DataSource } from 'typeorm';
import { listRecordedRounds, type RoundPlace } from '../../persistence/rounds/history';
import type { Request } from '../request';
import { roundBody, type RoundBody } from '../rounds/round-body';
import { ruleSetOf } from '../rounds/rule-set-of';
import { type HistoryFilter, selectionOf } from './filter';
import { pageOf, type ReadPage } from './pages';

/**
 * The operator's rounds that pass the filter, newest first, each as its player may see it now; the round of a table once
 * for each of its players. `balance` is the one after the last step that moved the player's money.
 */
export function roundsHistory(
  dataSource: DataSource,
  request: Request,
  filter: HistoryFilter,
): ReadPage<RoundBody, RoundPlace> {
  const selection = selectionOf(request, filter);
  return async (after, limit) => {
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
