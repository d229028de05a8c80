import { present } from '../assert';
import type { HandActionType, LegalAction } from '../action';
import type { Minor } from '../money';
import { findHand, handInTurn, type Round } from '../round';
import { type DealerView, type HandView, viewOf } from '../view';
import type { AtTable } from './at-table';
import { mayFollow, optionsAhead } from './choosing';
import {
  type BetKind,
  type BetState,
  type FollowAnswer,
  type InsuranceAnswer,
  type NotExecuted,
  type Phase,
  type PlayerRef,
  type QueuedAction,
  type Seat,
  seatAt,
  type Sheet,
  type SheetBet,
  type Table,
} from './table';

/** A table as one caller may see it: everyone's cards and seats, his own money only. Amounts are minor units. */
export interface TableView {
  readonly status: Phase;
  /** Milliseconds since 1970; null where nothing is waited for. */
  readonly phaseEndsAt: number | null;
  readonly shoe: {
    readonly number: number;
    readonly dealt: number;
    readonly cutReached: boolean;
    readonly burned: number;
    readonly exposed: string | null;
  };
  readonly seats: readonly SeatView[];
  readonly dealer: DealerView | null;
  readonly roundId: string;
  readonly turn: { readonly seat: number; readonly hand: string; readonly endsAt: number | null } | null;
  readonly allowed: readonly LegalAction[];
  /** What may be said in advance: choices for his hands that wait, and whether he follows the hands he bet behind. */
  readonly inAdvance: readonly (QueuedAction | Omit<FollowAnswer, 'accept'>)[];
  readonly you: YourSheet | null;
}

export interface SeatView {
  readonly seat: number;
  readonly state: 'free' | 'taken' | 'sittingOut';
  readonly playerAlias: string | null;
  readonly you: boolean;
  /** The caller's own stake on the seat, as a player or behind him. */
  readonly stake: number;
  readonly hands: readonly HandView[];
  /** How many bet behind the seat. */
  readonly bettors: number;
}

/** What a bettor has at the table. */
export interface YourSheet {
  readonly sheet: readonly SheetBetView[];
  readonly queued: readonly (
    QueuedAction | FollowAnswer | ({ readonly type: 'insurance' } & InsuranceAnswer)
  )[];
  readonly notExecuted: readonly NotExecuted[];
}

export interface SheetBetView {
  readonly seat: number;
  readonly kind: BetKind;
  readonly amount: number;
  readonly state: BetState;
  /** Of the hand, or of all hands that were split from it together; null while open. */
  readonly outcome: string | null;
  /** Stake and winnings that came back; null while open. */
  readonly returned: number | null;
}

type Seen = Pick<AtTable, 'table' | 'round' | 'sheets' | 'ruleSet'>;

/** Projects a table for a caller; only his own sheet has to be among the sheets. Nobody watches as nobody: null. */
export function tableViewOf(
  t: Seen,
  caller: PlayerRef | null,
  aliasOf: (player: PlayerRef) => string,
): TableView {
  const { table, round } = t;
  const sheet = caller === null ? null : (t.sheets.get(caller) ?? null);
  const seen = round && viewOf(round, sheet?.bettor ?? null);
  const { number, dealt, cut, burned, exposed } = table.shoe;
  const mayChoose = table.phase === 'insurance' || table.phase === 'deciding';
  return {
    status: table.phase,
    phaseEndsAt: table.endsAt,
    shoe: { number, dealt, cutReached: dealt >= cut, burned, exposed },
    seats: table.seats.map((seat) => {
      const hands = seen?.boxes.find(({ box }) => box === seat.seat)?.hands ?? [];
      return seatView(seat, caller, sheet, hands, aliasOf);
    }),
    dealer: seen?.dealer ?? null,
    roundId: table.roundId,
    turn: turnOf(t),
    allowed: mayChoose ? (seen?.allowed ?? []) : [],
    inAdvance: mayChoose && sheet !== null ? choicesInAdvance(t, sheet) : [],
    you: sheet && yourSheet(sheet, round),
  };
}

/** What everybody sees of a seat. */
export type PublicSeat = Pick<SeatView, 'seat' | 'state' | 'playerAlias' | 'bettors'>;

/** A seat of that number as everybody sees it. */
export function seatOf(table: Table, number: number, aliasOf: (player: PlayerRef) => string): PublicSeat {
  return publicSeat(present(seatAt(table, number), 'a seat of that number'), aliasOf);
}

