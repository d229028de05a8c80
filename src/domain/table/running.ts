import { invariant } from '../assert';
import type { RuleSet } from '../rule-set';
import type { TableLimits } from '../table-limits';
import type { AtTable, House } from './at-table';
import { chargeSheets, isCharged } from './charging';
import { freeSeat, returnBetsOn } from './leaving';
import { enter, enterFor, lengthOf } from './phases';
import { closeInsurance, finishHandInTurn, startRound } from './playing';
import type { TableRefusal } from './refusal';
import { openShoe } from './shoe';
import { clearSheet, type PhaseSeconds, type RunningPhase, type Seat, type Sheet, type Table } from './table';

/** A table as it is opened: seats free, a shoe shuffled and burned, and no countdown before somebody is there. */
export function openTable(
  ruleSet: RuleSet,
  limits: TableLimits,
  seconds: PhaseSeconds,
  house: Pick<House, 'newShoe' | 'newRoundId'>,
): Table {
  invariant(ruleSet.table === 'shared', 'only a shared game has tables');
  const seats = Array.from({ length: ruleSet.boxes }, (_, index): Seat => {
    return { seat: index + 1, player: null, held: false, sitsOut: false, leaves: false, behind: 0 };
  });
  return {
    phase: 'betting',
    endsAt: null,
    paused: null,
    closing: false,
    limits,
    seconds,
    next: null,
    seats,
    shoe: openShoe(ruleSet, house.newShoe(), 1),
    roundId: house.newRoundId(),
    script: null,
    scripted: false,
  };
}

/**
 * What time has brought: ends the phase when its time is over. A phase that would last longer than it can, because the
 * clock was set back, gets its whole length again.
 */
export function onTime(t: AtTable): boolean {
  const { phase, endsAt } = t.table;
  if (endsAt === null || phase === 'paused' || phase === 'closed') return false;
  const longest = t.now + lengthOf(t, phase);
  if (endsAt > longest) {
    t.table.endsAt = longest;
    t.happened.push({ type: 'phase', phase, endsAt: longest });
    return true;
  }
  if (endsAt > t.now) return false;
  endPhase(t, phase);
  return true;
}

/** Ends the current phase as if its time were over; refused where none runs. */
export function endPhaseNow(t: AtTable): TableRefusal | null {
  const { phase } = t.table;
  if (phase === 'paused') return { code: 'table_paused' };
  if (phase === 'closed') return { code: 'table_closed' };
  endPhase(t, phase);
  return null;
}

function endPhase(t: AtTable, phase: RunningPhase): void {
  switch (phase) {
    case 'betting':
      endBetting(t);
      break;
    case 'insurance':
      closeInsurance(t);
      break;
    case 'deciding':
      finishHandInTurn(t);
      break;
    case 'result':
      nextCountdown(t);
      break;
  }
}

function endBetting(t: AtTable): void {
  const bets = chargeSheets(t);
  t.happened.push({ type: 'bets' });
  if (bets !== null) startRound(t, bets);
  else countDown(t);
}

/**
 * Counts down for the next bets, under what was decided for now; a table where nobody is rests until somebody comes. Each
 * countdown is for a round of its own: ids begin with the time, by which rounds are found.
 */
function countDown(t: AtTable): void {
  applyNext(t);
  t.table.roundId = t.house.newRoundId();
  if (t.house.attended) enterFor(t, 'betting');
  else enter(t, 'betting', null);
}

function nextCountdown(t: AtTable): void {
  const { table } = t;
  clearRound(t);
  if (table.closing) {
    shut(t);
    return;
  }
  if (table.shoe.dealt >= table.shoe.cut) changeShoe(t);
  countDown(t);
}

/** The round is over: the sheets are empty again, and who sat holds his seat. */
function clearRound(t: AtTable): void {
  const { table } = t;
  for (const sheet of t.sheets.values()) {
    clearSheet(sheet);
    t.touched.add(sheet.player);
  }
  t.round = null;
  table.scripted = false;
  for (const seat of table.seats) {
    seat.behind = 0;
    seat.held = seat.player !== null;
    if (seat.leaves) freeSeat(t, seat);
  }
}

