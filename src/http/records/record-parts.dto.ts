import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import type {
  MoneyOfRecord,
  RecordedTransfer,
  ShoeOfRecord,
  SoftwareOfSteps,
  WalletOfRecord,
} from '../../application/records/record-parts';
import type { Sealing, SealOfRound } from '../../application/records/sealing-of-round';
import type { Software } from '../../application/records/software';
import { MODES } from '../../persistence/entities/sessions';

const MINOR = { type: 'integer', format: 'int64' } as const;
const HASH = '6f1c0c5c1a2b3d4e5f60718293a4b5c6d7e8f90123456789abcdef0123456789';

export class RecordOperatorBody {
  @ApiProperty({
    type: String,
    format: 'uuid',
    description: 'His id.',
    example: '019b0000-0000-7000-8000-000000000001',
  })
  id: string;

  @ApiProperty({ type: String, description: 'His name.', example: 'sandbox' })
  name: string;
}

export class SoftwareBody implements Software {
  @ApiProperty({ type: String, description: 'The program.', example: 'holecard' })
  name: string;

  @ApiProperty({ type: String, description: 'Its version.', example: '0.1.0' })
  version: string;

  @ApiProperty({
    type: String,
    description: 'SHA-256 over the names and contents of its files as they are deployed.',
    example: HASH,
  })
  digest: string;

  @ApiProperty({ type: String, description: 'The version of Node it runs on.', example: 'v20.20.2' })
  node: string;
}

export class SoftwareOfStepsBody implements SoftwareOfSteps {
  @ApiProperty({ type: 'integer', description: 'The first version of the round that it wrote.', example: 1 })
  fromVersion: number;

  @ApiProperty({ type: 'integer', description: 'The last one.', example: 4 })
  toVersion: number;

  @ApiProperty({
    nullable: true,
    allOf: [{ $ref: getSchemaPath(SoftwareBody) }],
    description: 'The program that was on record then; null where none was.',
  })
  software: SoftwareBody | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Since when it was on record.',
    example: '2026-01-01T11:00:00.000Z',
  })
  since: string | null;
}

export class RecordShoeBody implements ShoeOfRecord {
  @ApiProperty({
    type: String,
    description: 'The construction that makes cards of the seed.',
    example: 'hmac-sha256-v1',
  })
  algorithm: string;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Decks; null for an infinite one.',
    example: 6,
  })
  decks: number | null;

  @ApiProperty({
    type: 'integer',
    description: 'Cards that had been dealt from the shoe before this round.',
    example: 0,
  })
  dealtBefore: number;

  @ApiProperty({
    type: [String],
    nullable: true,
    description: 'Chosen cards of a test, once the round has ended; null for random ones.',
    example: null,
  })
  chosenCards: readonly string[] | null;

  @ApiProperty({ type: 'integer', description: 'Which server seed of the session.', example: 1 })
  seedNo: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'SHA-256 of the server seed, fixed before the deal.',
    example: HASH,
  })
  commitment: string | null;

  @ApiProperty({ type: String, description: "The player's word.", example: 'lucky' })
  clientSeed: string;

  @ApiProperty({ type: 'integer', description: 'The count of shoes made of the seed.', example: 0 })
  nonce: number;

  @ApiProperty({
    type: 'integer',
    required: false,
    description:
      'Of a shared table: which of its shoes. This and the next two are left out where cards were chosen.',
    example: 1,
  })
  number?: number;

  @ApiProperty({
    type: String,
    required: false,
    nullable: true,
    description: 'The first card of the shoe, which was shown.',
    example: '9s',
  })
  exposed?: string | null;

  @ApiProperty({
    type: 'integer',
    required: false,
    description: 'How many cards were burned for it.',
    example: 9,
  })
  burned?: number;
}

export class RecordedTransferBody implements RecordedTransfer {
  @ApiProperty({ ...MINOR, description: "Its number in the wallet's ledger.", example: 7 })
  entryNo: number;

  @ApiProperty({ type: 'integer', description: 'The version of the round that moved it.', example: 1 })
  version: number;

  @ApiProperty({
    enum: ['stake', 'payout', 'refund', 'reversal'],
    description: 'Stakes and reversals leave the wallet, payouts and refunds enter it.',
    example: 'stake',
  })
  kind: RecordedTransfer['kind'];

