import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { present } from '../../domain/assert';
import type { AtTable, House } from '../../domain/table/at-table';
import type { RuleSet } from '../../domain/rule-set';
import { replay, type Step } from '../../domain/step';
import type { CardSource } from '../../domain/shoe';
import type { Sheet } from '../../domain/table/table';
import type { SeedRow } from '../../persistence/entities/seeds';
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
import { KEY_STREAM_VERSION } from '../../randomness/key-stream';
import { canonicalJson } from '../canonical-json';
import { anyClientSeed, makeSeed } from '../fairness/seed-maker';
import { newId } from '../ids';
import { cardsFrom, type RoundShoe } from '../rounds/cards';
import { ruleSetOf } from '../rounds/rule-set-of';
import type { TableContext } from './context';

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

/** A shoe that was opened, with its salt, and the seed that was committed to for the one after it. */
export interface OpenedShoe {
  readonly number: number;
  readonly salt: string;
  readonly next: SeedRow;
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
  const shoeOfRound = shoeOf(record, round, seeds);
  const house = houseOf(context, record, round, seeds, shoeOfRound, at, attended, opened);
  return {
    record,
    ruleSet,
    at,
    bettors: new Map(sheets.map((sheet) => [sheet.sheet.player, sheet])),
    round,
    seeds,
    opened,
    shoeOfRound,
    t: {
      table: record.state,
      ruleSet,
      round:
        round === null || round.status === 'cancelled'
          ? null
          : replay(ruleSet, round.limits, gameStepsOf(round)),
      sheets: new Map(sheets.map(({ sheet }): [string, Sheet] => [sheet.player, sheet])),
      balances,
      house,
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

function shoeOf(record: TableRecord, round: TableRoundRecord | null, seeds: readonly TableSeed[]): RoundShoe {
  if (round !== null) return round;
  const { shoe, script } = record.state;
  const seed = present(seeds.at(0), 'a seed of the shoe');
  const decks = 8;
  const made = { decks, algorithm: KEY_STREAM_VERSION };
  if (script !== null) {
    const scripted = { ...made, start: 0, keptNo: null, script };
    return { seedNo: seed.no, clientSeed: seed.salt, nonce: seed.nextNonce, shoe: scripted };
  }
  const kept = { ...made, start: shoe.dealt, keptNo: shoe.number, script: null };
  return { seedNo: seed.no, clientSeed: seed.salt, nonce: 0, shoe: kept };
}

function houseOf(
  { seeds: maker }: TableContext,
  record: TableRecord,
  round: TableRoundRecord | null,
  seeds: readonly TableSeed[],
  shoeOfRound: RoundShoe,
  at: Date,
  attended: boolean,
  opened: OpenedShoe[],
): House {
  const serverSeed = ({ no, sealedSeed }: TableSeed): Buffer =>
    maker.vault.open(sealedSeed, { sessionId: record.tableId, seedNo: no });
  let source: CardSource | null = null;
  return {
    attended,
    newRoundId: () => newId(record.tableKey, at),
    cards: () => {
      if (round === null) maker.source.assertHealthy();
      const drawn = round === null ? 0 : cardsIn(round.steps);
      source ??= cardsFrom(shoeOfRound, serverSeed(present(seeds.at(0), 'a seed of the shoe')), drawn);
      return source;
    },
    newShoe: () => {
      const next = present(seeds.at(1), 'a seed that was committed to for the next shoe');
      const salt = record.transcript;
      opened.push({ number: next.no, salt, next: seedFor(maker, record, next.no + 1, at) });
      return freshShoe(serverSeed(next), salt);
    },
  };
}

/** How many cards these steps drew. */
function cardsIn(steps: readonly RecordedStep[]): number {
  return steps.reduce((sum, step) => sum + (step.type === 'cancel' ? 0 : step.cards.length), 0);
}

/** A shoe of a table from its first card. */
export function freshShoe(serverSeed: Buffer, salt: string): CardSource {
  const shoe = { decks: 8, start: 0, keptNo: 1, script: null, algorithm: KEY_STREAM_VERSION };
  return cardsFrom({ seedNo: 1, clientSeed: salt, nonce: 0, shoe }, serverSeed, 0);
}

/** The server seed for a shoe of that number; its salt is known when the shoe before it has ended. */
export function seedFor(
  maker: TableContext['seeds'],
  { tableKey, tableId }: Pick<TableRecord, 'tableKey' | 'tableId'>,
  seedNo: number,
  at: Date,
  salt = '',
): SeedRow {
  return makeSeed(maker, { playerKey: tableKey, sessionId: tableId, seedNo }, salt, at);
}

/** The salt of a table's first shoe, before which nothing was played. */
export function firstSalt(): string {
  return anyClientSeed();
}

/** The transcript of a shoe with one more of its rounds: what the next shoe is salted with. */
export function transcriptAfter(transcript: string, roundId: string, steps: readonly RecordedStep[]): string {
  const line = `${transcript}\n${roundId}\n${canonicalJson(steps)}`;
  return createHash('sha256').update(line).digest('hex');
}
