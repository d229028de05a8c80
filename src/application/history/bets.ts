import type { DataSource } from 'typeorm';
import type { Mode } from '../../persistence/entities/sessions';
import {
  type BetPlace,
  type ListedStatus,
  listRecordedBets,
  type RecordedBet,
} from '../../persistence/rounds/history';
import type { Request } from '../request';
import { type HistoryFilter, selectionOf } from './filter';
import { pageOf, type ReadPage } from './pages';

/** One bet of a round. Amounts are minor units; `returned` and `net` are null while it is open. */
export interface HistoryBet {
  readonly roundId: string;
  /** Its name within the round: `1.1` a hand, `1.1:insurance`, `1:pairs` a side bet, `insurance` one for all boxes. */
  readonly bet: string;
  readonly type: string;
  readonly box: number | null;
  readonly stake: number;
  readonly outcome: string | null;
  readonly returned: number | null;
  readonly net: number | null;
  readonly playerId: string;
  readonly sessionId: string;
  /** Null for a bet in a private round. */
  readonly tableId: string | null;
  readonly gameId: string;
  readonly ruleSet: string;
  readonly mode: Mode;
  readonly currency: string;
  readonly status: ListedStatus;
  readonly dealtAt: string;
  readonly endedAt: string | null;
}

/** The bets of the operator's rounds that pass the filter, those of the newest round first. */
export function betsHistory(
  dataSource: DataSource,
  request: Request,
  filter: HistoryFilter,
): ReadPage<HistoryBet, BetPlace> {
  const selection = selectionOf(request, filter);
  return async (after, limit) => {
    const rows = await listRecordedBets(dataSource.manager, selection, after, limit + 1);
    const { items, next } = pageOf(rows, limit, ({ roundId, playerKey, bet }) => ({
      roundId,
      playerKey,
      bet,
    }));
    return { items: items.map(historyBet), next };
  };
}

function historyBet(row: RecordedBet): HistoryBet {
  return {
    roundId: row.roundId,
    bet: row.bet,
    type: row.type,
    box: row.box,
    stake: row.stake,
    outcome: row.outcome,
    returned: row.returned,
    net: row.returned === null ? null : row.returned - row.stake,
    playerId: row.playerId,
    sessionId: row.sessionId,
    tableId: row.tableId,
    gameId: row.gameId,
    ruleSet: `${row.gameId}@${row.ruleSetVersion}`,
    mode: row.mode,
    currency: row.currency,
    status: row.status,
    dealtAt: row.dealtAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}
