import { createHash } from 'node:crypto';
import { type Refusal } from '../../src/application/refusal';
import type { Request } from '../../src/application/request';
import { leaveTableSeat, placeTableBet, type TableBet } from '../../src/application/tables/bets';
import { cancelTableRound } from '../../src/application/tables/cancel-table-round';
import { chooseAtTable, type TableChoice } from '../../src/application/tables/choose';
import type { TableContext } from '../../src/application/tables/context';
import { runTable } from '../../src/application/tables/on-time';
import { pauseTable, resumeTable } from '../../src/application/tables/supervise';
import type { Lease } from '../../src/persistence/tables/commit-table';
import type { TablePlace } from '../../src/persistence/tables/load-table';

/** What moves a table, as plain JSON: `doomed-process.mjs` carries out the same in a process of its own. */
export type Order =
  | { readonly do: 'time'; readonly lease: Lease }
  | { readonly do: 'bet'; readonly bet: TableBet }
  | { readonly do: 'choose'; readonly choice: TableChoice }
  | { readonly do: 'leave'; readonly seat: number; readonly sessionId: string }
  | { readonly do: 'pause' }
  | { readonly do: 'resume' }
  | { readonly do: 'cancel'; readonly roundId: string };

/** Who asks, and under which Idempotency-Key. */
export interface Asking {
  readonly operatorId: string;
  readonly keyId: string;
  readonly key: string;
  readonly now: string;
}

export function requestOf({ operatorId, keyId, key, now }: Asking): Request {
  return {
    caller: { operatorId, keyId, sessionId: null, scopes: ['play', 'tables'], actorName: null },
    requestId: `request-${key}`,
    now: new Date(now),
    idempotency: { key, requestHash: createHash('sha256').update(key).digest() },
  };
}

/** What a command answered; what a transition by time came to. */
export type Done = { readonly status: number; readonly replayed: boolean } | Refusal | string;

const WHY = { reason: 'test', note: null };

export function carryOut(
  context: TableContext,
  place: TablePlace,
  asking: Asking,
  order: Order,
): Promise<Done> {
  const request = requestOf(asking);
  const { tableId } = place;
  switch (order.do) {
    case 'time':
      return runTable(context, place, order.lease);
    case 'bet':
      return placeTableBet(context, request, tableId, order.bet);
    case 'choose':
      return chooseAtTable(context, request, tableId, order.choice);
    case 'leave':
      return leaveTableSeat(context, request, tableId, order.seat, order.sessionId);
    case 'pause':
      return pauseTable(context, request, tableId, WHY);
    case 'resume':
      return resumeTable(context, request, tableId, WHY);
    case 'cancel':
      return cancelTableRound(context, request, order.roundId, { reason: 'test' });
  }
}