function publicSeat(
  { seat, player, sitsOut, behind }: Seat,
  aliasOf: (player: PlayerRef) => string,
): PublicSeat {
  return {
    seat,
    state: player === null ? 'free' : sitsOut ? 'sittingOut' : 'taken',
    playerAlias: player === null ? null : aliasOf(player),
    bettors: behind,
  };
}

function seatView(
  seat: Seat,
  caller: PlayerRef | null,
  sheet: Sheet | null,
  hands: readonly HandView[],
  aliasOf: (player: PlayerRef) => string,
): SeatView {
  const own = sheet?.bets.find((bet) => bet.seat === seat.seat && bet.kind !== 'pairs' && isOpen(bet));
  return {
    ...publicSeat(seat, aliasOf),
    you: seat.player !== null && seat.player === caller,
    stake: own?.amount ?? 0,
    hands,
  };
}

function isOpen({ state }: SheetBet): boolean {
  return state !== 'refused' && state !== 'returned';
}

function turnOf({ table, round }: Seen): TableView['turn'] {
  const turn = round && handInTurn(round);
  return turn && { seat: turn.box.box, hand: turn.hand.id, endsAt: table.endsAt };
}

function choicesInAdvance(t: Seen, sheet: Sheet): TableView['inAdvance'] {
  const { round } = t;
  if (round === null || round.status === 'settled') return [];
  const turn = handInTurn(round)?.hand;
  return round.boxes.flatMap((box) =>
    box.hands.flatMap((hand): TableView['inAdvance'] => {
      if (box.bettor === sheet.bettor) {
        if (hand === turn || hand.state !== 'waiting') return [];
        return optionsAhead(t, box, hand).map((type: HandActionType) => ({ type, hand: hand.id }));
      }
      const follows = ['follow-double', 'follow-split'] as const;
      return follows
        .filter((type) => mayFollow(t, sheet, { box, hand }, type))
        .map((type) => ({ type, hand: hand.id }));
    }),
  );
}

/** A bettor's sheet with what has become of it. */
export function yourSheet(sheet: Sheet, round: Round | null): YourSheet {
  return {
    sheet: sheet.bets.map((bet) => sheetBetView(bet, sheet.bettor, round)),
    queued: [
      ...sheet.queued.filter(({ hand }) => isOpenHand(round, hand)),
      ...sheet.follows.filter(({ hand }) => isOpenHand(round, hand)),
      ...sheet.insurance.map((answer) => ({ type: 'insurance' as const, ...answer })),
    ],
    notExecuted: sheet.notExecuted,
  };
}

/** Whether a hand may still be played: what was said in advance of one that ended by itself waits for nothing. */
function isOpenHand(round: Round | null, id: string): boolean {
  const hand = round && findHand(round, id)?.hand;
  return hand?.state === 'waiting' || hand?.state === 'acting';
}

function sheetBetView(bet: SheetBet, bettor: number | null, round: Round | null): SheetBetView {
  const shown = { seat: bet.seat, kind: bet.kind, amount: bet.amount, state: bet.state };
  const open = { ...shown, outcome: null, returned: null };
  if (round === null || bettor === null || !isOpen(bet)) return open;
  if (bet.kind === 'pairs') {
    const placed = round.sideBets.find(({ box, bettor: whose }) => box === bet.seat && whose === bettor);
    return placed === undefined ? open : { ...shown, outcome: placed.outcome, returned: placed.returned };
  }
  return { ...shown, ...handsTogether(round, bet.seat, bettor) };
}

/** One hand's outcome as it is; several by what came back of all their stakes. */
function handsTogether(
  round: Round,
  seat: number,
  bettor: number,
): { outcome: string | null; returned: Minor | null } {
  const hands = round.boxes.find(({ box }) => box === seat)?.hands ?? [];
  const bets = hands.flatMap((hand) => hand.bets.filter((bet) => bet.bettor === bettor));
  if (bets.length === 0 || bets.some(({ outcome }) => outcome === null))
    return { outcome: null, returned: null };
  const staked = bets.reduce((sum, { stake }) => sum + stake, 0);
  const returned = bets.reduce((sum, bet) => sum + (bet.returned ?? 0), 0) as Minor;
  if (bets.length === 1) return { outcome: bets[0].outcome, returned };
  return { outcome: returned > staked ? 'win' : returned === staked ? 'push' : 'lose', returned };
}
