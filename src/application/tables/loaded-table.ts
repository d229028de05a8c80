import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { AtTable } from '../../domain/table/at-table';
import type { RuleSet } from '../../domain/rule-set';
import { replay, type Step } from '../../domain/step';
import type { Sheet } from '../../domain/table/table';
import {
  findTableRound,
  isAttended,
  listSheets,
  listTableSeeds,
  lockBalances,
  type SheetRecord,
  type TableRecord,
  type TableRoundRecord,
  type TableSeed,
} from '../../persistence/tables/load-table';
import type { RecordedStep } from '../../persistence/rounds/round-record';
import { canonicalJson } from '../canonical-json';
import type { RoundShoe } from '../rounds/cards';
import { ruleSetOf } from '../rounds/rule-set-of';
import type { TableContext } from './context';
import { houseOf, type OpenedShoe, shoeOf } from './house';

/** A table with everything that a command may need, locked until the end of its transaction. */
export interface LoadedTable {
  readonly record: TableRecord;
  readonly ruleSet: RuleSet;
  readonly at: Date;
  readonly t: AtTable;
  /** Who the sheets belong to, by player. */
  readonly bettors: Map<string, SheetRecord>;
  /** The round as it was; null while bets are placed. */
  readonly round: TableRoundRecord | null;
  /** Of the shoe that lay there, and of the one after it. */
  readonly seeds: readonly TableSeed[];
  /** Seeds that were made while the table went on: of the shoe after the next. */
  readonly opened: OpenedShoe[];
  /** Of what the cards of the round are made that is played, or would be dealt now. */
  readonly shoeOfRound: RoundShoe;
}

/** Whose sheets are loaded: everybody's, or one player's. */
export type Whose = 'all' | { readonly playerKey: number };

/** The time at a table that was just read. */
export function timeAt({ clock }: TableContext, { databaseNow }: TableRecord): Date {
  return clock(new Date(databaseNow));
}

/** Loads what stands on a locked table, with the wallets of those whose sheets are loaded locked as well. */
export async function loadTable(
  context: TableContext,
  tx: EntityManager,
  record: TableRecord,
  whose: Whose,
): Promise<LoadedTable> {
  const at = timeAt(context, record);
  const ruleSet = ruleSetOf(record.gameId, record.ruleSetVersion, null);
  const sheets = await listSheets(tx, record, whose === 'all' ? null : whose.playerKey);
  const round =
    record.state.phase === 'betting' ? null : await findTableRound(tx, record.tableKey, record.roundId);
  const seeds = await listTableSeeds(tx, record, record.state.shoe.number);
  const balances =
    whose === 'all' ? await lockBalances(tx, record.currency, sheets) : new Map<string, number>();
  // A bet moves no phase on, whoever is there.
  const attended = whose === 'all' ? await isAttended(tx, record.tableId, at) : true;
  const opened: OpenedShoe[] = [];
  const standing = { record, ruleSet, round, seeds, at, attended };
  return {
    record,
    ruleSet,
    at,
    bettors: new Map(sheets.map((sheet) => [sheet.sheet.player, sheet])),
    round,
    seeds,
    opened,
    shoeOfRound: shoeOf(standing),
    t: {
      table: record.state,
      ruleSet,
      round:
        round === null || round.status === 'cancelled'
          ? null
          : replay(ruleSet, round.limits, gameStepsOf(round)),
      sheets: new Map(sheets.map(({ sheet }): [string, Sheet] => [sheet.player, sheet])),
      balances,
      house: houseOf(context, standing, opened),
      now: at.getTime(),
      happened: [],
      steps: [],
      moves: [],
      touched: new Set(),
    },
  };
}

/** The steps of the game of a table's round; a cancellation is none. */
export function gameStepsOf({ steps }: Pick<TableRoundRecord, 'steps'>): Step[] {
  return steps.filter((step): step is Step => step.type !== 'cancel');
}

/** The transcript of a shoe with one more of its rounds: what the next shoe is salted with. */
export function transcriptAfter(transcript: string, roundId: string, steps: readonly RecordedStep[]): string {
  const line = `${transcript}\n${roundId}\n${canonicalJson(steps)}`;
  return createHash('sha256').update(line).digest('hex');
}
