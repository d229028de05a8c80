import { invariant, present } from '../assert';
import type { HandActionType } from '../action';
import type { HandId } from '../hand';
import type { Journal, RoundEvent } from '../journal';
import type { Round } from '../round';
import type { RuleSet } from '../rule-set';
import type { CardSource } from '../shoe';
import type { Step } from '../step';
import type { TableLimits } from '../table-limits';
import type { Phase, PhaseSeconds, PlayerRef, Sheet, Table } from './table';

/** What the functions that carry a table on need, and where they leave what happened. */
export interface AtTable {
  readonly table: Table;
  readonly ruleSet: RuleSet;
  /** The round that is played; null while bets are placed. */
  round: Round | null;
  /** Of everybody whom the command may concern, by player. */
  readonly sheets: Map<PlayerRef, Sheet>;
  /** What the wallets hold that may have to pay, kept up to date while the round moves money. Minor units. */
  readonly balances: Map<PlayerRef, number>;
  readonly house: House;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** In order, for the stream. */
  readonly happened: TableHappening[];
  /** Steps of the round that were played, for the record. */
  readonly steps: TableStep[];
  /** Every charge and every decided bet, with the place of its step among `steps`. */
  readonly moves: BettorMove[];
  /** Whose sheets changed. */
  readonly touched: Set<PlayerRef>;
}

export interface BettorMove {
  readonly player: PlayerRef;
  readonly step: number;
  readonly event: Extract<RoundEvent, { type: 'charged' | 'decided' }>;
}

/** What a table is given from outside: cards, ids, and whether anybody is there. */
export interface House {
  /** The cards of the round from where it stands. */
  cards(): CardSource;
  /** A freshly shuffled shoe, from its first card. */
  newShoe(): CardSource;
  newRoundId(): string;
  /** Whether anybody has a session at the table: it does not count down for nobody. */
  readonly attended: boolean;
}

/** Who made a decision: the table itself, the player in his turn or ahead of it, or the automatic rule (DX-21). */
export type DecidedBy = 'table' | 'player' | 'ahead' | 'automatic';

export interface TableStep {
  readonly step: Step;
  readonly by: DecidedBy;
  readonly player: PlayerRef | null;
  /** What had been chosen where something else was executed (DX-16, DX-19). */
  readonly chosen: HandActionType | null;
}

/** Everything that happens at a table, money apart: that is told in `RoundEvent`, to whom it belongs. */
export type TableHappening =
  | RoundEvent
  | { readonly type: 'phase'; readonly phase: Phase; readonly endsAt: number | null }
  | { readonly type: 'seat'; readonly seat: number }
  | { readonly type: 'terms'; readonly limits: TableLimits; readonly seconds: PhaseSeconds }
  | { readonly type: 'bets' }
  | { readonly type: 'choices' }
  | {
      readonly type: 'executed';
      readonly hand: HandId;
      readonly action: HandActionType;
      readonly by: DecidedBy;
      readonly chosen: HandActionType | null;
    }
  | { readonly type: 'cutCard' }
  | {
      readonly type: 'shoe';
      readonly number: number;
      readonly exposed: string | null;
      readonly burned: number;
    };

export function sheetOf({ sheets }: AtTable, player: PlayerRef): Sheet {
  return present(sheets.get(player), 'a sheet of everybody whom the command concerns');
}

export function roundOf({ round }: Pick<AtTable, 'round'>): Round {
  return present(round, 'a round while it is played');
}

export function balanceOf({ balances }: AtTable, player: PlayerRef): number {
  return present(balances.get(player), 'a balance of everybody who may have to pay');
}

/** The sheets of all bettors of the round, by their numbers. */
export function sheetsByBettor({ sheets }: AtTable): Map<number, Sheet> {
  const bettors = new Map<number, Sheet>();
  for (const sheet of sheets.values()) if (sheet.bettor !== null) bettors.set(sheet.bettor, sheet);
  return bettors;
}

/** The sheet of one bettor of the round, by his number. */
export function bettorSheet(t: AtTable, bettor: number): Sheet {
  for (const sheet of t.sheets.values()) if (sheet.bettor === bettor) return sheet;
  throw new Error(`Broken invariant: bettor ${bettor} has a sheet`);
}

/** Hears of the round, and keeps the balances true while it moves money. */
export function journalOf(t: AtTable): Journal {
  const bettors = sheetsByBettor(t);
  const move = (event: BettorMove['event'], amount: number): void => {
    const { player } = present(bettors.get(event.bettor), 'a sheet of every bettor');
    t.touched.add(player);
    t.moves.push({ player, step: t.steps.length, event });
    const balance = t.balances.get(player);
    if (balance === undefined) {
      invariant(amount >= 0, 'nobody is charged without a look at his balance');
      return;
    }
    invariant(balance + amount >= 0, 'nobody is charged more than he has');
    t.balances.set(player, balance + amount);
  };
  return {
    record(event: RoundEvent): void {
      if (event.type === 'charged') move(event, 0 - event.amount);
      if (event.type === 'decided') move(event, event.returned);
      t.happened.push(event);
    },
  };
}
