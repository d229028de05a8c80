import type { DataSource } from 'typeorm';
import {
  type CancellationPlace,
  findRecordedCancellation,
  listRecordedCancellations,
  type RecordedCancellation,
} from '../../persistence/rounds/cancellations';
import { playerKeyOf } from '../ids';
import { notFound, type Refusal } from '../refusal';
import type { Request } from '../request';
import type { RoundBody } from '../rounds/round-body';
import { playerSelection, timeOf } from './filter';
import { pageOf, type ReadPage } from './pages';

/** What a caller may choose cancellations by. `from` and `to` are times of the cancellation, the second one excluded. */
export interface CancellationFilter {
  readonly playerId?: string;
  readonly gameId?: string;
  readonly currency?: string;
  readonly reason?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Who cancelled a round, when and why, and what that moved (C-18). */
export interface Cancellation extends Omit<RecordedCancellation, 'keyId' | 'keyLabel' | 'actorName' | 'at'> {
  readonly at: string;
  /** The key that the call came with, and the person behind it as the call named him. */
  readonly by: {
    readonly keyId: string | null;
    readonly keyLabel: string | null;
    readonly name: string | null;
  };
}

/** The same with the round as it was before, which its record opens up: all of the dealer's cards in `dealerCards`. */
export interface CancellationRecord extends Cancellation {
  readonly roundBefore: RoundBody & { readonly dealerCards: readonly string[] };
}

/** The operator's cancellations that pass the filter, the latest first. */
export function cancellationsTrail(
  dataSource: DataSource,
  { caller: { operatorId } }: Request,
  filter: CancellationFilter,
): ReadPage<Cancellation, CancellationPlace> {
  const { playerId, gameId = null, currency = null, reason = null } = filter;
  const player = playerSelection(operatorId, playerId);
  const [from, to] = [timeOf(filter.from), timeOf(filter.to)];
  const selection = { operatorId, player, gameId, currency, reason, from, to };
  return async (after, limit) => {
    const rows = await listRecordedCancellations(dataSource.manager, selection, after, limit + 1);
    const { items, next } = pageOf(rows, limit, ({ at, roundId }) => ({ at: at.toISOString(), roundId }));
    return { items: items.map(cancellationBody), next };
  };
}

/** The whole record of one cancelled round of the operator. */
export async function readCancellation(
  dataSource: DataSource,
  { caller }: Request,
  roundId: string,
): Promise<CancellationRecord | Refusal> {
  const { manager } = dataSource;
  const found = await findRecordedCancellation(manager, caller.operatorId, playerKeyOf(roundId), roundId);
  if (found === null) return notFound('cancellation');
  const { roundBefore, ...rest } = found;
  return { ...cancellationBody(rest), roundBefore: roundBefore as CancellationRecord['roundBefore'] };
}

function cancellationBody({ keyId, keyLabel, actorName, at, ...rest }: RecordedCancellation): Cancellation {
  return { ...rest, at: at.toISOString(), by: { keyId, keyLabel, name: actorName } };
}