  @ApiProperty({ type: String, description: 'What the bet was for.', example: 'main' })
  reason: string;

  @ApiProperty({ type: String, description: 'The bet, as `GET /v1/bets` names it.', example: '1.1' })
  bet: string;

  @ApiProperty({ enum: ['player', 'house'], description: 'The account it left.', example: 'player' })
  debitAccount: RecordedTransfer['debitAccount'];

  @ApiProperty({ enum: ['player', 'house'], description: 'The account it entered.', example: 'house' })
  creditAccount: RecordedTransfer['creditAccount'];

  @ApiProperty({ ...MINOR, description: 'Minor units, above zero.', example: 1000 })
  amount: number;

  @ApiProperty({ ...MINOR, description: 'What the wallet held before it, in minor units.', example: 100000 })
  balanceBefore: number;

  @ApiProperty({ ...MINOR, description: 'What the wallet held after it, in minor units.', example: 99000 })
  balanceAfter: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'When.',
    example: '2026-01-01T12:00:00.000Z',
  })
  at: string;

  @ApiProperty({
    type: String,
    required: false,
    description: "Shared tables: whose wallet it moved, by the operator's id of the player.",
    example: 'alice',
  })
  playerId?: string;

  @ApiProperty({
    enum: MODES,
    required: false,
    description:
      'Shared tables: the mode that this player bets in; never add money of one mode to that of another.',
    example: 'real',
  })
  mode?: WalletOfRecord['mode'];
}

export class RecordWalletBody implements WalletOfRecord {
  @ApiProperty({ type: String, description: "The operator's id of the player.", example: 'alice' })
  playerId: string;

  @ApiProperty({
    enum: MODES,
    description: 'The mode that this player bets in: money, or play money.',
    example: 'real',
  })
  mode: WalletOfRecord['mode'];

  @ApiProperty({ ...MINOR, description: 'The wallet before the round, in minor units.', example: 100000 })
  balanceBefore: number;

  @ApiProperty({
    ...MINOR,
    description: 'The wallet after the last transfer of the round, in minor units.',
    example: 101000,
  })
  balanceAfter: number;
}

export class RecordMoneyBody implements MoneyOfRecord {
  @ApiProperty({ type: String, description: 'The currency of all amounts.', example: 'EUR' })
  currency: string;

  @ApiProperty({ type: 'integer', description: 'Digits after the point.', example: 2 })
  exponent: number;

  @ApiProperty({
    ...MINOR,
    nullable: true,
    description:
      'The wallet before the round, in minor units; null at a shared table, where there are several.',
    example: 100000,
  })
  balanceBefore: number | null;

  @ApiProperty({
    ...MINOR,
    nullable: true,
    description: 'The wallet after the last transfer of the round, in minor units; null at a shared table.',
    example: 101000,
  })
  balanceAfter: number | null;

  @ApiProperty({
    type: [RecordWalletBody],
    required: false,
    description: 'Shared tables: the wallets of all players of the round.',
  })
  wallets?: readonly RecordWalletBody[];

  @ApiProperty({ type: [RecordedTransferBody], description: 'Every movement, in the order of the ledger.' })
  transfers: readonly RecordedTransferBody[];
}

export class RecordSealBody implements SealOfRound {
  @ApiProperty({ type: 'integer', description: "The seal in the operator's chain.", example: 42 })
  sealNo: number;

  @ApiProperty({ type: String, description: 'Its hash.', example: HASH })
  hash: string;

  @ApiProperty({ type: String, description: 'The hash of the seal before it.', example: HASH })
  previousHash: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'When it was made.',
    example: '2026-01-01T12:00:01.000Z',
  })
  at: string;

  @ApiProperty({ type: 'integer', description: 'Rows of this round that it covers.', example: 5 })
  rows: number;
}

export class SealingBody implements Sealing {
  @ApiProperty({
    enum: ['sealed', 'partly sealed', 'not sealed yet'],
    description:
      'Whether seals cover what the round left behind: steps, transfers, cancellation, what was done to its table.',
    example: 'sealed',
  })
  state: Sealing['state'];

  @ApiProperty({ type: [RecordSealBody], description: 'The seals over it, the oldest first.' })
  seals: readonly RecordSealBody[];

  @ApiProperty({ type: 'integer', description: 'Rows that no seal covers yet.', example: 0 })
  unsealedRows: number;
}
