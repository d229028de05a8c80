import type { Bets, PlacedSideBet, SeatBet } from '../bets';
import type { Minor } from '../money';
import { type AtTable, balanceOf } from './at-table';
import { equalShare } from './betting';
import { freeSeat, returnBetsOn } from './leaving';
import { type PlayerRef, type Seat, seatAt, type Sheet, type SheetBet } from './table';

/**
 * The countdown is over: what each bettor can pay is charged, whole, in part by DX-05, or not at all; seats without a
 * bet fall (DX-09, DX-10, DX-11), and what was bet on them goes back. Null when no seat has a bet: there is no round.
 * Needs the sheets and balances of everybody who has a bet, and the balances of all who sit.
 */
export function chargeSheets(t: AtTable): Bets | null {
  const sheets = [...t.sheets.values()].filter(({ bets }) => bets.some(({ state }) => state === 'placed'));
  const left = new Map<PlayerRef, number>();
  for (const sheet of sheets) left.set(sheet.player, chargeSeats(t, sheet));
  for (const seat of t.table.seats) settleSeat(t, seat);
  for (const sheet of sheets) chargeOthers(t, sheet, left.get(sheet.player) ?? 0);
  countBehind(t);
  return gather(sheets);
}

/** Main bets come first, equal on both seats (DX-05). Returns what is left in the wallet. */
function chargeSeats(t: AtTable, sheet: Sheet): number {
  const balance = balanceOf(t, sheet.player);
  const bets = sheet.bets.filter(({ kind, state }) => kind === 'seat' && state === 'placed');
  if (bets.length === 0) return balance;
  const { min, step } = t.table.limits.stake;
  const [{ amount: wanted }] = bets;
  const share = equalShare(balance, bets.length, wanted, step);
  const enough = share >= min && (share === wanted || bets.length > 1);
  t.touched.add(sheet.player);
  for (const bet of bets) {
    if (!enough) bet.state = 'refused';
    else {
      bet.state = share === wanted ? 'charged' : 'chargedInPart';
      bet.amount = share;
    }
  }
  return enough ? balance - share * bets.length : balance;
}

/** What becomes of a seat when the round starts. */
function settleSeat(t: AtTable, seat: Seat): void {
  if (seat.player === null) return;
  if (hasBet(t, seat.player, seat)) {
    if (seat.sitsOut) t.happened.push({ type: 'seat', seat: seat.seat });
    seat.sitsOut = false;
    return;
  }
  const tooPoor = balanceOf(t, seat.player) < t.table.limits.stake.min;
  // DX-09: he was taking it; DX-10: he sat out a round before; DX-11: he could not bet if he would.
  if (!seat.held || seat.sitsOut || tooPoor) {
    freeSeat(t, seat);
    return;
  }
  returnBetsOn(t, seat);
  seat.sitsOut = true;
  t.happened.push({ type: 'seat', seat: seat.seat });
}

function hasBet({ sheets }: AtTable, player: PlayerRef, { seat }: Seat): boolean {
  return (
    sheets.get(player)?.bets.some((bet) => bet.kind === 'seat' && bet.seat === seat && isCharged(bet)) ??
    false
  );
}

/** Whether money was taken for it. */
export function isCharged({ state }: SheetBet): boolean {
  return state === 'charged' || state === 'chargedInPart';
}

/** Then what was bet behind and on pairs, in the order placed, each whole or not. */
function chargeOthers(t: AtTable, sheet: Sheet, available: number): void {
  let left = available;
  for (const bet of sheet.bets) {
    if (bet.state !== 'placed') continue;
    t.touched.add(sheet.player);
    bet.state = bet.amount <= left ? 'charged' : 'refused';
    if (bet.state === 'charged') left -= bet.amount;
  }
}

function countBehind({ table, sheets }: AtTable): void {
  for (const seat of table.seats) seat.behind = 0;
  for (const { bets } of sheets.values()) {
    for (const bet of bets) {
      const seat = bet.kind === 'behind' && isCharged(bet) ? seatAt(table, bet.seat) : null;
      if (seat !== null) seat.behind += 1;
    }
  }
}

/** The charged bets as a round takes them; bettors are numbered by their players, so that the order tells nothing. */
function gather(sheets: readonly Sheet[]): Bets | null {
  const inRound = sheets
    .filter(({ bets }) => bets.some(isCharged))
    .sort((one, other) => (one.player < other.player ? -1 : 1));
  const seats: SeatBet[] = [];
  const behind: SeatBet[] = [];
  const sideBets: PlacedSideBet[] = [];
  inRound.forEach((sheet, bettor) => {
    sheet.bettor = bettor;
    for (const { seat: box, kind, amount: stake } of sheet.bets.filter(isCharged)) {
      if (kind === 'seat') seats.push({ box, bettor, stake });
      if (kind === 'behind') behind.push({ box, bettor, stake });
      if (kind === 'pairs') sideBets.push({ box, bettor, stake, type: 'pairs' });
    }
  });
  if (seats.length === 0) return null;
  const ascending = (one: SeatBet, other: SeatBet): number => one.box - other.box;
  return {
    bettors: inRound.length,
    seats: seats.sort(ascending),
    behind: behind.sort(ascending),
    sideBets: sideBets.sort(ascending),
  };
}

/** All that the sheet's bets would cost, in minor units: what a wallet is asked for when the countdown ends. */
export function costOfSheet({ bets }: Sheet): Minor {
  return bets.reduce((sum, { state, amount }) => (state === 'placed' ? sum + amount : sum), 0) as Minor;
}
