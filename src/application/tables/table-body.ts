import type { LegalAction } from '../../domain/action';
import { present } from '../../domain/assert';
import { ruleSetRef } from '../../domain/rule-set';
import type { AtTable } from '../../domain/table/at-table';
import { costOfSheet } from '../../domain/table/charging';
import { type PhaseSeconds, type PlayerRef, seatsOf } from '../../domain/table/table';
import { type SheetBetView, type TableView, tableViewOf, type YourSheet } from '../../domain/table/view';
import type { TableLimits } from '../../domain/table-limits';
import type { TableRecord, TableSeed } from '../../persistence/tables/load-table';
import { aliasesOf } from './aliases';
import { timeText } from './events';

/** A table as the contract shows it to a caller. Amounts are minor units, times RFC 3339, hashes hexadecimal. */
export interface TableBody extends Omit<TableView, 'phaseEndsAt' | 'turn' | 'you' | 'shoe'> {
  readonly id: string;
  readonly gameId: string;
  readonly ruleSet: string;
  readonly mode: 'real' | 'test';
  readonly currency: string;
  readonly limits: TableLimits;
  readonly seconds: PhaseSeconds;
  readonly phaseEndsAt: string | null;
  /** The number of the last event of which this state is the result: where a stream goes on. */
  readonly eventId: number;
  readonly shoe: TableView['shoe'] & {
    readonly commitment: string;
    readonly salt: string;
    /** Of the shoe after this one. */
    readonly nextCommitment: string | null;
  };
  readonly you: (YourSheet & { readonly alias: string; readonly balance: number }) | null;
  /** Counts the steps of the round; 0 while bets are placed. */
  readonly roundVersion: number;
  readonly turn: { readonly seat: number; readonly hand: string; readonly endsAt: string | null } | null;
  readonly allowed: readonly LegalAction[];
}

/** Who looks at a table: a player with what his wallet holds, or nobody in particular. */
export interface Onlooker {
  readonly player: PlayerRef;
  readonly balance: number;
}

/** What a table's body is made of. */
export interface SeenTable extends Pick<AtTable, 'table' | 'round' | 'sheets' | 'ruleSet'> {
  readonly record: TableRecord;
  readonly eventNo: number;
  readonly roundVersion: number;
}

/**
 * The table for one caller; his own sheet has to be among the sheets, if he has one. `seeds` are those of its shoe and of
 * the one after it.
 */
export function tableBody(
  seen: SeenTable,
  seeds: readonly TableSeed[],
  onlooker: Onlooker | null,
): TableBody {
  const { record, ruleSet, table, eventNo, roundVersion } = seen;
  const aliasOf = aliasesOf(record);
  const { you, turn, phaseEndsAt, shoe, ...view } = tableViewOf(seen, onlooker?.player ?? null, aliasOf);
  const current = present(seeds.at(0), 'a seed of every shoe');
  const next = seeds.at(1);
  return {
    id: record.tableId,
    gameId: record.gameId,
    ruleSet: ruleSetRef(ruleSet),
    mode: record.mode,
    currency: record.currency,
    ...view,
    phaseEndsAt: timeText(phaseEndsAt),
    eventId: eventNo,
    shoe: {
      ...shoe,
      commitment: current.commitment.toString('hex'),
      salt: current.salt,
      nextCommitment: next?.commitment.toString('hex') ?? null,
    },
    turn: turn && { ...turn, endsAt: timeText(turn.endsAt) },
    you: onlooker && {
      ...(you ?? { sheet: [], queued: [], notExecuted: [] }),
      alias: aliasOf(onlooker.player),
      balance: onlooker.balance,
    },
    roundVersion,
    limits: table.limits,
    seconds: table.seconds,
  };
}

/** A bettor's sheet after a command that placed bets or took them back. */
export interface SheetBody {
  readonly tableId: string;
  readonly roundId: string;
  readonly status: TableView['status'];
  readonly phaseEndsAt: string | null;
  readonly eventId: number;
  /** The seats he holds or is taking. */
  readonly seats: readonly number[];
  readonly sheet: readonly SheetBetView[];
  /** What is charged when the countdown ends, if his wallet still holds it. */
  readonly cost: number;
  readonly balance: number;
}

export function sheetBody(seen: SeenTable, { player, balance }: Onlooker): SheetBody {
  const { record, table, eventNo, sheets } = seen;
  const view = tableViewOf(seen, player, aliasesOf(record));
  const sheet = sheets.get(player);
  return {
    tableId: record.tableId,
    roundId: table.roundId,
    status: table.phase,
    phaseEndsAt: timeText(table.endsAt),
    eventId: eventNo,
    seats: seatsOf(table, player).map(({ seat }) => seat),
    sheet: view.you?.sheet ?? [],
    cost: sheet === undefined ? 0 : costOfSheet(sheet),
    balance,
  };
}
