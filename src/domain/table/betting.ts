import { BALANCE_CEILING, type Minor } from '../money';
import type { StakeRange } from '../table-limits';
import { type AtTable, balanceOf, sheetOf } from './at-table';
import { lengthOf } from './phases';
import type { TableRefusal } from './refusal';
import { type BetKind, placedOn, type PlayerRef, type Seat, seatAt, seatsOf, type Sheet } from './table';

/** A bet to be placed, or added to. Minor units. */
export interface BetToPlace {
  readonly seat: number;
  readonly kind: BetKind;
  readonly amount: Minor;
}

/** Adds to a bettor's sheet while the countdown runs (DX-04…DX-08). No money moves. */
export function placeBet(t: AtTable, player: PlayerRef, bet: BetToPlace): TableRefusal | null {
  const closed = whyNoBets(t);
  if (closed !== null) return closed;
  const seat = seatAt(t.table, bet.seat);
  if (seat === null) return { code: 'seat_not_found' };
  if (balanceOf(t, player) > BALANCE_CEILING) return { code: 'balance_limit_exceeded' };
  const refusal =
    bet.kind === 'seat' ? placeOnSeat(t, player, seat, bet.amount) : place(t, player, seat, bet);
  if (refusal !== null) return refusal;
  changed(t, player, seat);
  wake(t);
  return null;
}

/** Why nothing can be placed or taken back now; null while the countdown runs. */
export function whyNoBets({ table }: AtTable): TableRefusal | null {
  switch (table.phase) {
    case 'betting':
      return null;
    case 'paused':
      return { code: 'table_paused' };
    case 'closed':
      return { code: 'table_closed' };
    case 'insurance':
    case 'deciding':
    case 'result':
      return { code: 'betting_closed' };
  }
}

/** Starts the countdown of a table that rests because nobody was there. */
export function wake(t: AtTable): void {
  if (t.table.phase !== 'betting' || t.table.endsAt !== null) return;
  t.table.roundId = t.house.newRoundId();
  t.table.endsAt = t.now + lengthOf(t, 'betting');
  t.happened.push({ type: 'phase', phase: 'betting', endsAt: t.table.endsAt });
}

/** DX-04, DX-05: takes the seat by betting on it; all seats of a player carry the same bet. */
function placeOnSeat(t: AtTable, player: PlayerRef, seat: Seat, amount: Minor): TableRefusal | null {
  const sheet = sheetOf(t, player);
  if (seat.player !== null && seat.player !== player) return { code: 'seat_taken' };
  const held = seatsOf(t.table, player);
  const taking = seat.player === null;
  if (!sheet.maySit) return { code: 'seat_needs_real_money' };
  if (taking && held.length >= t.ruleSet.boxesPerPlayer) return { code: 'too_many_seats' };
  const current = stakeOfSeats(sheet);
  if (taking && current > 0 && amount !== current) {
    return { code: 'unequal_seat_bets', bounds: { min: current, max: current, step: current } };
  }
  const wanted = taking && current > 0 ? current : current + amount;
  const outOfBounds = withinLimits(t.table.limits.stake, amount, wanted);
  if (outOfBounds !== null) return outOfBounds;
  const seats = taking ? [...held, seat] : held;
  const stake = affordable(t, sheet, seats.length, wanted, taking ? 0 : current);
  if (typeof stake !== 'number') return stake;
  for (const one of seats) put(sheet, one.seat, 'seat', stake);
  if (taking) {
    seat.player = player;
    seat.held = false;
    seat.sitsOut = false;
    seat.leaves = false;
  }
  return null;
}

/** What the bettor has placed on each of his seats in this countdown; the same on all of them. */
function stakeOfSeats(sheet: Sheet): number {
  return sheet.bets.find((bet) => bet.kind === 'seat' && bet.state === 'placed')?.amount ?? 0;
}

/**
 * DX-05: what each of his seats can carry, `wanted` or, with two seats, an equal part of what he has, in whole steps.
 * It has to be more than `atLeastAbove`, for a bet that adds nothing is none.
 */
function affordable(
  t: AtTable,
  sheet: Sheet,
  seats: number,
  wanted: number,
  atLeastAbove: number,
): Minor | TableRefusal {
  const { min, step } = t.table.limits.stake;
  const balance = balanceOf(t, sheet.player);
  const others = sumPlaced(sheet, (kind) => kind !== 'seat');
  const share = equalShare(balance - others, seats, wanted, step);
  if (share === wanted) return share;
  if (seats > 1 && share >= min && share > atLeastAbove) return share;
  return { code: 'insufficient_funds', balance, price: wanted * seats + others };
}

/** What each of so many seats gets of the money there is: all that is wanted, or equal whole steps of it (DX-05). */
export function equalShare(available: number, seats: number, wanted: number, step: number): Minor {
  if (wanted * seats <= available) return wanted as Minor;
  return (Math.max(0, Math.floor(available / seats / step)) * step) as Minor;
}

/** DX-06, DX-07: behind another player, or on the pair of an occupied seat. */
function place(t: AtTable, player: PlayerRef, seat: Seat, { kind, amount }: BetToPlace): TableRefusal | null {
  if (seat.player === null) return { code: 'seat_empty' };
  if (kind === 'behind' && seat.player === player) return { code: 'own_seat' };
  const sheet = sheetOf(t, player);
  const already = placedOn(sheet, seat.seat, kind);
  const wanted = (already?.amount ?? 0) + amount;
  const { stake, sideBet } = t.table.limits;
  const outOfBounds = withinLimits(kind === 'pairs' ? sideBet : stake, amount, wanted);
  if (outOfBounds !== null) return outOfBounds;
  const balance = balanceOf(t, player);
  const price = sumPlaced(sheet, () => true) + amount;
  if (price > balance) return { code: 'insufficient_funds', balance, price };
  put(sheet, seat.seat, kind, wanted as Minor);
  if (kind === 'behind' && already === null) seat.behind += 1;
  return null;
}

/** Bounds of what may be added, so that the whole bet lies within the limits (C-14). */
function withinLimits({ min, max, step }: StakeRange, amount: number, wanted: number): TableRefusal | null {
  if (amount > 0 && amount % step === 0 && wanted >= min && wanted <= max) return null;
  const placed = wanted - amount;
  const bounds = { min: Math.max(step, min - placed), max: max - placed, step };
  return { code: 'amount_out_of_bounds', bounds };
}

function sumPlaced(sheet: Sheet, counts: (kind: BetKind) => boolean): number {
  return sheet.bets.reduce((sum, { kind, state, amount }) => {
    return state === 'placed' && counts(kind) ? sum + amount : sum;
  }, 0);
}

/** Writes the amount of a bet; what is left of an earlier one that went back makes room. */
function put(sheet: Sheet, seat: number, kind: BetKind, amount: Minor): void {
  const placed = placedOn(sheet, seat, kind);
  if (placed !== null) placed.amount = amount;
  else {
    sheet.bets = sheet.bets.filter((bet) => bet.seat !== seat || bet.kind !== kind);
    sheet.bets.push({ seat, kind, amount, state: 'placed' });
  }
}

function changed(t: AtTable, player: PlayerRef, ...seats: readonly Seat[]): void {
  t.touched.add(player);
  t.happened.push({ type: 'bets' });
  for (const { seat } of seats) t.happened.push({ type: 'seat', seat });
}
