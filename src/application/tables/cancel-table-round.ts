import type { EntityManager } from 'typeorm';
import { RecordingJournal } from '../../domain/journal';
import { replay } from '../../domain/step';
import type { Round } from '../../domain/round';
import { roundCancelled } from '../../domain/table/running';
import { yourSheet } from '../../domain/table/view';
import type { TransferToCommit } from '../../persistence/rounds/commit-step';
import {
  type BettorPart,
  findRoundToCome,
  findSharedRound,
  lockSharedRound,
  type SharedAsking,
  type SharedRoundRecord,
} from '../../persistence/rounds/shared-round';
import type {
  BettorToCommit,
  BettorTransfer,
  PartToCommit,
  TableDecision,
} from '../../persistence/tables/commit-table';
import { commitTable } from '../../persistence/tables/commit-table';
import { listSheets, lockBalances, lockTable } from '../../persistence/tables/load-table';
import { erasedName, playerKeyOf, walletSessionId } from '../ids';
import { isRefusal, notFound, type Refusal } from '../refusal';
import { type Answer, ok, type Request } from '../request';
import { type CancelCommand, cancellationOf } from '../rounds/cancel';
import { gameSteps } from '../rounds/game-steps';
import { asCancelled, betsOf, corrections, demandOf, transfersOf } from '../rounds/moves';
import { bodyOf, type RoundBody } from '../rounds/round-body';
import { sharedBody } from '../rounds/read-shared';
import { type SharedRound, sharedToShow } from '../rounds/shared-round';
import { actorOf } from '../rounds/standing';
import { ruleSetOf } from '../rounds/rule-set-of';
import { runOnce } from '../run-once';
import type { TableContext } from './context';
import { type LoadedTable, loadWholeTable, transcriptAfter } from './loaded-table';
import { decisionOf, tellMetrics } from './write-table';

/**
 * Cancels a round of a table, open or settled (C-18, DX-28): every stake of every bettor goes back, every payout is taken
 * back, and each bettor has his audit row. One transaction for all, or nothing at all.
 */
export async function cancelTableRound(
  context: TableContext,
  request: Request,
  roundId: string,
  command: CancelCommand,
): Promise<Answer<RoundBody> | Refusal> {
  const tableKey = playerKeyOf(roundId);
  const asking = { operatorId: request.caller.operatorId, keyId: null, session: null };
  let phase = '';
  const result = await runOnce<RoundBody>(context.dataSource, request, tableKey, async (tx) => {
    const found = await findSharedRound(tx, tableKey, roundId, asking);
    if (found === null) return (await notDealt(tx, tableKey, roundId, asking)) ?? notFound('round');
    const record = await lockTable(tx, found.round);
    if (record === null) throw new Error('Broken invariant: a round of a table has one');
    phase = record.state.phase;
    // Only what is read behind the locks stays so; a round that was removed for its age meanwhile is gone.
    if (!(await lockSharedRound(tx, tableKey, roundId))) return notFound('round');
    const now = await findSharedRound(tx, tableKey, roundId, asking);
    if (now === null) throw new Error('Broken invariant: a round that is locked stays');
    const paying = now.bettors.map(walletOfPart);
    // Those of the round and those at the table now in one go: all wallets are locked in one order.
    await lockBalances(tx, record.currency, [...paying, ...(await listSheets(tx, record))]);
    const loaded = await loadWholeTable(context, tx, record);
    const balances = await lockBalances(tx, record.currency, paying);
    const undoing = undo(now.round, now.bettors, balances);
    if (isRefusal(undoing)) return undoing;
    const decision = decisionFor(loaded, request, now.round, undoing, command);
    await commitTable(tx, decision);
    await context.hook(`before-commit:cancel-${phase}`);
    tellMetrics(context, tx, loaded, decision);
    const after = await findSharedRound(tx, tableKey, roundId, asking);
    if (after === null) throw new Error('Broken invariant: a round that was cancelled stays');
    const whose = { kind: 'everybody', parts: after.bettors } as const;
    return ok(sharedBody({ round: after.round, ruleSet: undoing.round.ruleSet, whose }));
  });
  await context.hook(`after-commit:cancel-${phase}`);
  return result;
}

/** A round that is still bet on: there is nothing to give back, for its bets have moved no money. */
async function notDealt(
  tx: EntityManager,
  tableKey: number,
  roundId: string,
  asking: SharedAsking,
): Promise<Refusal | null> {
  if ((await findRoundToCome(tx, tableKey, roundId, asking)) === null) return null;
  const detail =
    'Its cards are not dealt and its bets have moved no money: close the table, or let it go on.';
  return { refused: 'action_not_allowed', detail };
}

/** The wallet that paid for a bettor's part. */
function walletOfPart(part: BettorPart): { playerKey: number; walletSessionId: string } {
  return { playerKey: part.playerKey, walletSessionId: walletSessionId(part) };
}

interface Undoing {
  readonly round: Round;
  readonly parts: readonly UndonePart[];
}

interface UndonePart {
  readonly part: BettorPart;
  readonly transfers: readonly TransferToCommit[];
  readonly balanceBefore: number;
  readonly balanceAfter: number;
}

