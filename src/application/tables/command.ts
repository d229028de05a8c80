import type { EntityManager } from 'typeorm';
import { present } from '../../domain/assert';
import { currencyOf } from '../../domain/currency';
import { emptySheet, seatsOf, type Table } from '../../domain/table/table';
import type { TableRefusal } from '../../domain/table/refusal';
import {
  lockTable,
  readBalances,
  type SheetRecord,
  type TableSeed,
} from '../../persistence/tables/load-table';
import type { AskingSession } from '../../persistence/tables/table-standing';
import { playerKeyOf, walletSessionId } from '../ids';
import { isRefusal, notFound, type Refusal } from '../refusal';
import { type Answer, ok, type Request } from '../request';
import { actorOf } from '../rounds/standing';
import { recordOf, runOnce, type WrittenAnswer } from '../run-once';
import type { TableContext } from './context';
import { type Asking, type LoadedTable, loadTable } from './loaded-table';
import { refusalOf } from './refusals';
import type { Onlooker, SeenTable } from './table-body';
import { inTableQueue } from './table-queue';
import { decisionOf, type TableWrite, writeDecision } from './write-table';

/** A command at a table: who gives it, what it does, what it answers. */
export interface TableCommand<Body> {
  readonly tableId: string;
  /** Whose Idempotency-Keys it is kept under: the player's key, or the table's. */
  readonly keeper: number;
  /** Which session's it is, whose sheets it needs as the table stands, and whether it places a bet. */
  readonly asking: (table: Table) => Asking;
  readonly run: (loaded: LoadedTable, tx: EntityManager) => Promise<TableRefusal | Refusal | null>;
  readonly change?: TableWrite['change'];
  readonly answer: (seen: SeenTable, loaded: LoadedTable) => Body;
}

/**
 * Carries a command out in one transaction under the table's lock, once for each Idempotency-Key. Between the lock and the
 * commit everybody else waits: what is read and what is written is one statement each, and wallets are locked by those
 * commands only that may move money (`lockWallets`).
 */
export async function commandTable<Body extends object>(
  context: TableContext,
  request: Request,
  command: TableCommand<Body>,
): Promise<Answer<Body> | Refusal> {
  const place = { tableKey: playerKeyOf(command.tableId), tableId: command.tableId };
  let phase = '';
  const work = async (tx: EntityManager): Promise<WrittenAnswer<Body> | Refusal> => {
    const record = await lockTable(tx, place, request.caller.operatorId);
    if (record === null) return notFound('table');
    phase = record.state.phase;
    const loaded = await loadTable(context, tx, record, command.asking(record.state));
    const refusal = await command.run(loaded, tx);
    if (refusal !== null) return isRefusal(refusal) ? refusal : refusalOf(refusal);
    await readToldBalances(tx, loaded);
    const write = { ...actingIn(request), lease: null, change: command.change ?? null };
    const decision = decisionOf(loaded, write);
    const seen = seenAfter(loaded, record.eventNo + decision.events.length);
    const written = ok(command.answer(seen, loaded));
    await writeDecision(context, tx, loaded, decision, recordOf(request, command.keeper, written));
    await context.hook(`before-commit:${phase}`);
    return { written };
  };
  const run = (): Promise<Answer<Body> | Refusal> =>
    runOnce<Body>(context.dataSource, request, command.keeper, work);
  // A supervisor does not wait for the crowd of players.
  const ofPlayer = command.keeper !== place.tableKey;
  const result = await (ofPlayer
    ? inTableQueue(context.dataSource, place.tableId, command.keeper, run)
    : run());
  await context.hook(`after-commit:${phase}`);
  return result;
}

function actingIn(request: Request): Pick<TableWrite, 'requestId' | 'actor'> {
  return { requestId: request.requestId, actor: actorOf(request) };
}

/** Whose sheets changed with somebody else's is told what his wallet holds, as he himself would read it. */
async function readToldBalances(tx: EntityManager, { record, bettors, t }: LoadedTable): Promise<void> {
  const unread = [...bettors].filter(([player]) => t.touched.has(player) && !t.balances.has(player));
  if (unread.length === 0) return;
  const balances = await readBalances(
    tx,
    record.currency,
    unread.map(([, bettor]) => bettor),
  );
  for (const [player, balance] of balances) t.balances.set(player, balance);
}

