import type { EntityManager } from 'typeorm';
import { present } from '../../domain/assert';
import { placeBet } from '../../domain/table/betting';
import { leaveSeat, takeBack } from '../../domain/table/leaving';
import type { TableRefusal } from '../../domain/table/refusal';
import { type BetKind, seatsOf, type Table } from '../../domain/table/table';
import { minor } from '../../domain/money';
import type { AskingSession } from '../../persistence/tables/table-standing';
import { heldBack } from '../compliance/holds';
import { playerKeyOf } from '../ids';
import { invalid, isRefusal, type Refusal } from '../refusal';
import type { Answer, Request } from '../request';
import { bindSheet, commandTable, conflictOfModes, onlookerAt, type Seated, seatedSession } from './command';
import type { TableContext } from './context';
import type { LoadedTable } from './loaded-table';
import { type SeenTable, type SheetBody, sheetBody } from './table-body';

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
  const asker = { playerKey: playerKeyOf(sessionId), sessionId };
  return commandTable(context, request, {
    tableId,
    keeper: asker.playerKey,
    asking: () => ({ sheets: 'own', asker, forBets: true }),
    run: async (loaded, tx) => {
      const seated = seatedSession(request, loaded, true);
      if (isRefusal(seated)) return seated;
      if (seated.session.mode === 'test' && !context.testMode) {
        return { refused: 'test_mode_off', detail: 'This installation plays no test rounds.' };
      }
      const held = await heldFrom(tx, seated.session, loaded.at);
      if (held !== null) return held;
      const bet = { seat, kind, amount: minor(amount) };
      return bindSheet(loaded, seated) ?? placeBet(loaded.t, seated.player, bet);
    },
    answer: sheetAfter,
  });
}

/** Suspended, or waiting for a reminder to be acknowledged. The pace of rounds is the table's own. */
function heldFrom(tx: EntityManager, session: AskingSession, at: Date): Promise<Refusal | null> {
  const holds = present(session.holds, 'what may hold a bet back');
  return heldBack(tx, session, { ...holds, minRoundIntervalMs: 0 }, at);
}

function sheetAfter(seen: SeenTable, loaded: LoadedTable): SheetBody {
  return sheetBody(seen, present(onlookerAt(loaded), 'a player whose sheet it is'));
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

/** What is taken off a seat takes along what others bet on it; who holds none concerns nobody else. */
function changeSheet(
  context: TableContext,
  request: Request,
  tableId: string,
  sessionId: string,
  change: (loaded: LoadedTable, seated: Seated) => TableRefusal | null,
): SheetAnswer {
  const asker = { playerKey: playerKeyOf(sessionId), sessionId };
  const sits = (table: Table): boolean => seatsOf(table, String(asker.playerKey)).length > 0;
  return commandTable(context, request, {
    tableId,
    keeper: asker.playerKey,
    asking: (table) => ({ sheets: sits(table) ? 'all' : 'own', asker, forBets: false }),
    run: (loaded) => {
      const seated = seatedSession(request, loaded, false);
      if (isRefusal(seated)) return Promise.resolve(seated);
      return Promise.resolve(conflictOfModes(loaded, seated) ?? change(loaded, seated));
    },
    answer: sheetAfter,
  });
}