/** What goes back to each bettor and is taken back from him; or why that cannot be. */
function undo(
  record: SharedRoundRecord,
  parts: readonly BettorPart[],
  balances: ReadonlyMap<string, number>,
): Undoing | Refusal {
  if (record.status === 'cancelled') {
    return { refused: 'round_already_cancelled', detail: 'It was cancelled before.' };
  }
  const journal = new RecordingJournal();
  const ruleSet = ruleSetOf(record.gameId, record.ruleSetVersion, null);
  const round = replay(ruleSet, record.limits, gameSteps(record), journal);
  const undone: UndonePart[] = [];
  for (const part of parts) {
    if (part.playerId === erasedName(part.playerKey)) {
      const detail = 'One of its players was erased: his rounds stay as they were settled.';
      return { refused: 'player_erased', detail };
    }
    const own = journal.events.filter((event) => 'bettor' in event && event.bettor === part.bettor);
    const transfers = corrections(transfersOf(own));
    const { change, needed } = demandOf(transfers);
    const balance = balances.get(String(part.playerKey)) ?? 0;
    if (needed > balance) {
      // By his number in `bettors`: the answer is kept under the table's key, and must not name whom it may outlive.
      const detail = `The wallet of bettor ${part.bettor} holds ${balance}; taking his payouts back, less his stakes, needs ${needed}.`;
      return { refused: 'reversal_exceeds_balance', detail, balance, price: needed };
    }
    undone.push({ part, transfers, balanceBefore: balance, balanceAfter: balance + change });
  }
  return { round, parts: undone };
}

function decisionFor(
  loaded: LoadedTable,
  request: Request,
  record: SharedRoundRecord,
  { round, parts }: Undoing,
  command: CancelCommand,
): TableDecision {
  const { t, at } = loaded;
  const { roundId } = record;
  const version = record.version + 1;
  const atTable = t.table.phase !== 'closed' && t.table.roundId === roundId;
  if (t.round !== null && atTable) roundCancelled(t);
  const write = { requestId: request.requestId, actor: actorOf(request), lease: null, change: null };
  const table = decisionOf(loaded, write);
  const told = { type: 'roundCancelled', roundId, body: { reason: command.reason } };
  const step = { version, step: { type: 'cancel' } as const, actor: write.actor };
  const steps = [...record.steps.map((kept) => kept.step), step.step];
  const transcript =
    record.status === 'settled' ? null : transcriptAfter(loaded.record.transcript, roundId, steps);
  return {
    ...table,
    table: { ...table.table, transcript },
    events: [
      ...table.events.map((event) => ({ ...event, private: null })),
      { ...told, private: privateParts(loaded, parts) },
    ],
    round: {
      id: roundId,
      status: 'cancelled',
      statusChanged: true,
      version,
      endedAt: at.toISOString(),
      dealt: null,
      bettors: parts.map((undone) => givenBackTo(round, undone)),
      steps: [step],
      cancellations: parts.map((undone) => ({
        playerKey: undone.part.playerKey,
        ...cancellationOf(request, command, {
          record: { ...record, playerId: undone.part.playerId },
          round,
          before: bodyBefore(record, round, undone),
          transfers: undone.transfers,
        }),
      })),
    },
    transfers: parts.flatMap(({ part, transfers }) =>
      transfers.map((transfer): BettorTransfer => ({ ...transfer, ...walletOfPart(part), version })),
    ),
  };
}

/** A bettor's part in the round once all he staked was given back. */
function givenBackTo(round: Round, { part, balanceAfter }: UndonePart): BettorToCommit {
  const { staked } = round.bettors[part.bettor];
  const bets = betsOf(round, part.bettor).map(asCancelled);
  return { ...part, staked, returned: staked, inPlay: 0, bets, balanceAfter };
}

/**
 * The round as its bettor saw it before it was cancelled. That its table was paused is left aside: that is no status of the
 * round, which `statusBefore` tells as well, and stands among the changes of the table.
 */
function bodyBefore(record: SharedRoundRecord, round: Round, { part, balanceBefore }: UndonePart): RoundBody {
  const bare = { ...record, clock: null };
  const shared: SharedRound = { round: bare, ruleSet: round.ruleSet, whose: { kind: 'bettor', part } };
  const last = record.steps[record.version - 1];
  return bodyOf(sharedToShow(shared), round, last, { balance: balanceBefore, advice: false });
}

/** What a bettor who is at the table still is told: of the money of that round, and of his sheet if that is of the same. */
function privateParts(
  { t, bettors }: LoadedTable,
  parts: readonly UndonePart[],
): Record<string, PartToCommit> {
  const told: Record<string, PartToCommit> = {};
  for (const { part, transfers, balanceAfter } of parts) {
    const player = String(part.playerKey);
    const bound = bettors.get(player);
    if (bound === undefined) continue;
    const sum = (kind: TransferToCommit['kind']): number =>
      transfers.reduce((total, transfer) => (transfer.kind === kind ? total + transfer.amount : total), 0);
    const sheet = bound.mode === part.mode ? t.sheets.get(player) : undefined;
    // Play money that pays now may be another session's than that of the round.
    const paysOther = sheet !== undefined && bound.walletSessionId !== walletSessionId(part);
    told[player] = {
      mode: part.mode,
      ...(sheet === undefined ? {} : yourSheet(sheet, t.round)),
      refunded: sum('refund'),
      reversed: sum('reversal'),
      balance: paysOther ? (t.balances.get(player) ?? null) : balanceAfter,
    };
  }
  return told;
}
