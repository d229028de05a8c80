import { placeBet } from '../../domain/table/betting';
import { leaveSeat, takeBack } from '../../domain/table/leaving';
import type { BetKind } from '../../domain/table/table';
import { minor } from '../../domain/money';
import { readHolds } from '../../persistence/compliance/reminders';
import { heldBack } from '../compliance/holds';
import { playerKeyOf } from '../ids';
import { invalid, isRefusal, type Refusal } from '../refusal';
import type { Answer, Request } from '../request';
import { bindSheet, commandTable, conflictOfModes, onlookerAt, type Seated, seatedSession } from './command';
import type { TableContext } from './context';
import type { LoadedTable } from './loaded-table';
import { type SheetBody, sheetBody } from './table-body';

/** A bet to be placed or added to, in minor units. */
export interface TableBet {
  readonly sessionId: string;
  readonly seat: number;
  readonly kind: BetKind;
  readonly amount: number;
}

/** Which bets are taken back; null means any. */
export interface BetsBack {
  readonly sessionId: string;
  readonly seat: number | null;
  readonly kind: BetKind | null;
}

type SheetAnswer = Promise<Answer<SheetBody> | Refusal>;

/** Adds to the player's sheet while the countdown runs (DX-04…DX-08). No money moves before it ends. */
export function placeTableBet(
  context: TableContext,
  request: Request,
  tableId: string,
  { sessionId, seat, kind, amount }: TableBet,
): SheetAnswer {
  const playerKey = playerKeyOf(sessionId);
  let seated: Seated;
  return commandTable(context, request, {
    tableId,
    keeper: playerKey,
    whose: { playerKey },
    run: async (loaded, tx) => {
      const found = await seatedSession(tx, request, loaded, sessionId, true);
      if (isRefusal(found)) return found;
      seated = found;
      if (found.session.mode === 'test' && !context.testMode) {
        return { refused: 'test_mode_off', detail: 'This installation plays no test rounds.' };
      }
      const held = await heldFrom(loaded, seated, tx);
      if (held !== null) return held;
      const conflict = await bindSheet(tx, loaded, seated);
      return conflict ?? placeBet(loaded.t, seated.player, { seat, kind, amount: minor(amount) });
    },
    answer: async (seen, loaded, tx) => sheetBody(seen, await onlookerAt(tx, loaded, seated)),
  });
}

/** Suspended, or waiting for a reminder to be acknowledged. The pace of rounds is the table's own. */
async function heldFrom(
  { at, record }: LoadedTable,
  { playerKey, session }: Seated,
  tx: Parameters<typeof readHolds>[0],
): Promise<Refusal | null> {
  const { sessionId, gameId } = session;
  const holds = await readHolds(tx, playerKey, sessionId, record.tableId);
  return heldBack(tx, { playerKey, sessionId, gameId }, { ...holds, minRoundIntervalMs: 0 }, at);
}

/** Takes bets back before the countdown ends. */
export function takeBetsBack(
  context: TableContext,
  request: Request,
  tableId: string,
  { sessionId, seat, kind }: BetsBack,
): SheetAnswer {
  return changeSheet(context, request, tableId, sessionId, (loaded, { player }) =>
    loaded.t.sheets.has(player)
      ? takeBack(loaded.t, player, { seat, kind })
      : { code: 'nothing_to_take_back' },
  );
}

/** Leaves a seat: at once where no hand is played on it, and otherwise when the round is over. */
export function leaveTableSeat(
  context: TableContext,
  request: Request,
  tableId: string,
  seat: number,
  sessionId: string | null,
): SheetAnswer {
  const whose = sessionId ?? request.caller.sessionId;
  if (whose === null) {
    return Promise.resolve(
      invalid([{ path: 'query.sessionId', detail: 'name the session that leaves the seat' }]),
    );
  }
  return changeSheet(context, request, tableId, whose, (loaded, { player }) =>
    leaveSeat(loaded.t, player, seat),
  );
}

function changeSheet(
  context: TableContext,
  request: Request,
  tableId: string,
  sessionId: string,
  change: (loaded: LoadedTable, seated: Seated) => ReturnType<typeof takeBack>,
): SheetAnswer {
  let seated: Seated;
  return commandTable(context, request, {
    tableId,
    keeper: playerKeyOf(sessionId),
    whose: 'all',
    run: async (loaded, tx) => {
      const found = await seatedSession(tx, request, loaded, sessionId, false);
      if (isRefusal(found)) return found;
      seated = found;
      return conflictOfModes(loaded, seated) ?? change(loaded, seated);
    },
    answer: async (seen, loaded, tx) => sheetBody(seen, await onlookerAt(tx, loaded, seated)),
  });
}
