import type { DataSource, EntityManager } from 'typeorm';
import { BALANCE_CEILING } from '../../domain/money';
import { currencyOf } from '../../domain/currency';
import type { CashType, WalletTransactionRow } from '../../persistence/entities/ledger';
import { findPlayerSlot } from '../../persistence/players';
import { findTransaction, moveCash } from '../../persistence/wallets';
import { playerKeyCandidates } from '../ids';
import { playerAt, slotOf } from '../players';
import { notFound, type Refusal } from '../refusal';
import { type Answer, created, ok, type Request } from '../request';
import { runOnce } from '../run-once';
import { unknownCurrency } from './wallets';

export interface Cash {
  readonly playerId: string;
  readonly currency: string;
  readonly type: CashType;
  readonly transactionId: string;
  readonly amount: number;
}

export interface CashTransfer {
  readonly transactionId: string;
  readonly type: CashType;
  readonly playerId: string;
  readonly currency: string;
  readonly amount: number;
  readonly balanceBefore: number;
  readonly balanceAfter: number;
  readonly at: string;
}

/**
 * Deposits into or withdraws from a player's wallet, once for each transaction id, whatever the Idempotency-Key. A
 * deposit makes a player who is not known yet; a withdrawal from one is 404.
 */
export async function transferCash(
  dataSource: DataSource,
  request: Request,
  cash: Cash,
): Promise<Answer<CashTransfer> | Refusal> {
  if (currencyOf(cash.currency) === null) return unknownCurrency('path.currency');
  const whose = slotOf(request.caller.operatorId, cash.playerId);
  return runOnce<CashTransfer>(dataSource, request, whose, (tx, playerKey) =>
    move(tx, request, playerKey, cash),
  );
}

async function move(
  tx: EntityManager,
  { caller: { operatorId }, now }: Request,
  playerKey: number,
  cash: Cash,
): Promise<Answer<CashTransfer> | Refusal> {
  if (cash.type === 'deposit') await playerAt(tx, operatorId, cash.playerId, playerKey, now);
  else if (!(await isKnown(tx, operatorId, cash.playerId))) return notFound('player');
  const moved = await moveCash(tx, { ...cash, operatorId, playerKey, now });
  switch (moved.outcome) {
    case 'moved':
      return created(transferBody(moved.transaction));
    case 'repeated':
      return { ...created(transferBody(moved.transaction)), replayed: true };
    case 'conflict':
      return {
        refused: 'transaction_conflict',
        detail: `Transaction ${cash.transactionId} was used for another amount, type, currency or player.`,
      };
    case 'insufficient':
      return {
        refused: 'insufficient_funds',
        detail: `The wallet holds ${moved.balance}, which is less than ${cash.amount}.`,
        balance: moved.balance,
        price: cash.amount,
      };
    case 'limit':
      return {
        refused: 'balance_limit_exceeded',
        detail: `The wallet holds ${moved.balance} and cannot be filled above ${BALANCE_CEILING}.`,
        balance: moved.balance,
      };
  }
}

async function isKnown(tx: EntityManager, operatorId: string, playerId: string): Promise<boolean> {
  const candidates = playerKeyCandidates(operatorId, playerId);
  return (await findPlayerSlot(tx, { operatorId, playerId, candidates })).player !== null;
}

/** What became of the operator's transaction; 404 means that it never arrived, or was refused. */
export async function readTransfer(
  dataSource: DataSource,
  { caller }: Request,
  transactionId: string,
): Promise<Answer<CashTransfer> | Refusal> {
  const transaction = await findTransaction(dataSource.manager, caller.operatorId, transactionId);
  return transaction === null ? notFound('transfer') : ok(transferBody(transaction));
}

function transferBody(row: WalletTransactionRow): CashTransfer {
  return {
    transactionId: row.transactionId,
    type: row.type,
    playerId: row.playerId,
    currency: row.currency,
    amount: row.amount,
    balanceBefore: row.balanceBefore,
    balanceAfter: row.balanceAfter,
    at: row.at.toISOString(),
  };
}
