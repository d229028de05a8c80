import { Body, Controller, Get, Inject, Post, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { isRefusal, type Refusal } from '../../application/refusal';
import type { Answer, Request } from '../../application/request';
import { readStatement, readWallets, type Wallet } from '../../application/wallets/wallets';
import { type CashTransfer, readTransfer, transferCash } from '../../application/wallets/wallets-cash';
import { CurrentRequest } from '../current-request';
import { makeCursor, readCursor } from '../cursor';
import { PageQuery } from '../page-query.dto';
import { ExternalIdParam, PathParam } from '../path-parameters';
import { Answers, IdempotencyKey, Problems, RequireScope } from '../route-rules';
import { DEPOSIT_EXAMPLES, WITHDRAWAL_EXAMPLES } from './cash-examples';
import { CashTransferBody, DepositBody, StatementBody, WalletsBody, WithdrawalBody } from './wallets.dto';

const PLAYER_ID = 'The operator’s own id of the player.';
const CURRENCY = 'The code of a currency that `GET /v1/currencies` lists.';

@ApiTags('Wallets')
@Controller('v1')
export class WalletsController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /**
   * Lists a player's wallets.
   * @remarks One for each currency the player ever had money in. Play money of demo and test sessions is shown by the
   * session alone.
   */
  @Get('players/:playerId/wallets')
  @RequireScope('wallet')
  @PathParam('playerId', PLAYER_ID, 'alice')
  @Answers(200, WalletsBody, 'The wallets, by currency.')
  @Problems('not_found')
  listWallets(
    @CurrentRequest() request: Request,
    @ExternalIdParam('playerId') playerId: string,
  ): Promise<Answer<{ items: readonly Wallet[]; nextCursor: null }> | Refusal> {
    return readWallets(this.dataSource, request, playerId);
  }

  /**
   * Deposits money into a player's wallet.
   * @remarks A player who is not known yet is created. The same `transactionId` with the same amount, currency and player
   * gets the same answer whatever the Idempotency-Key; with anything else it is refused.
   */
  @Post('players/:playerId/wallets/:currency/deposits')
  @RequireScope('wallet')
  @IdempotencyKey('required')
  @PathParam('playerId', PLAYER_ID, 'alice')
  @PathParam('currency', CURRENCY, 'EUR')
  @ApiBody({ type: DepositBody, examples: DEPOSIT_EXAMPLES })
  @Answers(201, CashTransferBody, 'The deposit, with the balances around it.')
  @Problems('transaction_conflict', 'balance_limit_exceeded', 'too_many_conflicts')
  deposit(
    @CurrentRequest() request: Request,
    @ExternalIdParam('playerId') playerId: string,
    @ExternalIdParam('currency') currency: string,
    @Body() { transactionId, amount }: DepositBody,
  ): Promise<Answer<CashTransfer> | Refusal> {
    return transferCash(this.dataSource, request, {
      type: 'deposit',
      playerId,
      currency,
      transactionId,
      amount,
    });
  }

  /**
   * Withdraws money from a player's wallet.
   * @remarks Money on open bets cannot be withdrawn. A withdrawal that is refused leaves its `transactionId` free, but its
   * Idempotency-Key keeps the refusal: try again under a new key.
   */
  @Post('players/:playerId/wallets/:currency/withdrawals')
  @RequireScope('wallet')
  @IdempotencyKey('required')
  @PathParam('playerId', PLAYER_ID, 'alice')
  @PathParam('currency', CURRENCY, 'EUR')
  @ApiBody({ type: WithdrawalBody, examples: WITHDRAWAL_EXAMPLES })
  @Answers(201, CashTransferBody, 'The withdrawal, with the balances around it.')
  @Problems('not_found', 'insufficient_funds', 'transaction_conflict', 'too_many_conflicts')
  withdraw(
    @CurrentRequest() request: Request,
    @ExternalIdParam('playerId') playerId: string,
    @ExternalIdParam('currency') currency: string,
    @Body() { transactionId, amount }: WithdrawalBody,
  ): Promise<Answer<CashTransfer> | Refusal> {
    const cash = { type: 'withdrawal', playerId, currency, transactionId, amount } as const;
    return transferCash(this.dataSource, request, cash);
  }

  /**
   * Tells what became of a deposit or withdrawal.
   * @remarks 404 means that no money moved under this id: it never arrived, or was refused.
   */
  @Get('transfers/:transactionId')
  @RequireScope('wallet')
  @PathParam('transactionId', 'The operator’s own id of the transfer.', 'deposit-000001')
  @Answers(200, CashTransferBody, 'The transfer.')
  @Problems('not_found')
  readTransfer(
    @CurrentRequest() request: Request,
    @ExternalIdParam('transactionId') transactionId: string,
  ): Promise<Answer<CashTransfer> | Refusal> {
    return readTransfer(this.dataSource, request, transactionId);
  }

  /**
   * Gives the statement of a player's wallet.
   * @remarks Every movement of money, the newest first. A wallet that was never used has none.
   */
  @Get('players/:playerId/wallets/:currency/entries')
  @RequireScope('wallet')
  @PathParam('playerId', PLAYER_ID, 'alice')
  @PathParam('currency', CURRENCY, 'EUR')
  @Answers(200, StatementBody, 'One page of the statement.')
  @Problems('not_found')
  async listEntries(
    @CurrentRequest() request: Request,
    @ExternalIdParam('playerId') playerId: string,
    @ExternalIdParam('currency') currency: string,
    @Query() { limit, cursor }: PageQuery,
  ): Promise<StatementBody | Refusal> {
    const before = cursor === undefined ? null : readCursor(cursor, isPlace).before;
    const statement = await readStatement(this.dataSource, request, playerId, currency, { before, limit });
    if (isRefusal(statement)) return statement;
    const { items, nextBefore } = statement;
    return { items: [...items], nextCursor: nextBefore === null ? null : makeCursor({ before: nextBefore }) };
  }
}

function isPlace(value: unknown): value is { readonly before: number } {
  return Number.isSafeInteger((value as { before?: unknown } | null)?.before);
}