/** What a table's body is made of, after a command. */
function seenAfter({ t, record, ruleSet, round }: LoadedTable, eventNo: number): SeenTable {
  const roundVersion = t.table.roundId === record.roundId ? (round?.version ?? 0) + t.steps.length : 0;
  return { table: t.table, round: t.round, sheets: t.sheets, ruleSet, record, eventNo, roundVersion };
}

/** The seeds of the shoe that lies there after a command, and of the one after it. */
export function seedsAfter({ seeds, opened }: LoadedTable): readonly TableSeed[] {
  return opened.reduce<readonly TableSeed[]>((before, { salt, next }) => {
    const current = present(before.at(1), 'a seed that was committed to for the next shoe');
    const { seedNo: no, clientSeed, sealedSeed, commitment, nextNonce } = next;
    return [
      { ...current, salt, nextNonce: 1 },
      { no, salt: clientSeed, sealedSeed, commitment, nextNonce },
    ];
  }, seeds);
}

/** A session at a table, and the player whose it is. */
export interface Seated {
  readonly session: Omit<AskingSession, 'settings' | 'holds'>;
  readonly playerKey: number;
  readonly player: string;
}

/** The same as it was loaded, with what has to be known of both before a command. */
export interface AskingPlayer extends Seated {
  readonly session: AskingSession;
}

/**
 * The session that plays at a table: the caller's own where a token asks, and always one that was opened at this table.
 * `forBets` asks for one in which bets may be placed; a closed one may still play to the end.
 */
export function seatedSession(
  { caller }: Request,
  { session, at }: Pick<LoadedTable, 'session' | 'at'>,
  forBets: boolean,
): AskingPlayer | Refusal {
  if (session === null) return notFound('session at this table');
  if (caller.sessionId !== null && caller.sessionId !== session.sessionId) return notFound('session');
  if (forBets && session.closedAt !== null)
    return { refused: 'session_closed', detail: 'The session is closed.' };
  if (forBets && session.expiresAt <= at) {
    return {
      refused: 'session_expired',
      detail: `The session expired at ${session.expiresAt.toISOString()}.`,
    };
  }
  return { session, playerKey: session.playerKey, player: String(session.playerKey) };
}

/**
 * The player's sheet, bound to the wallet of the session that bets first: whoever of his sessions bets later adds to the
 * same sheet. Real and play money do not meet on one sheet (DX-08).
 */
export function bindSheet(loaded: LoadedTable, { session, playerKey, player }: Seated): Refusal | null {
  const { t, bettors, wallets } = loaded;
  const conflict = conflictOfModes(loaded, { session, player });
  if (conflict !== null) return conflict;
  const bound = bettors.get(player);
  if (bound?.sheet.bets.some(({ state }) => state === 'placed') === true) return null;
  const sheet = bound?.sheet ?? emptySheet(player, maySit(session));
  const paying = walletSessionId(session);
  const rebound: SheetRecord = {
    playerKey,
    playerId: session.playerId,
    sessionId: session.sessionId,
    walletSessionId: paying,
    mode: session.mode,
    sheet: { ...sheet, maySit: maySit(session) },
  };
  bettors.set(player, rebound);
  t.sheets.set(player, rebound.sheet);
  t.balances.set(player, wallets.get(paying) ?? 0);
  return null;
}

/**
 * Why the session may touch nothing of what its player has on the table: that is in another mode. Who plays for nothing
 * in one window must not double with real money there, nor give its seat up.
 */
export function conflictOfModes(
  { t, bettors }: Pick<LoadedTable, 't' | 'bettors'>,
  { session, player }: Pick<Seated, 'session' | 'player'>,
): Refusal | null {
  const bound = bettors.get(player);
  if (bound === undefined || bound.mode === session.mode) return null;
  const { bettor, bets } = bound.sheet;
  const hasBets = bettor !== null || bets.some(({ state }) => state === 'placed');
  if (!hasBets && seatsOf(t.table, player).length === 0) return null;
  const detail = `The player sits or bets in mode ${bound.mode} at this table, and in one mode at a time only.`;
  return { refused: 'session_conflict', detail };
}

/** DX-08: real money sits at real tables, test sessions at test tables; demo and play money bet behind. */
function maySit({ mode, currency }: Seated['session']): boolean {
  if (mode === 'test') return true;
  return mode === 'real' && currencyOf(currency)?.play === false;
}

/** The caller as he looks at the table after his command, with what his paying wallet holds. */
export function onlookerAt({ t, session }: LoadedTable): Onlooker | null {
  if (session === null) return null;
  const player = String(session.playerKey);
  return { player, balance: present(t.balances.get(player), 'a balance of the one who asks') };
}
