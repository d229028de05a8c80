import type { EntityManager } from 'typeorm';
import { invariant, present } from '../../domain/assert';
import type { DecidedBy } from '../../domain/table/at-table';
import { seatsOf, type Sheet } from '../../domain/table/table';
import { yourSheet } from '../../domain/table/view';
import {
  type AnswerToKeep,
  type BettorToCommit,
  type BettorTransfer,
  type ChangeToCommit,
  commitTable,
  type EventToCommit,
  type Lease,
  type PartToCommit,
  type TableDecision,
  type TableRoundToCommit,
  type TableStepToCommit,
} from '../../persistence/tables/commit-table';
import type { SheetRecord } from '../../persistence/tables/load-table';
import { openShoeSeed, revealShoeSeed } from '../../persistence/tables/shoe-seeds';
import { afterCommit } from '../../persistence/transaction';
import { betsOf, inPlayOf, transfersOf } from '../rounds/moves';
import { aliasesOf } from './aliases';
import type { TableContext } from './context';
import { publicEvents, timeText } from './events';
import { type LoadedTable, transcriptAfter } from './loaded-table';

/** On whose behalf a table is written. */
export interface TableWrite {
  readonly requestId: string;
  /** Who acts, as the record names him: a key, a session, or the table itself. */
  readonly actor: string;
  readonly lease: Lease | null;
  readonly change: ChangeToCommit | null;
}

/**
 * Writes all that the domain has made of a loaded table, in the transaction that holds its lock.
 *
 * @throws Moved, or LeaseLost, when what could not be locked is no longer so.
 */
export async function writeTable(
  context: TableContext,
  tx: EntityManager,
  loaded: LoadedTable,
  write: TableWrite,
): Promise<void> {
  await writeDecision(context, tx, loaded, decisionOf(loaded, write), null);
}

/** The same for what was put together already, with the answer that it comes to. */
export async function writeDecision(
  context: TableContext,
  tx: EntityManager,
  loaded: LoadedTable,
  decision: TableDecision,
  kept: AnswerToKeep | null,
): Promise<void> {
  const { t, record, opened, at } = loaded;
  for (const shoe of opened) {
    const revealed = seedOf(context, loaded, shoe.number - 1);
    await openShoeSeed(tx, record, { ...shoe, revealed }, at);
  }
  if (t.table.phase === 'closed') {
    const { number } = t.table.shoe;
    await revealShoeSeed(tx, record, number, seedOf(context, loaded, number), at);
  }
  await commitTable(tx, decision, kept);
  tellMetrics(context, tx, loaded, decision);
}

/** The server seed of a shoe that ends. */
function seedOf({ seeds: { vault } }: TableContext, loaded: LoadedTable, number: number): Buffer {
  const made = loaded.opened.map(({ next }) => ({ no: next.seedNo, sealedSeed: next.sealedSeed }));
  const seed = [...loaded.seeds, ...made].find(({ no }) => no === number);
  const { sealedSeed } = present(seed, 'a seed of the shoe that ends');
  return vault.open(sealedSeed, { sessionId: loaded.record.tableId, seedNo: number });
}

/** What is written. */
export function decisionOf(loaded: LoadedTable, write: TableWrite): TableDecision {
  const { t, record, at } = loaded;
  const round = t.steps.length === 0 ? null : roundToCommit(loaded, write);
  const dealt = round !== null && !t.table.scripted;
  return {
    tableKey: record.tableKey,
    tableId: record.tableId,
    operatorId: record.operatorId,
    currency: record.currency,
    requestId: write.requestId,
    at: at.toISOString(),
    lease: write.lease,
    eventNo: record.eventNo,
    table: {
      state: t.table,
      phase: t.table.phase,
      dueAt: timeText(t.table.endsAt),
      roundId: t.table.roundId,
      transcript: round?.status === 'settled' ? transcriptOf(loaded, round) : null,
    },
    events: eventsOf(loaded),
    ...sheetsOf(loaded),
    shoe: dealt || loaded.opened.length > 0 ? { ...t.table.shoe, salt: saltOf(loaded) } : null,
    change: write.change,
    round,
    transfers: round === null ? [] : bettorTransfers(loaded),
  };
}

function saltOf({ opened, shoeOfRound }: LoadedTable): string {
  return opened.at(-1)?.salt ?? shoeOfRound.clientSeed;
}

function transcriptOf({ record, round }: LoadedTable, { id, steps }: TableRoundToCommit): string {
  return transcriptAfter(record.transcript, id, [...(round?.steps ?? []), ...steps.map(({ step }) => step)]);
}

