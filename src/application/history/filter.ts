import type { StoredRoundStatus } from '../../persistence/entities/rounds';
import type { Mode } from '../../persistence/entities/sessions';
import type { RoundSelection } from '../../persistence/rounds/history';
import { playerKeyCandidates, playerKeyOf } from '../ids';
import type { Request } from '../request';
import { firstIdAt, instantOf } from './instants';

export const STATUS_FILTERS = ['insurance', 'playing', 'settled', 'cancelled', 'open'] as const;
/** A status that a round may have, or `open` for both that an unfinished one may have. */
export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** What a caller may choose rounds by. `from` and `to` are times in RFC 3339, the second one excluded. */
export interface HistoryFilter {
  readonly playerId?: string;
  readonly sessionId?: string;
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
  const { playerId, sessionId, gameId, tableId, mode, status, currency, from, to } = filter;
  const { operatorId } = caller;
  return {
    operatorId,
    player: playerSelection(operatorId, playerId),
    session: sessionId === undefined ? null : { sessionId, playerKey: playerKeyOf(sessionId) },
    table: tableId === undefined ? null : { tableId, tableKey: playerKeyOf(tableId) },
    gameId: gameId ?? null,
    mode: mode ?? null,
    statuses: status === undefined ? null : statusesOf(status),
    currency: currency ?? null,
    fromId: idAt(from),
    toId: idAt(to),
  };
}

/** A player by the operator's id, with the keys he may be stored under. */
export function playerSelection(operatorId: string, playerId: string | undefined): RoundSelection['player'] {
  return playerId === undefined ? null : { playerId, keys: playerKeyCandidates(operatorId, playerId) };
}

function statusesOf(status: StatusFilter): readonly StoredRoundStatus[] {
  return status === 'open' ? ['insurance', 'playing'] : [status];
}

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
