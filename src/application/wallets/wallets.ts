import type { DataSource } from 'typeorm';
import { type Currency, CURRENCIES, currencyOf } from '../../domain/currency';
import type { TransferKind, TransferRow } from '../../persistence/entities/ledger';
import { listEntries } from '../../persistence/entries';
import { listWallets } from '../../persistence/wallets';
import { NIL_ID } from '../ids';
import { findPlayer } from '../players';
import { invalid, notFound, type Refusal } from '../refusal';
import { type Answer, ok, type Request } from '../request';

export interface Wallet {
  readonly currency: string;
  readonly balance: number;
  readonly inPlay: number;
  readonly play: boolean;
}

export interface Entry {
  readonly entryNo: number;
  readonly kind: TransferKind;
  readonly reason: string;
  /** Above zero what came into the wallet, below zero what left it: all amounts add up to the balance. */
  readonly amount: number;
  readonly balanceAfter: number;
  readonly roundId: string | null;
  readonly roundVersion: number | null;
  readonly bet: string | null;
  readonly transactionId: string | null;
  readonly at: string;
}

export interface Statement {
  readonly items: readonly Entry[];
  /** The last entry shown when there are older ones: the next page comes before it. */
  readonly nextBefore: number | null;
}

export function listCurrencies(): readonly Currency[] {
  return CURRENCIES;
}

/** What a path must say when it names no currency that wallets may be held in. */
export function unknownCurrency(path: string): Refusal {
  return invalid([{ path, detail: 'must be the code of a currency that GET /v1/currencies lists' }]);
}

export async function readWallets(
  dataSource: DataSource,
  request: Request,
  playerId: string,
): Promise<Answer<{ items: readonly Wallet[]; nextCursor: null }> | Refusal> {
  const player = await findPlayer(dataSource.manager, request, playerId);
  if (player === null) return notFound('player');
  const wallets = await listWallets(dataSource.manager, player.playerKey, NIL_ID);
  return ok({
    items: wallets.map(({ currency, balance, inPlay }) => ({
      currency,
      balance,
      inPlay,
      play: currencyOf(currency)?.play ?? false,
    })),
    nextCursor: null,
  });
}

/** A player's statement in one currency, newest first. */
export async function readStatement(
  dataSource: DataSource,
  request: Request,
  playerId: string,
  currency: string,
  page: { readonly before: number | null; readonly limit: number },
): Promise<Statement | Refusal> {
  if (currencyOf(currency) === null) return unknownCurrency('path.currency');
  const player = await findPlayer(dataSource.manager, request, playerId);
  if (player === null) return notFound('player');
  const wallet = { playerKey: player.playerKey, currency, sessionId: NIL_ID };
  // One more than asked for tells whether there is another page.
  const rows = await listEntries(dataSource.manager, {
    ...wallet,
    before: page.before,
    limit: page.limit + 1,
  });
  const shown = rows.slice(0, page.limit);
  return {
    items: shown.map(entryBody),
    nextBefore: rows.length > page.limit ? (shown.at(-1)?.entryNo ?? null) : null,
  };
}

function entryBody(row: TransferRow): Entry {
  return {
    entryNo: row.entryNo,
    kind: row.kind,
    reason: row.reason,
    amount: row.creditAccount === 'player' ? row.amount : -row.amount,
    balanceAfter: row.balanceAfter,
    roundId: row.roundId,
    roundVersion: row.roundVersion,
    bet: row.bet,
    transactionId: row.transactionId,
    at: row.at.toISOString(),
  };
}