function roundToCommit(loaded: LoadedTable, write: TableWrite): TableRoundToCommit {
  const { t, record, round: before, at } = loaded;
  const round = present(t.round, 'a round of which steps were played');
  const versionBefore = before?.version ?? 0;
  const moved = new Set(t.moves.map(({ player }) => player));
  const inRound = [...t.sheets.values()].filter(({ bettor }) => bettor !== null);
  const parts = before === null ? inRound : inRound.filter(({ player }) => moved.has(player));
  return {
    id: record.roundId,
    status: round.status,
    statusChanged: round.status !== before?.status,
    version: versionBefore + t.steps.length,
    endedAt: round.status === 'settled' ? at.toISOString() : null,
    dealt:
      before === null
        ? {
            limits: round.limits,
            decisionSeconds: t.table.seconds.decision,
            ...loaded.shoeOfRound,
            bettors: inRound.length,
          }
        : null,
    bettors: parts.map((sheet) => bettorToCommit(loaded, sheet)),
    steps: t.steps.map(({ step, by, chosen }, index): TableStepToCommit => {
      const told = { ...step, by, ...(chosen === null ? {} : { chosen }) };
      return {
        version: versionBefore + index + 1,
        step: told,
        actor: actorOf(by, write),
      };
    }),
    cancellations: [],
  };
}

/** Who made a step, as the record names him; choices in advance were made by who is named in the round. */
function actorOf(by: DecidedBy, { actor }: TableWrite): string {
  const names = { player: actor, ahead: 'table:ahead', automatic: 'system:automatic-rule', table: 'table' };
  return names[by];
}

function bettorToCommit({ t, bettors }: LoadedTable, { player, bettor }: Sheet): BettorToCommit {
  const round = present(t.round, 'a round that is played');
  const number = present(bettor, 'a number of every bettor');
  const { playerKey, playerId, sessionId, mode } = present(bettors.get(player), 'a record of every bettor');
  const bets = betsOf(round, number);
  return {
    playerKey,
    playerId,
    sessionId,
    mode,
    bettor: number,
    ...round.bettors[number],
    inPlay: inPlayOf(bets),
    bets,
    balanceAfter: present(t.balances.get(player), 'a balance of every bettor'),
  };
}

/** A stake for each charge, a payout for each bet that returned something, in the order in which they came. */
function bettorTransfers({ t, bettors, round, locked }: LoadedTable): BettorTransfer[] {
  return t.moves.flatMap(({ player, step, event }) => {
    invariant(locked.has(player), 'money moves in wallets that are locked only');
    const { playerKey, walletSessionId } = present(bettors.get(player), 'a record of every bettor');
    const version = (round?.version ?? 0) + step + 1;
    return transfersOf([event]).map((transfer) => ({ ...transfer, playerKey, walletSessionId, version }));
  });
}

/** The events, with what each player who is concerned is told on the last of them. */
function eventsOf(loaded: LoadedTable): EventToCommit[] {
  const { t, record } = loaded;
  const told = publicEvents(t, t.table.roundId, aliasesOf(record));
  if (told.length === 0 && t.touched.size > 0)
    told.push({ type: 'bets', roundId: t.table.roundId, body: {} });
  return told.map((event, index) => {
    const last = index === told.length - 1;
    return { ...event, private: last && t.touched.size > 0 ? privateParts(loaded) : null };
  });
}

function privateParts({ t, bettors }: LoadedTable): Record<string, PartToCommit> {
  const parts: Record<string, PartToCommit> = {};
  for (const player of t.touched) {
    const sheet = t.sheets.get(player);
    const bettor = bettors.get(player);
    if (sheet === undefined || bettor === undefined) continue;
    const account = t.round !== null && sheet.bettor !== null ? t.round.bettors[sheet.bettor] : null;
    parts[String(bettor.playerKey)] = {
      mode: bettor.mode,
      ...yourSheet(sheet, t.round),
      staked: account?.staked ?? 0,
      returned: account?.returned ?? 0,
      balance: t.balances.get(player) ?? null,
    };
  }
  return parts;
}

/**
 * Sheets that changed; one with nothing on it is taken away, unless its player sits and so stays known to the table. So is
 * one with nothing but bets that went back where no countdown will clear it: the table is closed, or rests.
 */
function sheetsOf({ t, bettors }: LoadedTable): Pick<TableDecision, 'sheets' | 'droppedSheets'> {
  const sheets: SheetRecord[] = [];
  const droppedSheets: number[] = [];
  const { phase, endsAt } = t.table;
  const isOver = phase === 'closed' || (phase === 'betting' && endsAt === null);
  for (const [player, record] of bettors) {
    const sheet = t.sheets.get(player);
    if (sheet === undefined) continue;
    const empty = (isOver || sheet.bets.length === 0) && seatsOf(t.table, player).length === 0;
    if (empty) droppedSheets.push(record.playerKey);
    else if (t.touched.has(player)) sheets.push({ ...record, sheet });
  }
  return { sheets, droppedSheets };
}

/** Tells of the steps when they are committed; real and play money are counted apart. */
export function tellMetrics(
  { onStep }: TableContext,
  tx: EntityManager,
  { record, bettors }: LoadedTable,
  decision: TableDecision,
): void {
  const { round, transfers } = decision;
  if (round === null) return;
  const modes = new Map([...bettors.values()].map(({ playerKey, mode }) => [playerKey, mode]));
  for (const mode of new Set(modes.values())) {
    const moved = transfers.filter(({ playerKey }) => modes.get(playerKey) === mode);
    if (moved.length === 0 && mode !== record.mode) continue;
    const { gameId, currency } = record;
    afterCommit(tx, () => onStep({ gameId, mode, currency, status: round.status, transfers: moved }));
  }
}
