import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { AtTable } from '../../domain/table/at-table';
import type { Round } from '../../domain/round';
import type { RuleSet } from '../../domain/rule-set';
import { replay } from '../../domain/step';
import type { Sheet } from '../../domain/table/table';
import {
  listSheets,
  lockBalances,
  type SheetRecord,
  type TableRecord,
  type TableRoundRecord,
  type TableSeed,
} from '../../persistence/tables/load-table';
import {
  type AskingSession,
  loadStanding,
  type TableQuestion,
  type TableStanding,
} from '../../persistence/tables/table-standing';
import type { RecordedStep } from '../../persistence/rounds/round-record';
import { canonicalJson } from '../canonical-json';
import { walletSessionId } from '../ids';
import type { RoundShoe } from '../rounds/cards';
import { stepsOfTheGame } from '../rounds/game-steps';
import { ruleSetOf } from '../rounds/rule-set-of';
import type { TableContext } from './context';
import { houseOf, type OpenedShoe, shoeOf } from './house';

/** A table with what a command needs of it, locked until the end of its transaction. */
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
  /** The session whose command it is; null where a supervisor or time moves the table, or it is none of this table. */
  readonly session: AskingSession | null;
  /** What its player's wallets hold that may pay here, by their session ids; as it was read, not locked. */
  readonly wallets: ReadonlyMap<string, number>;
  /** Whose wallets are locked: money moves in no other one. */
  readonly locked: Set<string>;
}

/** Whose sheets a command needs, and which session's it is. */
export type Asking = Omit<TableQuestion, 'at'>;

const FOR_TIME: Asking = { sheets: 'all', asker: null, forBets: false };

/** The time at a table that was just read. */
export function timeAt({ clock }: TableContext, { databaseNow }: TableRecord): Date {
  return clock(new Date(databaseNow));
}

/** Loads what stands on a table whose row is locked. No wallet is locked: this will do for what moves no money. */
export async function loadTable(
  context: TableContext,
  tx: EntityManager,
  record: TableRecord,
  asking: Asking,
): Promise<LoadedTable> {
  const at = timeAt(context, record);
  const standing = await loadStanding(tx, record, { ...asking, at });
  const ruleSet = ruleSetOf(record.gameId, record.ruleSetVersion, null);
  const { round, seeds, sheets, session, wallets } = standing;
  const house = { ...standing, record, ruleSet, at };
  const opened: OpenedShoe[] = [];
  return {
    record,
    ruleSet,
    at,
    bettors: new Map(sheets.map((sheet) => [sheet.sheet.player, sheet])),
    round,
    seeds,
    opened,
    shoeOfRound: shoeOf(house),
    session,
    wallets,
    locked: new Set(),
    t: {
      table: record.state,
      ruleSet,
      round: replayed(ruleSet, round),
      sheets: new Map(sheets.map(({ sheet }): [string, Sheet] => [sheet.player, sheet])),
      balances: new Map(session && [[String(session.playerKey), payingBalance(session, standing)]]),
      house: houseOf(context, house, opened),
      now: at.getTime(),
      happened: [],
      steps: [],
      moves: [],
      touched: new Set(),
    },
  };
}

/** Loads everything for what may move anybody's money: all sheets, and the wallets locked that pay for them. */
export async function loadWholeTable(
  context: TableContext,
  tx: EntityManager,
  record: TableRecord,
): Promise<LoadedTable> {
  const loaded = await loadTable(context, tx, record, FOR_TIME);
  await lockWallets(tx, loaded);
  return loaded;
}

/** Adds the sheets of everybody else, before anything was changed. */
export async function loadAllSheets(tx: EntityManager, { record, bettors, t }: LoadedTable): Promise<void> {
  for (const kept of await listSheets(tx, record)) {
    bettors.set(kept.sheet.player, kept);
    t.sheets.set(kept.sheet.player, kept.sheet);
  }
}

/**
 * Locks the wallets of all whose sheets are loaded, in the order of their keys, and takes their balances as they are then:
 * what was read of them before counts no more. Nobody's money moves without.
 */
export async function lockWallets(
  tx: EntityManager,
  { record, bettors, t, locked }: LoadedTable,
): Promise<void> {
  const balances = await lockBalances(tx, record.currency, [...bettors.values()]);
  for (const [player, balance] of balances) {
    t.balances.set(player, balance);
    locked.add(player);
  }
}

/** What the wallet holds that pays for the session's sheet, or would if it had one; as it was read. */
export function payingBalance(session: AskingSession, standing: TableStanding): number {
  const wallet = sheetOfAsker(standing)?.walletSessionId ?? walletSessionId(session);
  return standing.wallets.get(wallet) ?? 0;
}

/** The sheet of the one who asks. A session of the other kind of money, real or play, cannot bet on it (DX-08): null. */
export function sheetOfAsker({ session, sheets }: TableStanding): SheetRecord | null {
  const isOwn = ({ playerKey, mode }: SheetRecord): boolean =>
    playerKey === session?.playerKey && mode === session.mode;
  return sheets.find(isOwn) ?? null;
}

/** The round as its steps make it; null while there is none, and once it was cancelled. */
export function replayed(ruleSet: RuleSet, round: TableRoundRecord | null): Round | null {
  return round === null || round.status === 'cancelled'
    ? null
    : replay(ruleSet, round.limits, stepsOfTheGame(round.steps));
}

/** The transcript of a table at which nothing was played yet. */
export const NOTHING_PLAYED = '0'.repeat(64);

/**
 * The transcript of a table with one more of its rounds, hexadecimal: what the next shoe is salted with. One that was
 * cancelled before its end has its cancellation among the steps; one that had been settled stays as it was then.
 */
export function transcriptAfter(transcript: string, roundId: string, steps: readonly RecordedStep[]): string {
  const line = `${transcript}\n${roundId}\n${canonicalJson(steps)}`;
  return createHash('sha256').update(line).digest('hex');
}
