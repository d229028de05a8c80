import type { EntityManager } from 'typeorm';
import { currencyOf } from '../../domain/currency';
import { emptySheet, seatsOf } from '../../domain/table/table';
import type { TableRefusal } from '../../domain/table/refusal';
import type { SessionRow } from '../../persistence/entities/sessions';
import { findSession } from '../../persistence/sessions';
import {
  listTableSeeds,
  lockTable,
  readBalances,
  type SheetRecord,
  type TableSeed,
} from '../../persistence/tables/load-table';
import { NIL_ID, playerKeyOf } from '../ids';
import { isRefusal, notFound, type Refusal } from '../refusal';
import { type Answer, ok, type Request } from '../request';
import { actorOf } from '../rounds/standing';
import { runOnce } from '../run-once';
import type { TableContext } from './context';
import { type LoadedTable, loadTable, type Whose } from './loaded-table';
import { refusalOf } from './refusals';
import type { Onlooker, SeenTable } from './table-body';
import { inTableQueue } from './table-queue';
import { type TableWrite, writeTable } from './write-table';

/** A command at a table: whose sheets it needs, what it does, what it answers. */
export interface TableCommand<Body> {
  readonly tableId: string;
  /** Whose Idempotency-Keys it is kept under: the player's key, or the table's. */
  readonly keeper: number;
  readonly whose: Whose;
  readonly run: (loaded: LoadedTable, tx: EntityManager) => Promise<TableRefusal | Refusal | null>;
  readonly change?: (loaded: LoadedTable) => TableWrite['change'];
  readonly answer: (seen: SeenTable, loaded: LoadedTable, tx: EntityManager) => Promise<Body>;
  readonly status?: 200 | 201;
}

/** Carries a command out in one transaction under the table's lock, once for each Idempotency-Key. */
export async function commandTable<Body extends object>(
  context: TableContext,
  request: Request,
  command: TableCommand<Body>,
): Promise<Answer<Body> | Refusal> {
  const place = { tableKey: playerKeyOf(command.tableId), tableId: command.tableId };
  let phase = '';
  const work = async (tx: EntityManager): Promise<Answer<Body> | Refusal> => {
    const record = await lockTable(tx, place);
    if (record?.operatorId !== request.caller.operatorId) return notFound('table');
    phase = record.state.phase;
    const loaded = await loadTable(context, tx, record, command.whose);
    const refusal = await command.run(loaded, tx);
    if (refusal !== null) return isRefusal(refusal) ? refusal : refusalOf(refusal);
    const change = command.change?.(loaded) ?? null;
    const write = { requestId: request.requestId, actor: actorOf(request), lease: null, change };
    const eventNo = await writeTable(context, tx, loaded, write);
    await context.hook(`before-commit:${phase}`);
    return {
      ...ok(await command.answer(seenAfter(loaded, eventNo), loaded, tx)),
      status: command.status ?? 200,
    };
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

/** What a table's body is made of, after a command. */
function seenAfter({ t, record, ruleSet, round }: LoadedTable, eventNo: number): SeenTable {
  const roundVersion = t.table.roundId === record.roundId ? (round?.version ?? 0) + t.steps.length : 0;
  return { table: t.table, round: t.round, sheets: t.sheets, ruleSet, record, eventNo, roundVersion };
}

/** The seeds of the shoe that lies there after a command, and of the one after it. */
export async function seedsAfter(
  tx: EntityManager,
  { t, record, seeds, opened }: LoadedTable,
): Promise<readonly TableSeed[]> {
  return opened.length === 0 ? seeds : listTableSeeds(tx, record, t.table.shoe.number);
}

/** A session at a table, and the player whose it is. */
export interface Seated {
  readonly session: SessionRow;
  readonly playerKey: number;
  readonly player: string;
}

/**
 * The session that plays at a table: the caller's own where a token asks, and always one that was opened at this table.
 * `forBets` asks for one in which bets may be placed; a closed one may still play to the end.
 */
export async function seatedSession(
  tx: EntityManager,
  { caller }: Request,
  { record, at }: Pick<LoadedTable, 'record' | 'at'>,
  sessionId: string,
  forBets: boolean,
): Promise<Seated | Refusal> {
  if (caller.sessionId !== null && caller.sessionId !== sessionId) return notFound('session');
  const playerKey = playerKeyOf(sessionId);
  const session = await findSession(tx, caller.operatorId, playerKey, sessionId);
  if (session?.tableId !== record.tableId) return notFound('session');
  if (forBets && session.closedAt !== null)
    return { refused: 'session_closed', detail: 'The session is closed.' };
  if (forBets && session.expiresAt <= at) {
    return {
      refused: 'session_expired',
      detail: `The session expired at ${session.expiresAt.toISOString()}.`,
    };
  }
  return { session, playerKey, player: String(playerKey) };
}

/**
 * The player's sheet among the loaded ones, bound to the wallet of the session that bets first: whoever of his sessions
 * bets later adds to the same sheet. Real and play money do not meet on one sheet (DX-08).
 */
export async function bindSheet(
  tx: EntityManager,
  loaded: LoadedTable,
  { session, playerKey, player }: Seated,
): Promise<Refusal | null> {
  const { t, bettors, record } = loaded;
  const conflict = conflictOfModes(loaded, { session, player });
  if (conflict !== null) return conflict;
  const bound = bettors.get(player);
  const walletSessionId = session.mode === 'real' ? NIL_ID : session.sessionId;
  const hasBets = bound?.sheet.bets.some(({ state }) => state === 'placed') ?? false;
  if (bound === undefined || !hasBets) {
    const sheet = bound?.sheet ?? emptySheet(player, maySit(session));
    const rebound: SheetRecord = {
      playerKey,
      playerId: session.playerId,
      sessionId: session.sessionId,
      walletSessionId,
      mode: session.mode,
      sheet: { ...sheet, maySit: maySit(session) },
    };
    bettors.set(player, rebound);
    t.sheets.set(player, rebound.sheet);
  }
  const paying = bettors.get(player);
  if (paying !== undefined && !(t.balances.has(player) && paying === bound)) {
    const balances = await readBalances(tx, record.currency, [paying]);
    t.balances.set(player, balances.get(player) ?? 0);
  }
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
function maySit({ mode, currency }: SessionRow): boolean {
  if (mode === 'test') return true;
  return mode === 'real' && currencyOf(currency)?.play === false;
}

/** The caller as he looks at the table after his command, with what his paying wallet holds. */
export async function onlookerAt(tx: EntityManager, loaded: LoadedTable, seated: Seated): Promise<Onlooker> {
  const { player, session, playerKey } = seated;
  const known = loaded.t.balances.get(player);
  if (known !== undefined) return { player, balance: known };
  const walletSessionId = session.mode === 'real' ? NIL_ID : session.sessionId;
  const paying = loaded.bettors.get(player) ?? { playerKey, walletSessionId };
  const balances = await readBalances(tx, loaded.record.currency, [paying]);
  return { player, balance: balances.get(player) ?? 0 };
}
