import type { DataSource } from 'typeorm';
import { replay } from '../../domain/step';
import type { Mode } from '../../persistence/entities/sessions';
import {
  type CancellationPlace,
  type CancelledAmount,
  findRecordedCancellation,
  listRecordedCancellations,
  listSharedCancellation,
  type RecordedCancellation,
} from '../../persistence/rounds/cancellations';
import type { Reading } from '../../persistence/transaction';
import { playerKeyOf } from '../ids';
import { isRefusal, notFound, type Refusal } from '../refusal';
import type { Request } from '../request';
import { type CardsFaceUp, facedUp } from '../rounds/face-up';
import { sharedBodyBefore } from '../rounds/read-shared';
import { gameSteps } from '../rounds/game-steps';
import type { RoundBody } from '../rounds/round-body';
import { loadSharedRound } from '../rounds/shared-round';
import { playerSelection, timeOf } from './filter';
import { pageOf, type ReadPage } from './pages';

/** What a caller may choose cancellations by. `from` and `to` are times of the cancellation, the second one excluded. */
export interface CancellationFilter {
  readonly playerId?: string;
  readonly tableId?: string;
  readonly gameId?: string;
  readonly currency?: string;
  readonly reason?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Who cancelled a round, when and why, and what that moved (C-18). */
export interface Cancellation extends Omit<
  RecordedCancellation,
  'playerKey' | 'playerId' | 'sessionId' | 'keyId' | 'keyLabel' | 'actorName' | 'amounts' | 'at'
> {
  /** This and the player are null in the record of the round of a table, which is all its players'. */
  readonly sessionId: string | null;
  readonly playerId: string | null;
  /** By player; real and play money are never added up (DX-08). */
  readonly amounts: readonly (CancelledAmount & { readonly mode: Mode })[];
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
  readonly roundBefore: RoundBody & CardsFaceUp;
}

/** The operator's cancellations that pass the filter, the latest first. */
export function cancellationsTrail(
  dataSource: DataSource,
  { caller: { operatorId } }: Request,
  filter: CancellationFilter,
): ReadPage<Cancellation, CancellationPlace> {
  const { playerId, tableId, gameId = null, currency = null, reason = null } = filter;
  const player = playerSelection(operatorId, playerId);
  const [from, to] = [timeOf(filter.from), timeOf(filter.to)];
  const table = tableId === undefined ? null : { tableId, tableKey: playerKeyOf(tableId) };
  const selection = { operatorId, player, table, gameId, currency, reason, from, to };
  return async (after, limit) => {
    const rows = await listRecordedCancellations(dataSource.manager, selection, after, limit + 1);
    const { items, next } = pageOf(rows, limit, ({ at, roundId, playerKey }) => ({
      at: at.toISOString(),
      roundId,
      playerKey,
    }));
    return { items: items.map(cancellationBody), next };
  };
}

/** The whole record of one cancelled round of the operator; of a table's round with what it moved for each player. */
export async function readCancellation(
  reading: Reading,
  request: Request,
  roundId: string,
): Promise<CancellationRecord | Refusal> {
  const { operatorId } = request.caller;
  const found = await findRecordedCancellation(reading.manager, operatorId, playerKeyOf(roundId), roundId);
  if (found === null) return readSharedCancellation(reading, request, roundId);
  const { roundBefore, ...rest } = found;
  return { ...cancellationBody(rest), roundBefore: roundBefore as CancellationRecord['roundBefore'] };
}

async function readSharedCancellation(
  reading: Reading,
  request: Request,
  roundId: string,
): Promise<CancellationRecord | Refusal> {
  const { operatorId } = request.caller;
  const [first, ...others] = await listSharedCancellation(
    reading.manager,
    operatorId,
    playerKeyOf(roundId),
    roundId,
  );
  const shared = await loadSharedRound(reading, request, roundId);
  if (isRefusal(shared) || (first as RecordedCancellation | undefined) === undefined)
    return notFound('cancellation');
  const { round, ruleSet } = shared;
  const versionBefore = round.version - 1;
  return {
    ...cancellationBody(first),
    mode: round.mode,
    sessionId: null,
    playerId: null,
    amounts: [first, ...others].flatMap(amountsOf),
    roundBefore: {
      ...sharedBodyBefore(shared),
      ...facedUp(replay(ruleSet, round.limits, gameSteps(round, versionBefore))),
    },
  };
}

function cancellationBody(row: RecordedCancellation): Cancellation {
  const { roundId, sessionId, playerId, tableId, gameId, mode, currency, reason, note, statusBefore } = row;
  const { requestId, at, keyId, keyLabel, actorName } = row;
  const round = { roundId, sessionId, playerId, tableId, gameId, mode, currency };
  const by = { keyId, keyLabel, name: actorName };
  const amounts = amountsOf(row);
  return { ...round, reason, note, statusBefore, amounts, requestId, at: at.toISOString(), by };
}

function amountsOf({ amounts, mode }: RecordedCancellation): Cancellation['amounts'] {
  return amounts.map((amount) => ({ ...amount, mode }));
}
