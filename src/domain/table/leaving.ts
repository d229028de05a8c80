import type { AtTable } from './at-table';
import { sheetOf } from './at-table';
import { whyNoBets } from './betting';
import type { TableRefusal } from './refusal';
import { type BetKind, type PlayerRef, type Seat, seatAt, type SheetBet } from './table';

/** Which bets are taken back; null means any. */
export interface BetsToTakeBack {
  readonly seat: number | null;
  readonly kind: BetKind | null;
}

/**
 * Takes bets back before the countdown ends. A seat that was being taken is free again, one that was held is kept for
 * a round (DX-10). Needs the sheets of all who bet on the seats concerned, and on the other seat of the player.
 */
export function takeBack(t: AtTable, player: PlayerRef, { seat, kind }: BetsToTakeBack): TableRefusal | null {
  const closed = whyNoBets(t);
  if (closed !== null) return closed;
  if (seat !== null && seatAt(t.table, seat) === null) return { code: 'seat_not_found' };
  const placed = sheetOf(t, player).bets.filter(({ state }) => state === 'placed');
  const meant = placed.filter((bet) => {
    return (seat === null || bet.seat === seat) && (kind === null || bet.kind === kind);
  });
  if (meant.length === 0) return { code: 'nothing_to_take_back' };
  // DX-05: a seat that stays his without a bet takes that of his other seat along, for both carry the same.
  const both = meant.some((bet) => bet.kind === 'seat' && seatAt(t.table, bet.seat)?.held === true);
  for (const bet of placed) if (meant.includes(bet) || (both && bet.kind === 'seat')) remove(t, player, bet);
  t.touched.add(player);
  t.happened.push({ type: 'bets' });
  return null;
}

function remove(t: AtTable, player: PlayerRef, bet: SheetBet): void {
  const sheet = sheetOf(t, player);
  sheet.bets = sheet.bets.filter((other) => other !== bet);
  const seat = seatAt(t.table, bet.seat);
  if (seat === null) return;
  if (bet.kind === 'behind') seat.behind -= 1;
  if (bet.kind === 'seat' && !seat.held) freeSeat(t, seat);
  else t.happened.push({ type: 'seat', seat: seat.seat });
}

/**
 * Leaves a seat: at once where no hand of his is played on it, and otherwise when the round is over. Needs the sheets of
 * all who bet on it.
 */
export function leaveSeat(t: AtTable, player: PlayerRef, number: number): TableRefusal | null {
  const seat = seatAt(t.table, number);
  if (seat === null) return { code: 'seat_not_found' };
  if (t.table.phase === 'closed') return { code: 'table_closed' };
  if (seat.player !== player) return { code: 'not_your_seat' };
  const { phase } = t.table.paused ?? t.table;
  if (phase !== 'betting' && !seat.sitsOut) {
    seat.leaves = true;
    t.happened.push({ type: 'seat', seat: number });
    return null;
  }
  const sheet = sheetOf(t, player);
  sheet.bets = sheet.bets.filter(
    (bet) => bet.state !== 'placed' || bet.seat !== number || bet.kind !== 'seat',
  );
  freeSeat(t, seat);
  t.touched.add(player);
  return null;
}

/** Frees a seat: bets behind and pairs that wait on it lose their ground and go back (DX-09). */
export function freeSeat(t: AtTable, seat: Seat): void {
  returnBetsOn(t, seat);
  seat.player = null;
  seat.held = false;
  seat.sitsOut = false;
  seat.leaves = false;
  t.happened.push({ type: 'seat', seat: seat.seat });
}

/** Every bet that waits on the seat goes back; no money had moved. */
export function returnBetsOn(t: AtTable, seat: Seat): void {
  for (const sheet of t.sheets.values()) {
    for (const bet of sheet.bets) {
      if (bet.seat !== seat.seat || bet.state !== 'placed') continue;
      bet.state = 'returned';
      t.touched.add(sheet.player);
    }
  }
  seat.behind = 0;
}

/** Everything that a player has placed goes back, as when he may not play for the moment; no money had moved. */
export function returnBets(t: AtTable, player: PlayerRef): void {
  for (const bet of sheetOf(t, player).bets) {
    if (bet.state !== 'placed') continue;
    bet.state = 'returned';
    const seat = bet.kind === 'behind' ? seatAt(t.table, bet.seat) : null;
    if (seat !== null) seat.behind -= 1;
    t.touched.add(player);
  }
}
