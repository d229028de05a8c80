import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { checkLimits, type Currency, currencyOf } from '../../domain/currency';
import { openTable } from '../../domain/table/running';
import type { PhaseSeconds } from '../../domain/table/table';
import type { TableLimits } from '../../domain/table-limits';
import type { RuleSet } from '../../domain/rule-set';
import { listOwnLimits } from '../../persistence/game-limits';
import { readMinRoundInterval } from '../../persistence/operators/operators';
import type { TableRecord } from '../../persistence/tables/load-table';
import { insertTable } from '../../persistence/tables/open-table';
import { openShoeSeed } from '../../persistence/tables/shoe-seeds';
import { findGame } from '../games/catalogue-games';
import { limitsIn } from '../games/game-limits';
import { newId, NO_PLAYER } from '../ids';
import { invalid, isRefusal, notFound, type FieldError, type Refusal } from '../refusal';
import { type Answer, created, type Request } from '../request';
import { actorOf } from '../rounds/standing';
import { runOnce } from '../run-once';
import type { TableContext } from './context';
import { firstSalt, freshShoe, seedFor } from './house';
import { NOTHING_PLAYED } from './loaded-table';
import { readOpened } from './read-table';
import type { TableBody } from './table-body';

/** A table to be opened; what is null has its default. Amounts are minor units. */
export interface TableToOpen {
  readonly gameId: string;
  readonly currency: string;
  readonly mode: 'real' | 'test';
  readonly limits: TableLimits | null;
  readonly seconds: Partial<PhaseSeconds> | null;
}

export const DEFAULT_SECONDS: PhaseSeconds = { betting: 20, insurance: 10, decision: 15, result: 5 };

/** Opens a table of the operator's: a shoe is shuffled and burned, its seed and the next one committed to. */
export function openTableFor(
  context: TableContext,
  request: Request,
  wanted: TableToOpen,
): Promise<Answer<TableBody> | Refusal> {
  const { operatorId } = request.caller;
  const tableKey = newShard();
  return runOnce<TableBody>(context.dataSource, request, NO_PLAYER, async (tx) => {
    const offer = await offerFor(context, tx, operatorId, wanted);
    if (isRefusal(offer)) return offer;
    const place = { tableKey, tableId: newId(tableKey, request.now) };
    await open(context, tx, request, place, offer, wanted);
    return created(await readOpened(tx, operatorId, place, request.now));
  });
}

/** A table is a shard of its own; two that share a key share nothing but that. */
function newShard(): number {
  return Number(randomBytes(8).readBigUInt64BE() & ((1n << 50n) - 1n)) || 1;
}

interface Offered {
  readonly ruleSet: RuleSet;
  readonly limits: TableLimits;
  readonly seconds: PhaseSeconds;
}

async function offerFor(
  { testMode }: TableContext,
  tx: EntityManager,
  operatorId: string,
  { gameId, currency: code, mode, limits: own, seconds }: TableToOpen,
): Promise<Offered | Refusal> {
  if (mode === 'test' && !testMode) {
    return { refused: 'test_mode_off', detail: 'Tables with chosen cards are switched off by TEST_MODE.' };
  }
  const game = await findGame(tx, operatorId, gameId);
  if (game === null) return notFound('game');
  const { ruleSet } = game;
  if (ruleSet.table !== 'shared') {
    return invalid([{ path: 'gameId', detail: `${gameId} is not played at shared tables` }]);
  }
  const currency = currencyOf(code);
  if (currency === null || (mode === 'real' && currency.play)) {
    return invalid([{ path: 'currency', detail: 'must be the code of a currency of real money' }]);
  }
  const usual = limitsIn(ruleSet, currency, await listOwnLimits(tx, operatorId, [gameId]));
  const limits = own ?? usual;
  if (limits === null) return invalid([{ path: 'currency', detail: `${gameId} has no limits in ${code}` }]);
  const whole = { ...DEFAULT_SECONDS, ...seconds };
  const faults = [
    ...faultsOfLimits(ruleSet, currency, limits),
    ...(await faultsOfSeconds(tx, operatorId, whole)),
  ];
  return faults.length > 0 ? invalid(faults) : { ruleSet, limits, seconds: whole };
}

/** C-13: every payout has to be whole. */
export function faultsOfLimits(ruleSet: RuleSet, currency: Currency, limits: TableLimits): FieldError[] {
  return checkLimits(ruleSet, currency, limits).map(({ path, detail }) => ({
    path: `limits.${path}`,
    detail,
  }));
}

/** The table keeps the pace that the operator demands of rounds: from deal to deal there is a countdown at least. */
export async function faultsOfSeconds(
  tx: EntityManager,
  operatorId: string,
  { betting }: PhaseSeconds,
): Promise<FieldError[]> {
  const minRoundIntervalMs = await readMinRoundInterval(tx, operatorId);
  if (betting * 1000 >= minRoundIntervalMs) return [];
  const detail = `the operator demands ${minRoundIntervalMs} ms from deal to deal`;
  return [{ path: 'seconds.betting', detail }];
}

async function open(
  { seeds }: TableContext,
  tx: EntityManager,
  request: Request,
  place: { readonly tableKey: number; readonly tableId: string },
  { ruleSet, limits, seconds }: Offered,
  { mode, currency }: TableToOpen,
): Promise<void> {
  const { now: at, caller, requestId } = request;
  seeds.source.assertHealthy();
  const salt = firstSalt();
  const first = seedFor(seeds, place, 1, at, salt);
  const serverSeed = seeds.vault.open(first.sealedSeed, { sessionId: place.tableId, seedNo: 1 });
  const state = openTable(ruleSet, limits, seconds, {
    newShoe: () => freshShoe(ruleSet, serverSeed, salt),
    newRoundId: () => newId(place.tableKey, at),
  });
  const record: Omit<TableRecord, 'eventNo' | 'databaseNow'> = {
    ...place,
    operatorId: caller.operatorId,
    gameId: ruleSet.id,
    ruleSetVersion: ruleSet.version,
    mode,
    currency,
    state,
    roundId: state.roundId,
    transcript: NOTHING_PLAYED,
    aliasKey: randomBytes(32).toString('hex'),
    openedAt: at,
  };
  await insertTable(tx, record, first, salt, {
    kind: 'opened',
    reason: null,
    note: null,
    // What a table is never changes; where nothing was dealt yet, this alone is under a seal and tells.
    details: { gameId: ruleSet.id, ruleSetVersion: ruleSet.version, mode, currency, limits, seconds },
    actor: actorOf(request),
    actorName: caller.actorName,
    requestId,
  });
  await openShoeSeed(tx, place, { number: 1, salt, next: seedFor(seeds, place, 2, at), revealed: null }, at);
}
