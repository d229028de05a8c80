import type { DataSource } from 'typeorm';
import { listRecordedRounds } from '../../persistence/rounds/history';
import type { Request } from '../request';
import { roundBody, type RoundBody } from '../rounds/round-body';
import { ruleSetOf } from '../rounds/rule-set-of';
import { type HistoryFilter, selectionOf } from './filter';
import { pageOf, type ReadPage } from './pages';

/** The place of a round in the history: ids ascend with the time of the deal. */
export interface RoundPlace {
  readonly roundId: string;
}

/**
 * The operator's rounds that pass the filter, newest first, each as its player may see it now; `balance` is the one
 * after the round's last step.
 */
export function roundsHistory(
  dataSource: DataSource,
  request: Request,
  filter: HistoryFilter,
): ReadPage<RoundBody, RoundPlace> {
  const selection = selectionOf(request, filter);
  return async (after, limit) => {
    const before = after?.roundId ?? null;
    const rows = await listRecordedRounds(dataSource.manager, selection, before, limit + 1);
    const { items, next } = pageOf(rows, limit, ({ round }) => ({ roundId: round.roundId }));
    const shown = items.map(({ round, ownRuleSet }) =>
      roundBody(round, ruleSetOf(round.gameId, round.ruleSetVersion, ownRuleSet), { advice: false }),
    );
    return { items: shown, next };
  };
}
