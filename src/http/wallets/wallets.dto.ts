import { ApiProperty } from '@nestjs/swagger';
import type { CashType, TransferKind } from '../../persistence/entities/ledger';
import { IsExternalId, IsMinor } from '../input-fields';

export class DepositBody {
  /**
   * The operator's own id of this transfer, unique over all his players, for ever.
   * @example deposit-000001
   */
  @IsExternalId()
  transactionId: string;

  /**
   * Minor units of the wallet's currency.
   * @example 100000
   */
  @IsMinor()
  amount: number;
}

export class WithdrawalBody {
  /**
   * The operator's own id of this transfer, unique over all his players, for ever.
   * @example withdrawal-000001
   */
  @IsExternalId()
  transactionId: string;

  /**
   * Minor units of the wallet's currency.
   * @example 1000
   */
  @IsMinor()
  amount: number;
}

export class CashTransferBody {
  /**
   * The operator's own id of the transfer.
   * @example deposit-000001
   */
  transactionId: string;

  @ApiProperty({
    enum: ['deposit', 'withdrawal'],
    description: 'Which way the money went.',
    example: 'deposit',
  })
  type: CashType;

  /**
   * The operator's own id of the player.
   * @example alice
   */
  playerId: string;

  /**
   * The wallet's currency.
   * @example EUR
   */
  currency: string;

  /**
   * Minor units, above zero whichever way they went.
   * @example 100000
   */
  amount: number;

  /**
   * What the wallet held before, in minor units.
   * @example 0
   */
  balanceBefore: number;

  /**
   * What the wallet held afterwards, in minor units.
   * @example 100000
   */
  balanceAfter: number;

  /**
   * When the money moved.
   * @example 2026-01-01T12:00:00.000Z
   */
  at: string;
}

export class WalletBody {
  /**
   * The wallet's currency.
   * @example EUR
   */
  currency: string;

  /**
   * What can be bet or withdrawn, in minor units.
   * @example 98900
   */
  balance: number;

  /**
   * What lies on the undecided bets of open rounds, in minor units. It has left the balance already.
   * @example 1100
   */
  inPlay: number;

  /**
   * Whether the currency is play money.
   * @example false
   */
  play: boolean;
}

export class WalletsBody {
  /** One wallet for each currency the player ever had money in. Play money of demo sessions is not here. */
  items: WalletBody[];

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Always null: all wallets are here.',
  })
  nextCursor: null;
}

const KINDS: readonly TransferKind[] = ['deposit', 'withdrawal', 'stake', 'payout', 'refund', 'reversal'];

export class EntryBody {
  /**
   * Counts the wallet's entries from 1, without gaps.
   * @example 2
   */
  entryNo: number;

  @ApiProperty({
    enum: KINDS,
    description: 'What the money moved for. A reversal takes back a payout, a refund gives back a stake.',
    example: 'stake',
  })
  kind: TransferKind;

  /**
   * Why, in a word of the ledger.
   * @example main
   */
  reason: string;

  /**
   * Minor units: above zero what came in, below zero what left. All amounts of a wallet add up to its balance.
   * @example -1000
   */
  amount: number;

  /**
   * What the wallet held after this entry, in minor units.
   * @example 99000
   */
  balanceAfter: number;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The round it belongs to; null for deposits and withdrawals.',
    example: '019b0000-0000-7000-8000-000000000001',
  })
  roundId: string | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'The version of the round whose step moved the money.',
    example: 1,
  })
  roundVersion: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'The bet within the round.', example: '1.1' })
  bet: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The operator’s own id of a deposit or withdrawal; null otherwise.',
    example: null,
  })
  transactionId: string | null;

  /**
   * When the money moved.
   * @example 2026-01-01T12:00:01.000Z
   */
  at: string;
}

export class StatementBody {
  /** The newest first. */
  items: EntryBody[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The `cursor` of the next page; null on the last one.',
    example: 'eyJiZWZvcmUiOjF9',
  })
  nextCursor: string | null;
}