/** DX-02, DX-03: the cut card came out in the round before. */
function changeShoe(t: AtTable): void {
  t.table.shoe = openShoe(t.ruleSet, t.house.newShoe(), t.table.shoe.number + 1);
  const { number, exposed, burned } = t.table.shoe;
  t.happened.push({ type: 'shoe', number, exposed, burned });
}

/** DX-28: everything stops where it is, bets and choices included, until a supervisor lets it go on. */
export function pause(t: AtTable): TableRefusal | null {
  const { phase, endsAt } = t.table;
  if (phase === 'closed') return { code: 'table_closed' };
  if (phase === 'paused') return { code: 'phase_conflict' };
  const leftMs = endsAt === null ? null : Math.max(0, endsAt - t.now);
  enter(t, 'paused', null);
  t.table.paused = { phase, leftMs };
  return null;
}

/** Goes on where it stopped, with the time that was left; one that rested counts down if somebody has come meanwhile. */
export function resume(t: AtTable): TableRefusal | null {
  const { paused, phase } = t.table;
  if (phase === 'closed') return { code: 'table_closed' };
  if (paused === null) return { code: 'phase_conflict' };
  t.table.paused = null;
  if (paused.leftMs === null) countDown(t);
  else enter(t, paused.phase, t.now + paused.leftMs);
  return null;
}

/**
 * Closes the table for good: at once while bets are placed, which go back, and where it was paused after its round; otherwise
 * when the round is over.
 */
export function close(t: AtTable): TableRefusal | null {
  const { table } = t;
  if (table.phase === 'closed') return { code: 'table_closed' };
  const phase = table.paused?.phase ?? table.phase;
  const isOver = table.paused?.phase === 'result';
  if (phase !== 'betting' && !isOver) {
    table.closing = true;
    return null;
  }
  table.paused = null;
  if (isOver) clearRound(t);
  shut(t);
  return null;
}

function shut(t: AtTable): void {
  for (const seat of t.table.seats) {
    returnBetsOn(t, seat);
    if (seat.player !== null) freeSeat(t, seat);
  }
  enter(t, 'closed', null);
}

/**
 * The table's round was cancelled and every stake went back (C-18). One in play ends with it: that stands for a while,
 * then bets are placed; one that had been settled leaves the table as it is. Needs the sheets of all bettors.
 */
export function roundCancelled(t: AtTable): void {
  const { table } = t;
  const phase = table.paused?.phase ?? table.phase;
  invariant(phase !== 'betting' && phase !== 'closed', 'only a round that was dealt is cancelled');
  t.round = null;
  for (const sheet of t.sheets.values()) if (sheet.bettor !== null) giveBack(t, sheet);
  if (phase === 'result') t.happened.push({ type: 'bets' });
  else if (table.paused === null) enterFor(t, 'result');
  else {
    table.paused = { phase: 'result', leftMs: lengthOf(t, 'result') };
    t.happened.push({ type: 'phase', phase: 'paused', endsAt: null });
  }
}

/** What was charged is returned, and nothing waits to be executed any more. */
function giveBack(t: AtTable, sheet: Sheet): void {
  for (const bet of sheet.bets) if (isCharged(bet)) bet.state = 'returned';
  sheet.queued = [];
  sheet.follows = [];
  sheet.insurance = [];
  t.touched.add(sheet.player);
}

/** Limits and times that apply from the next countdown on; at once while the table rests, for then no bet waits. */
export function change(
  t: AtTable,
  next: { limits: TableLimits; seconds: PhaseSeconds },
): TableRefusal | null {
  const { table } = t;
  if (table.phase === 'closed') return { code: 'table_closed' };
  table.next = next;
  const { phase, leftMs } = table.paused ?? { phase: table.phase, leftMs: table.endsAt };
  if (phase === 'betting' && leftMs === null) applyNext(t);
  return null;
}

function applyNext({ table, happened }: AtTable): void {
  if (table.next === null) return;
  const { limits, seconds } = table.next;
  table.limits = limits;
  table.seconds = seconds;
  table.next = null;
  happened.push({ type: 'terms', limits, seconds });
}
