import type { Mode } from '../../persistence/entities/sessions';
import type { RoundSelection, StatusSelection } from '../../persistence/rounds/history';
import { playerKeyCandidates, playerKeyOf } from '../ids';
import type { Request } from '../request';
import { firstIdAt, instantOf } from './instants';

/** Each status that a round or a bet of the history shows, and `open` for all of one that has not ended. */
export const STATUS_FILTERS = ['insurance', 'playing', 'paused', 'settled', 'cancelled', 'open'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** What a caller may choose rounds by. `from` and `to` are times in RFC 3339, the second one excluded. */
export interface HistoryFilter {
  readonly playerId?: string;
  readonly sessionId?: string;
  readonly roundId?: string;
  readonly gameId?: string;
  readonly tableId?: string;
  readonly mode?: Mode;
  readonly status?: StatusFilter;
  readonly currency?: string;
  readonly from?: string;
  readonly to?: string;
}

/** The rounds of the caller's operator that pass the filter. */
export function selectionOf({ caller }: Request, filter: HistoryFilter): RoundSelection {
  const { playerId, sessionId, roundId, gameId, tableId, mode, status, currency, from, to } = filter;
  const { operatorId } = caller;
  return {
    operatorId,
    player: playerSelection(operatorId, playerId),
    session: sessionId === undefined ? null : { sessionId, playerKey: playerKeyOf(sessionId) },
    roundId: roundId ?? null,
    table: tableId === undefined ? null : { tableId, tableKey: playerKeyOf(tableId) },
    gameId: gameId ?? null,
    mode: mode ?? null,
    status: status === undefined ? null : STATUSES[status],
    currency: currency ?? null,
    fromId: idAt(from),
    toId: idAt(to),
  };
}

/** A player by the operator's id, with the keys he may be stored under. */
export function playerSelection(operatorId: string, playerId: string | undefined): RoundSelection['player'] {
  return playerId === undefined ? null : { playerId, keys: playerKeyCandidates(operatorId, playerId) };
}

/** That its table is paused is kept with the table, and shown instead of what the round waits for. */
const STATUSES: Readonly<Record<StatusFilter, StatusSelection>> = {
  insurance: { kept: ['insurance'], paused: false },
  playing: { kept: ['playing'], paused: false },
  paused: { kept: ['insurance', 'playing'], paused: true },
  settled: { kept: ['settled'], paused: null },
  cancelled: { kept: ['cancelled'], paused: null },
  open: { kept: ['insurance', 'playing'], paused: null },
};

function idAt(text: string | undefined): string | null {
  const at = timeOf(text);
  return at === null ? null : firstIdAt(at);
}

/** The time that a filter names. Throws when it is none: whoever takes the filter in has refused it before. */
export function timeOf(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const at = instantOf(text);
  if (at === null) throw new Error(`Broken invariant: ${text} is a time in RFC 3339`);
  return at;
}
