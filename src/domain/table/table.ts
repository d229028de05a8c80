import type { HandActionType } from '../action';
import type { HandId } from '../hand';
import type { Minor } from '../money';
import type { TableLimits } from '../table-limits';

/** Where a shared table rests. `paused` remembers what it interrupted; `closed` is for good. */
export const PHASES = ['betting', 'insurance', 'deciding', 'result', 'paused', 'closed'] as const;
export type Phase = (typeof PHASES)[number];

/** Phases that time, or play, moves on. */
export type RunningPhase = Exclude<Phase, 'paused' | 'closed'>;

/** A player at a table; opaque here, and shown to others by an alias only. */
export type PlayerRef = string;

/**
 * A shared table between two commands: small plain JSON. What each bettor has on it is in his sheet, the cards are in
 * the round. Only the functions of this folder change it. Times are milliseconds since 1970, UTC.
 */
export interface Table {
  phase: Phase;
  /** When the phase is over by itself; null while nothing is waited for: nobody is there, paused, closed. */
  endsAt: number | null;
  /** Set while paused (DX-28): the phase that goes on then, and how much of its time was left. */
  paused: { readonly phase: RunningPhase; readonly leftMs: number | null } | null;
  /** Closed as soon as the round is over. */
  closing: boolean;
  limits: TableLimits;
  seconds: PhaseSeconds;
  /** What takes the place of `limits` and `seconds` with the next countdown. */
  next: { readonly limits: TableLimits; readonly seconds: PhaseSeconds } | null;
  /** By number, from 1 (DX-01). */
  readonly seats: Seat[];
  shoe: TableShoe;
  /** The round that is being bet on, or played. */
  roundId: string;
  /** Chosen cards of the next round; test tables only. */
  script: readonly string[] | null;
  /** Whether the round that is played has such cards: they come from a shoe of their own. */
  scripted: boolean;
}

/** How long each phase lasts. */
export interface PhaseSeconds {
  readonly betting: number;
  readonly insurance: number;
  readonly decision: number;
  readonly result: number;
}

export interface Seat {
  readonly seat: number;
  /** Who sits there; null when it is free. */
  player: PlayerRef | null;
  /** Whether he sat there before this countdown, and so keeps the seat for one round without a bet (DX-10). */
  held: boolean;
  /** Whether he has placed no bet for the round that is played. */
  sitsOut: boolean;
  /** Whether he leaves as soon as the round is over. */
  leaves: boolean;
  /** How many bet behind him. */
  behind: number;
}

/** What is public of the table's shoe (DX-02, DX-03). */
export interface TableShoe {
  /** From 1. */
  readonly number: number;
  /** Cards before the cut card. */
  readonly cut: number;
  /** The exposed first card, and how many were burned face down for it; null where nothing is burned. */
  readonly exposed: string | null;
  readonly burned: number;
  /** Cards that have left it, the burned ones included. */
  dealt: number;
}

/** Everything that one bettor has at the table: his bets, choices in advance and answers. A second device sees the same. */
export interface Sheet {
  readonly player: PlayerRef;
  /** Whether he may sit: real money, or a test table (DX-08). */
  readonly maySit: boolean;
  /** In the order in which they were placed first. */
  bets: SheetBet[];
  /** His number in the round that is played; null when he has no bet in it. */
  bettor: number | null;
  /** One choice a hand, executed when its turn comes (DX-14). */
  queued: QueuedAction[];
  /** Answers that are executed when the seated player doubles or splits (DX-22, DX-23, DX-25); no answer means no. */
  follows: FollowAnswer[];
  /** Answers to offers of insurance, executed when their window ends (DX-20); no answer means no. */
  insurance: InsuranceAnswer[];
  /** What became of choices and answers that could not be executed as they were made, with the reason. */
  notExecuted: NotExecuted[];
}

export const BET_KINDS = ['seat', 'behind', 'pairs'] as const;
export type BetKind = (typeof BET_KINDS)[number];

/**
 * `placed` moved no money yet; at the end of the countdown it is `charged`, `chargedInPart` (DX-05), `refused` for want
 * of money, or it goes back, `returned`, because its seat lost its ground (DX-09, DX-10).
 */
export const BET_STATES = ['placed', 'charged', 'chargedInPart', 'refused', 'returned'] as const;
export type BetState = (typeof BET_STATES)[number];

export interface SheetBet {
  readonly seat: number;
  readonly kind: BetKind;
  /** What was asked for, and is charged unless the state says otherwise; of one charged in part, that part. */
  amount: Minor;
  state: BetState;
}

export interface QueuedAction {
  readonly hand: HandId;
  readonly type: HandActionType;
}

export interface FollowAnswer {
  readonly type: 'follow-double' | 'follow-split';
  readonly hand: HandId;
  readonly accept: boolean;
}

export interface InsuranceAnswer {
  readonly hand: HandId;
  readonly accept: boolean;
}

/** "doubled → hit: balance 300, price 1000": what was chosen in advance, what was executed instead, and why (DX-16, DX-19). */
export interface NotExecuted {
  readonly hand: HandId;
  readonly chosen: HandActionType | FollowAnswer['type'] | 'insurance';
  /** Null when nothing took its place: the choice was not legal any more, or the answer counted as no. */
  readonly executed: HandActionType | null;
  readonly reason: 'insufficient_funds' | 'action_not_allowed';
  /** What the wallet held, and what the choice would have cost; minor units. */
  readonly balance: number;
  readonly price: number;
}

/** A seat by its number, or null. */
export function seatAt({ seats }: Table, number: number): Seat | null {
  return seats.find(({ seat }) => seat === number) ?? null;
}

/** The seats of a player, ascending. */
export function seatsOf({ seats }: Table, player: PlayerRef): Seat[] {
  return seats.filter((seat) => seat.player === player);
}

/** A bet of that kind on that seat that waits for the end of the countdown, or null. */
export function placedOn(sheet: Sheet, seat: number, kind: BetKind): SheetBet | null {
  return sheet.bets.find((bet) => bet.state === 'placed' && bet.seat === seat && bet.kind === kind) ?? null;
}

/** A sheet with nothing on it. */
export function emptySheet(player: PlayerRef, maySit: boolean): Sheet {
  return {
    player,
    maySit,
    bets: [],
    bettor: null,
    queued: [],
    follows: [],
    insurance: [],
    notExecuted: [],
  };
}

/** Takes everything off a sheet: the round it was for is over. */
export function clearSheet(sheet: Sheet): void {
  sheet.bets = [];
  sheet.bettor = null;
  sheet.queued = [];
  sheet.follows = [];
  sheet.insurance = [];
  sheet.notExecuted = [];
}
